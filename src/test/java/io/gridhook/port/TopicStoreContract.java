package io.gridhook.port;

import static io.gridhook.port.Definitions.topic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.Topic;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every topic store does. */
public abstract class TopicStoreContract {
    /** The store under test, one for each test, empty at first. */
    protected abstract TopicStore store();

    @Test
    void a_topic_is_found_in_any_letter_case_and_keeps_its_own() {
        assertTrue(store().create(topic("Orders")));
        assertEquals(topic("Orders"), store().find("orders").orElseThrow().value());
        assertEquals(topic("Orders"), store().find("ORDERS").orElseThrow().value());
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertEquals(Optional.empty(), store().find("orders"));
        assertEquals(Optional.empty(), store().find("no/topic's#name?"));
        assertEquals(Optional.empty(), store().find(""));
    }

    @Test
    void a_name_is_taken_in_every_letter_case() {
        assertTrue(store().create(topic("orders", "first")));
        assertFalse(store().create(topic("ORDERS", "second")));
        assertEquals(topic("orders", "first"), found("orders").value());
    }

    @Test
    void of_two_creators_one_wins() {
        assertEquals(1, Race.winners(4, runner -> () -> store().create(topic("orders", "key of " + runner))));
    }

    @Test
    void the_version_that_was_read_is_replaced() {
        store().create(topic("orders", "first"));
        String etag = found("orders").etag();
        assertTrue(store().replace(topic("orders", "second"), etag));
        assertEquals(topic("orders", "second"), found("orders").value());
        assertNotEquals(etag, found("orders").etag());
    }

    @Test
    void a_changed_version_is_not_replaced() {
        store().create(topic("orders", "first"));
        String etag = found("orders").etag();
        store().replace(topic("orders", "second"), etag);
        assertFalse(store().replace(topic("orders", "third"), etag));
        assertEquals(topic("orders", "second"), found("orders").value());
    }

    @Test
    void of_two_replacers_one_wins() {
        store().create(topic("orders", "first"));
        String etag = found("orders").etag();
        assertEquals(1, Race.winners(4, runner -> () -> store().replace(topic("orders", "key of " + runner), etag)));
    }

    @Test
    void a_deleted_topic_is_not_replaced() {
        store().create(topic("orders"));
        String etag = found("orders").etag();
        assertTrue(store().delete("ORDERS"));
        assertFalse(store().replace(topic("orders"), etag));
        assertEquals(Optional.empty(), store().find("orders"));
    }

    @Test
    void a_topic_is_deleted_once() {
        store().create(topic("orders"));
        assertTrue(store().delete("orders"));
        assertFalse(store().delete("orders"));
        assertTrue(store().create(topic("orders")));
    }

    /** Behaviour §16: all in one table, and none is taken for another. */
    @Test
    void domains_and_their_topics_are_kept_apart_from_topics() {
        List<String> names = List.of("shops", "shops/", "shops/shops", "shops/berlin", "shops-2/", "shops-2/berlin");
        for (String name : names) {
            assertTrue(store().create(topic(name)), name);
        }
        assertFalse(store().create(topic("SHOPS/Berlin")));
        for (String name : names) {
            assertEquals(topic(name), found(name).value());
        }
        assertEquals(List.of("shops"), namesOf(store().list()));
        assertEquals(
                List.of("shops-2/", "shops/"),
                namesOf(store().listDomains()).stream().sorted().toList());
        assertEquals(List.of("shops/berlin", "shops/shops"), namesOf(store().listWithin("Shops/")));
        assertEquals(List.of(), store().listWithin("none/"));
        assertTrue(store().replace(
                        topic("shops/berlin", "other"), found("shops/berlin").etag()));
        assertTrue(store().delete("shops/"));
        assertEquals(Optional.empty(), store().find("shops/"));
        assertEquals(topic("shops/berlin", "other"), found("shops/berlin").value());
        assertEquals(topic("shops"), found("shops").value());
    }

    /** The longest there are, as Event Grid lets them be. */
    @Test
    void a_domains_topic_may_have_a_long_name() {
        String name = "d".repeat(50) + "/" + "t".repeat(128);
        assertTrue(store().create(topic(name)));
        assertEquals(topic(name), found(name).value());
        assertEquals(List.of(name), namesOf(store().listWithin("d".repeat(50) + "/")));
    }

    private static List<String> namesOf(List<Topic> topics) {
        return topics.stream().map(Topic::name).toList();
    }

    @Test
    void topics_are_listed_by_name() {
        assertEquals(List.of(), store().list());
        for (String name : List.of("Orders", "bills", "orders-2", "a-1")) {
            store().create(topic(name));
        }
        assertEquals(
                List.of("a-1", "bills", "Orders", "orders-2"),
                store().list().stream().map(Topic::name).toList());
    }

    private Versioned<Topic> found(String name) {
        return store().find(name).orElseThrow();
    }
}
