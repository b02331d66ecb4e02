package io.gridhook.port;

import static io.gridhook.port.Definitions.subscription;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.EventSubscription;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every subscription store does. */
public abstract class SubscriptionStoreContract {
    /** The store under test, one for each test, empty at first. */
    protected abstract SubscriptionStore store();

    @Test
    void a_subscription_is_found_in_any_letter_case_and_keeps_its_own() {
        assertTrue(store().create(subscription("Orders", "Billing", 1)));
        assertEquals(
                subscription("Orders", "Billing", 1),
                store().find("ORDERS", "billing").orElseThrow().value());
    }

    /** A table property holds 32,768 code units, and 25 filters and values of 512 characters take more. */
    @Test
    void a_long_definition_is_kept_whole() {
        for (int from = 0; from < 2; from++) {
            String label = "x".repeat(from) + "\ud83d\ude00".repeat(50_000);
            EventSubscription subscription = subscription("orders", "billing-" + from, 1, List.of(label));
            assertTrue(store().create(subscription));
            assertEquals(subscription, found("orders", "billing-" + from).value());
            String etag = found("orders", "billing-" + from).etag();
            assertTrue(store().replace(subscription("orders", "billing-" + from, 1, List.of("short")), etag));
            assertEquals(
                    List.of("short"), found("orders", "billing-" + from).value().labels());
        }
    }

    @Test
    void what_is_not_there_is_not_found() {
        store().create(subscription("orders", "billing", 1));
        assertEquals(Optional.empty(), store().find("orders", "shipping"));
        assertEquals(Optional.empty(), store().find("bills", "billing"));
        assertEquals(Optional.empty(), store().find("orders", "it's/#?"));
        assertEquals(List.of(), store().list("it's/#?"));
    }

    @Test
    void a_name_is_taken_within_its_topic() {
        assertTrue(store().create(subscription("orders", "billing", 1)));
        assertFalse(store().create(subscription("Orders", "Billing", 2)));
        assertTrue(store().create(subscription("bills", "billing", 3)));
        assertEquals(1, found("orders", "billing").value().generation());
    }

    @Test
    void of_two_creators_one_wins() {
        assertEquals(1, Race.winners(4, runner -> () -> store().create(subscription("orders", "billing", runner))));
    }

    @Test
    void the_version_that_was_read_is_replaced_once() {
        store().create(subscription("orders", "billing", 1));
        String etag = found("orders", "billing").etag();
        assertTrue(store().replace(subscription("orders", "billing", 1, List.of("second")), etag));
        assertFalse(store().replace(subscription("orders", "billing", 1, List.of("third")), etag));
        assertEquals(List.of("second"), found("orders", "billing").value().labels());
    }

    @Test
    void a_deleted_subscription_is_not_replaced() {
        store().create(subscription("orders", "billing", 1));
        String etag = found("orders", "billing").etag();
        assertTrue(store().delete("ORDERS", "BILLING"));
        assertFalse(store().replace(subscription("orders", "billing", 1), etag));
        assertEquals(Optional.empty(), store().find("orders", "billing"));
        assertFalse(store().delete("orders", "billing"));
    }

    @Test
    void one_of_another_generation_is_not_deleted() {
        store().create(subscription("orders", "billing", 2));
        assertFalse(store().delete(subscription("orders", "billing", 1)));
        assertEquals(2, found("orders", "billing").value().generation());
        assertTrue(store().delete(subscription("orders", "billing", 2)));
        assertFalse(store().delete(subscription("orders", "billing", 2)));
    }

    @Test
    void one_of_the_same_generation_is_deleted_though_it_changed() {
        EventSubscription read = subscription("orders", "billing", 1);
        store().create(read);
        store().replace(
                        subscription("orders", "billing", 1, List.of("changed")),
                        found("orders", "billing").etag());
        assertTrue(store().delete(read));
        assertEquals(Optional.empty(), store().find("orders", "billing"));
    }

    @Test
    void the_subscriptions_of_a_topic_are_listed_by_name() {
        for (String name : List.of("zeta", "Beta", "alpha")) {
            store().create(subscription("orders", name, 1));
        }
        store().create(subscription("orders-2", "other", 1));
        store().create(subscription("order", "other", 1));
        assertEquals(
                List.of("alpha", "Beta", "zeta"),
                store().list("ORDERS").stream().map(EventSubscription::name).toList());
        assertEquals(List.of(), store().list("none"));
    }

    /** Behaviour §16. */
    @Test
    void those_of_a_domain_and_of_its_topics_are_listed_together_or_each_for_itself() {
        List<String> topics = List.of("shops", "shops/", "shops/berlin", "Shops/paris", "shops-2/", "shops-2/berlin");
        for (String topic : topics) {
            assertTrue(store().create(subscription(topic, "audit", 1)), topic);
        }
        for (String topic : topics) {
            assertEquals(List.of(topic), topicsOf(store().list(topic)));
            assertEquals(topic, found(topic, "AUDIT").value().topic());
        }
        assertEquals(List.of("Shops/paris", "shops/", "shops/berlin"), topicsOf(store().listWithin("shops/")));
        assertEquals(topics.stream().sorted().toList(), topicsOf(store().listAll()));
        assertEquals(List.of(), store().listWithin("none/"));
        assertTrue(store().delete("shops/", "audit"));
        assertEquals(5, store().listAll().size());
    }

    private static List<String> topicsOf(List<EventSubscription> subscriptions) {
        return subscriptions.stream().map(EventSubscription::topic).sorted().toList();
    }

    private Versioned<EventSubscription> found(String topic, String name) {
        return store().find(topic, name).orElseThrow();
    }
}
