package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static io.gridhook.app.ManagementFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §16, and the ARM reference of domains (2022-06-15) for how their topics come and go. */
class DomainTopicsTest {
    private final ManagementFixture world = new ManagementFixture();

    private void domain(boolean create, boolean delete) {
        world.topics.put(
                "shops/",
                json("{'properties':{'autoCreateTopicWithFirstSubscription':" + create
                        + ",'autoDeleteTopicWithLastSubscription':" + delete + "}}"));
    }

    private List<String> topics() {
        return world.topics.listWithin("shops/").stream().map(Topic::name).toList();
    }

    private void subscribe(String topic, String name) {
        EventSubscription saved = world.subscriptions.put(topic, name, to("https://h/"));
        assertEquals(topic, saved.topic());
    }

    private void assertMissing(String said, Runnable call) {
        ManagementException missing = assertThrows(ManagementException.class, call::run);
        assertEquals(ManagementException.Kind.NOT_FOUND, missing.kind());
        assertEquals(said, missing.getMessage());
    }

    /** Unset is true for both. */
    @Test
    void a_topic_comes_with_its_first_subscription_and_goes_with_its_last() {
        world.topics.put("shops/", json("{}"));
        subscribe("shops/berlin", "sub-1");
        subscribe("shops/berlin", "sub-2");
        subscribe("shops/", "audit");
        assertEquals(List.of("shops/berlin"), topics());
        world.subscriptions.delete("shops/berlin", "sub-1");
        assertEquals(List.of("shops/berlin"), topics());
        world.subscriptions.delete("shops/berlin", "sub-2");
        assertEquals(List.of(), topics());
        world.subscriptions.delete("shops/", "audit");
        assertEquals("shops/", world.topics.get("shops/").name());
    }

    @ParameterizedTest
    @CsvSource({"false, false, 1", "false, true, 0", "true, false, 1", "true, true, 0"})
    void a_topic_that_was_made_by_hand_goes_where_the_domain_says_so(boolean create, boolean delete, int left) {
        domain(create, delete);
        world.topics.put("shops/berlin", json("{}"));
        assertEquals(List.of("shops/berlin"), topics());
        subscribe("shops/berlin", "sub-1");
        world.subscriptions.delete("shops/berlin", "sub-1");
        assertEquals(left, topics().size());
    }

    /** The topic's row is written after its first subscription's; the second write may have failed. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_topic_that_is_not_listed_is_deleted_with_its_subscriptions(boolean create) {
        domain(true, true);
        subscribe("shops/berlin", "sub-1");
        world.stores.topics().delete("shops/berlin");
        domain(create, true);
        assertEquals(List.of(), topics());
        world.topics.delete("Shops/Berlin");
        assertEquals(List.of(), world.stores.subscriptions().listAll());
        assertMissing("topic: berlin does not exist", () -> world.topics.delete("shops/berlin"));
    }

    @Test
    void without_auto_creation_there_is_none_to_subscribe_to() {
        domain(false, true);
        assertMissing("topic: berlin does not exist", () -> subscribe("shops/berlin", "sub-1"));
        assertEquals(List.of(), topics());
        assertEquals(List.of(), world.stores.subscriptions().listAll());
    }

    @ParameterizedTest
    @CsvSource({"other/, domain: other does not exist", "other/berlin, topic: berlin does not exist"})
    void without_a_domain_there_is_nothing(String name, String said) {
        assertMissing(said, () -> subscribe(name, "sub-1"));
        assertMissing(said, () -> world.topics.get(name));
        assertMissing(said, () -> world.topics.delete(name));
    }

    @Test
    void a_topic_that_is_there_is_left_as_it_is() {
        world.topics.put("Shops/", json("{}"));
        Topic made = world.topics.put("shops/Berlin", json("{}"));
        assertEquals("Shops/Berlin", made.name(), "the domain's spelling, and its own");
        assertEquals(made, world.topics.put("SHOPS/BERLIN", json("{}")));
        assertEquals(made, world.topics.get("shops/berlin"));
    }

    /** Settings are the domain's, now and later. */
    @Test
    void a_topic_has_its_domains_settings() {
        world.topics.put("shops/", json("{'properties':{'inputSchema':'CloudEventSchemaV1_0','profile':'edge'}}"));
        world.topics.put("shops/berlin", json("{}"));
        Topic topic = world.topics.get("shops/berlin");
        Topic domain = world.topics.get("shops/");
        assertEquals(domain.inputSchema(), topic.inputSchema());
        assertEquals(domain.profile(), topic.profile());
        assertEquals(domain.keys(), topic.keys());
        world.subscriptions.put(
                "shops/berlin",
                "sub-1",
                json(to("https://h/")
                        .toString()
                        .replace("{\"properties\":{", "{'properties':{'eventDeliverySchema':'CloudEventSchemaV1_0',")));
        ManagementException conflict = assertThrows(
                ManagementException.class,
                () -> world.topics.put("shops/", json("{'properties':{'inputSchema':'CustomEventSchema'}}")));
        assertEquals(ManagementException.Kind.CONFLICT, conflict.kind());
    }

