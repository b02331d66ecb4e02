package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.KEY;
import static io.gridhook.app.PipelineFixture.body;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §16: a request to a domain's endpoint is one commit point, whatever topics its events name (DESIGN §2). */
class DomainPublishTest {
    private static final String DROPPED = "DroppedEventCount shops/berlin billing SubscriptionDeleted";

    private final PipelineFixture world = new PipelineFixture();

    @BeforeEach
    void makeDomain() {
        world.topic("shops/", EventSchema.EVENT_GRID);
        world.subscribe("shops/berlin", "billing", wanted());
        world.subscribe("shops/paris", "shipping", wanted());
        world.subscribe("shops/", "audit", wanted());
    }

    private static String event(String id, String topic) {
        return PipelineFixture.event(id, 10).replaceFirst("\\{", "{\"topic\":\"" + topic + "\",");
    }

    private static PublishedBody events(String... topics) {
        StringBuilder all = new StringBuilder("[");
        for (int i = 0; i < topics.length; i++) {
            all.append(i == 0 ? "" : ",").append(event("e" + i, topics[i]));
        }
        return body(all.append("]").toString());
    }

    private CompletableFuture<Void> publish(PublishedBody body) {
        return world.pipeline.publisher().publish("shops/", PublisherCredentials.ofKey(Optional.of(KEY)), body);
    }

    @Test
    void events_of_two_topics_are_one_put() {
        publish(events("berlin", "paris", "Berlin")).join();
        assertEquals(
                List.of(
                        "topics.find",
                        "subscriptions.list",
                        "subscriptions.list",
                        "subscriptions.list",
                        "deliveries.put"),
                world.calls);
        assertEquals(
                List.of("audit e0 0", "billing e0 0", "audit e1 0", "shipping e1 0", "audit e2 0", "billing e2 0"),
                tasks(world.deliveries));
        assertEquals(2L, world.counts.get("MatchedEventCount shops/berlin billing"));
        assertEquals(1L, world.counts.get("MatchedEventCount shops/paris shipping"));
        assertEquals(3L, world.counts.get("MatchedEventCount shops/ audit"));
        assertEquals(3L, world.counts.get("PublishSuccessCount shops/"));
        world.forget();
        publish(events("berlin", "paris")).join();
        assertEquals(List.of("deliveries.put"), world.calls, "definitions are cached");
    }

    private static String[] topics(int count) {
        String[] topics = new String[count];
        for (int i = 0; i < count; i++) {
            topics[i] = "any-" + i;
        }
        topics[0] = "berlin";
        topics[1] = "Berlin";
        topics[2] = "paris";
        return topics;
    }

    /** A publisher may name 5,000 topics: what is read is bounded by what is subscribed to, and forgotten by no one else. */
    @Test
    void a_request_that_names_very_many_topics_reads_their_subscriptions_together() {
        publish(events(topics(1_000))).join();
        assertEquals(
                List.of("topics.find", "subscriptions.list", "subscriptions.listWithin"),
                world.calls("topics", "subscriptions"));
        assertEquals(2L, world.counts.get("MatchedEventCount shops/berlin billing"));
        assertEquals(1L, world.counts.get("MatchedEventCount shops/paris shipping"));
        assertEquals(1_000L, world.counts.get("MatchedEventCount shops/ audit"));
        world.forget();
        publish(events(topics(1_000))).join();
        assertEquals(List.of(), world.calls("topics", "subscriptions"), "that nobody subscribed is known too");
    }

    @Test
    void what_was_read_together_is_as_old_as_anything() {
        publish(events(topics(1_000))).join();
        world.subscribe("shops/any-7", "late", wanted());
        publish(events("any-7")).join();
        assertFalse(world.counts.containsKey("MatchedEventCount shops/any-7 late"));
        world.pass(Catalog.AGE_MAX);
        publish(events("any-7")).join();
        assertEquals(1L, world.counts.get("MatchedEventCount shops/any-7 late"));
        world.subscribe("shops/any-8", "late", wanted());
        publish(events(topics(1_000))).join();
        assertEquals(1L, world.counts.get("MatchedEventCount shops/any-8 late"));
        world.subscribe("shops/any-9", "late", wanted());
        world.pipeline.catalog().changed("Shops/Any-9");
        publish(events("any-9")).join();
        assertEquals(1L, world.counts.get("MatchedEventCount shops/any-9 late"), "a change of one's own");
    }

    @Test
    void few_topics_are_read_one_by_one() {
        publish(events(topics(Catalog.READS_MAX))).join();
        assertEquals(Catalog.READS_MAX, world.calls("subscriptions").size(), "the domain's own, and Berlin's once");
        assertFalse(world.calls.contains("subscriptions.listWithin"));
    }

    @Test
    void all_or_nothing_when_storage_refuses_very_many() {
        world.refuse("subscriptions.listWithin");
        PublishRefusedException refused =
                assertThrows(PublishRefusedException.class, () -> publish(events(topics(1_000))));
        assertEquals(PublishRefusedException.Kind.UNAVAILABLE, refused.kind());
        assertEquals(List.of(), world.queueCalls());
    }