    @Test
    void a_domain_takes_all_that_is_in_it_along() {
        world.topics.put("shops/", json("{}"));
        world.topics.put("shops", json("{}"));
        world.topics.put("shops-2/", json("{}"));
        subscribe("shops", "sub-1");
        subscribe("shops/", "audit");
        subscribe("shops/berlin", "sub-1");
        subscribe("shops-2/berlin", "sub-1");
        world.topics.put("shops/empty", json("{}"));
        world.topics.delete("shops/");
        assertEquals(
                List.of("shops", "shops-2/berlin"),
                world.stores.subscriptions().listAll().stream()
                        .map(EventSubscription::topic)
                        .sorted()
                        .toList());
        assertEquals(List.of(), world.stores.topics().listWithin("shops/"));
        assertEquals(
                List.of("shops-2/"),
                world.topics.listDomains().stream().map(Topic::name).toList());
        assertTrue(world.changed.contains("shops/berlin"), world.changed.toString());
    }

    /** A subscription that is made while the last one goes keeps its topic. */
    @Test
    void a_topic_that_is_subscribed_to_while_it_goes_stays() {
        world.topics.put("shops/", json("{}"));
        subscribe("shops/berlin", "sub-1");
        EventSubscription other = world.subscriptions.put("shops/paris", "sub-2", to("https://h/"));
        world.stores.beforeWrite(() -> {});
        world.stores.beforeWrite(() -> world.stores
                .subscriptions()
                .create(new EventSubscription(
                        "shops/berlin",
                        "sub-2",
                        9,
                        other.destination(),
                        other.deliverySchema(),
                        other.filter(),
                        other.retryPolicy(),
                        other.profile(),
                        other.deadLetterDestination(),
                        other.labels(),
                        other.expirationTimeUtc(),
                        other.persisted())));
        world.subscriptions.delete("shops/berlin", "sub-1");
        assertEquals(List.of("shops/berlin", "shops/paris"), topics());
    }

    /** Behaviour §16: 50, and 100 domains. */
    @Test
    void a_domain_has_room_for_fifty_subscriptions_of_its_own() {
        world.topics.put("shops/", json("{}"));
        for (int i = 0; i < Subscriptions.PER_DOMAIN_MAX; i++) {
            subscribe("shops/", "sub-" + i);
        }
        ManagementException full = assertThrows(ManagementException.class, () -> subscribe("shops/", "one-more"));
        assertEquals(ManagementException.Kind.INVALID, full.kind());
        assertTrue(full.getMessage().endsWith("is full (expected: at most 50)"), full.getMessage());
        subscribe("shops/berlin", "one-more");
        for (int i = 1; i < Topics.DOMAINS_MAX; i++) {
            world.topics.put("shops-" + i + "/", json("{}"));
        }
        assertEquals(
                "domains: full (expected: at most 100)",
                assertThrows(ManagementException.class, () -> world.topics.put("another/", json("{}")))
                        .getMessage());
        world.topics.put("shops/", json("{}"));
    }
}