    /** Observed (azure-docs issue 27980): a receiver sees the topic's full id. */
    @Test
    void what_is_delivered_has_the_id_of_its_topic() {
        publish(events("berlin")).join();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(2, world.posts.size());
        world.posts.forEach(
                post -> assertTrue(post.body().toString().contains("/domains/shops/topics/berlin\""), () -> post.body()
                        .toString()));
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** A topic comes with its first subscription; without any, an event is accepted and dropped, as a custom topic's is. */
    @Test
    void an_event_for_a_topic_that_nobody_subscribed_to_is_unmatched() {
        world.subscriptions.delete("shops/", "audit");
        publish(events("london", "berlin")).join();
        assertEquals(List.of("billing e1 0"), tasks(world.deliveries));
        assertEquals(1L, world.counts.get("UnmatchedEventCount shops/"));
        world.forget();
        publish(events("london")).join();
        assertEquals(List.of(), world.queueCalls());
    }

    @ParameterizedTest
    @CsvSource({"'', topic: missing", "no topic, needs to either be a full resource id"})
    void all_or_nothing_when_one_event_names_no_topic(String topic, String said) {
        InvalidEventException refused =
                assertThrows(InvalidEventException.class, () -> publish(events("berlin", topic)));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(said), message);
        assertTrue(message.endsWith("(event at index 1)"), message);
        assertEquals(List.of(), world.queueCalls());
        assertEquals(Map.of("PublishFailCount shops/ UserError INPUT_JSON_INVALID", 1L), world.counts);
    }

    @ParameterizedTest
    @CsvSource({"deliveries.put", "subscriptions.list"})
    void all_or_nothing_when_storage_refuses(String step) {
        world.refuse(step);
        Throwable failure = assertThrows(
                RuntimeException.class, () -> publish(events("berlin", "paris")).join());
        PublishRefusedException refused = assertInstanceOf(
                PublishRefusedException.class, failure instanceof CompletionException ? failure.getCause() : failure);
        assertEquals(PublishRefusedException.Kind.UNAVAILABLE, refused.kind());
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** One blob and one message, however many topics they are of. */
    @Test
    void a_large_request_is_one_message() {
        String[] topics = new String[1_000];
        for (int i = 0; i < topics.length; i++) {
            topics[i] = i % 2 == 0 ? "berlin" : "paris";
        }
        publish(events(topics)).join();
        assertEquals(List.of("deliveries.put"), world.queueCalls());
        assertEquals(1, world.calls("payloads").size());
        assertEquals(1, world.deliveries.bodies().size());
    }

    /** DESIGN §2: decided on the store, by generation. */
    @Test
    void a_subscription_that_is_made_anew_inherits_nothing() {
        publish(events("berlin")).join();
        world.subscriptions.delete("shops/berlin", "billing");
        world.subscribe("shops/berlin", "billing", wanted());
        world.pass(Catalog.AGE_MAX);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1L, world.counts.get(DROPPED));
        assertEquals(
                List.of("https://audit"),
                world.posts.stream().map(post -> post.endpointUrl()).toList());
    }

    /** The domain has the profile: without it nothing says how often to try. A store that does not answer is no deletion. */
    @Test
    void a_deleted_domains_events_are_dropped_and_a_silent_stores_are_not() {
        publish(events("berlin")).join();
        world.pass(Catalog.AGE_MAX);
        world.refuse("topics.find");
        assertThrows(RuntimeException.class, () -> world.run(world.deliveries, world.receive(world.deliveries)));
        assertFalse(world.counts.containsKey(DROPPED));
        world.refuseNothing();
        world.topics.delete("shops/");
        world.pass(PipelineFixture.LEASE);
        for (int i = 0; i < 3 && !world.deliveries.bodies().isEmpty(); i++) {
            world.passUntilShown(world.deliveries);
            world.invoke(world.deliveries);
        }
        assertEquals(1L, world.counts.get(DROPPED));
        assertEquals(List.of(), world.posts);
    }

    /** DESIGN §2: a change is in force within 5 s, though a topic was read when its domain was 4 s old. */
    @Test
    void a_domains_settings_are_no_older_in_its_topics() {
        world.pipeline.catalog().topic("shops/");
        world.pass(Duration.ofSeconds(4));
        world.pipeline.catalog().topic("shops/berlin");
        world.topics.delete("shops/");
        world.topic("shops/", EventSchema.CLOUD_EVENT_V1_0);
        world.pass(Duration.ofSeconds(1));
        assertEquals(
                EventSchema.CLOUD_EVENT_V1_0,
                world.pipeline
                        .catalog()
                        .topic("shops/berlin")
                        .topic()
                        .orElseThrow()
                        .inputSchema());
    }

    /** What was read of a domain before it was made must not make its topics' subscriptions gone. */
    @Test
    void a_domain_that_was_missing_a_moment_ago_is_looked_for_again() {
        PipelineFixture fresh = new PipelineFixture();
        assertTrue(fresh.pipeline.catalog().topic("shops/").topic().isEmpty());
        fresh.topic("shops/", EventSchema.EVENT_GRID);
        var billing = fresh.subscribe("shops/berlin", "billing", wanted());
        assertTrue(fresh.pipeline.catalog().find(PipelineFixture.ref(billing)).isPresent());
    }

    @ParameterizedTest
    @CsvSource({"shops/berlin", "other/", "shops", "x/shops/"})
    void only_a_domain_is_published_to_as_one(String name) {
        PublishRefusedException refused = assertThrows(PublishRefusedException.class, () -> world.pipeline
                .publisher()
                .publish(
                        name,
                        PublisherCredentials.ofKey(Optional.of(KEY)),
                        body("[" + PipelineFixture.event("e1", 10) + "]")));
        assertEquals(PublishRefusedException.Kind.TOPIC_NOT_FOUND, refused.kind());
        assertFalse(world.calls.contains("deliveries.put"));
        assertNull(world.counts.get("PublishSuccessCount " + name));
    }
}
