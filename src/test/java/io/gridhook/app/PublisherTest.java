package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.KEY;
import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.body;
import static io.gridhook.app.PipelineFixture.events;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.PublishRefusedException.Kind;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.OperatorType;
import io.gridhook.core.retry.RetryProfiles;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §1.1 and §2: one commit point, and nothing acknowledged before it. */
class PublisherTest {
    private final Deque<Runnable> puts = new ArrayDeque<>();
    private final PipelineFixture world = new PipelineFixture();

    private static PublishRefusedException refusal(CompletableFuture<Void> answer) {
        assertTrue(answer.isDone());
        CompletionException failed = assertThrows(CompletionException.class, answer::join);
        return assertInstanceOf(PublishRefusedException.class, failed.getCause());
    }

    private Kind refused(String topic, Optional<String> key) {
        return assertThrows(
                        PublishRefusedException.class,
                        () -> world.pipeline.publisher().publish(topic, PublisherCredentials.ofKey(key), events(1, 10)))
                .kind();
    }

    @Test
    void a_publish_is_one_put() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.published(3, 10);
        assertEquals(List.of("topics.find", "subscriptions.list", "deliveries.put"), world.calls);
        assertEquals(
                List.of(
                        "billing e0 0",
                        "shipping e0 0",
                        "billing e1 0",
                        "shipping e1 0",
                        "billing e2 0",
                        "shipping e2 0"),
                tasks(world.deliveries));
        assertEquals(
                START, packs(world.deliveries).get(0).tasks().get(0).event().publishTime());
        assertEquals(Duration.ZERO, world.hidden(world.deliveries));
        world.forget();
        world.published(1, 10);
        assertEquals(List.of("deliveries.put"), world.calls, "definitions are cached");
    }

    /** Behaviour §8; one that is expired gets nothing, whatever it asks for. */
    @Test
    void an_event_goes_to_the_subscriptions_whose_filters_it_meets() {
        world.subscribe("absent", wanted().filter(advanced("data", OperatorType.IS_NULL_OR_UNDEFINED)));
        world.subscribe("expired", wanted().expires(START));
        world.subscribe("everything");
        world.subscribe("present", wanted().filter(advanced("data", OperatorType.IS_NOT_NULL)));
        world.published(2, 10);
        assertEquals(
                List.of("everything e0 0", "present e0 0", "everything e1 0", "present e1 0"), tasks(world.deliveries));
        assertEquals(2L, world.counts.get("MatchedEventCount orders present"));
        assertNull(world.counts.get("MatchedEventCount orders absent"));
    }

    private static EventFilter advanced(String key, OperatorType type) {
        return new EventFilter(List.of(), "", "", false, false, List.of(new AdvancedFilter(type, key, List.of())));
    }

    @Test
    void nothing_is_acknowledged_when_the_put_fails() {
        world.subscribe("billing");
        world.refuse("deliveries.put");
        assertEquals(Kind.UNAVAILABLE, refusal(world.publish(events(3, 10))).kind());
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(Map.of("PublishFailCount orders SystemError StorageUnavailable", 1L), world.counts);
        world.refuseNothing();
        world.published(1, 10);
        assertEquals(1, world.deliveries.bodies().size());
    }

    /** It may be durable, which the publisher's next try makes a duplicate of; acknowledged it is not. */
    @Test
    void nothing_is_acknowledged_when_the_answer_to_the_put_is_lost() {
        world.subscribe("billing");
        world.loseAnswers("deliveries.put");
        PublishRefusedException refused = refusal(world.publish(events(1, 10)));
        assertEquals(Kind.UNCERTAIN, refused.kind());
        assertEquals(
                "Storage did not answer in time. This may or may not have been accepted; publish it again.",
                refused.getMessage());
        assertEquals(1, world.deliveries.bodies().size());
    }

    /** A blob counts for nothing until a message names it. */
    @ParameterizedTest
    @CsvSource({"payloads.put, UNAVAILABLE", "deliveries.put, UNCERTAIN"})
    void what_is_unknown_of_a_large_publish_is_what_became_of_its_message(String step, Kind kind) {
        world.subscribe("billing");
        world.loseAnswers(step);
        assertEquals(kind, refusal(world.publish(events(1, 100_000))).kind());
        assertEquals(kind == Kind.UNCERTAIN ? 1 : 0, world.deliveries.bodies().size());
    }

    @Test
    void nothing_is_acknowledged_before_the_put_is_done() {
        PipelineFixture slow = new PipelineFixture(puts::add);
        slow.subscribe("billing");
        CompletableFuture<Void> first = slow.publish(events(1, 10));
        CompletableFuture<Void> second = slow.publish(events(2, 10));
        CompletableFuture<Void> third = slow.publish(events(1, 20));
        assertFalse(first.isDone() || second.isDone() || third.isDone());
        assertEquals(1, puts.size());
        puts.remove().run();
        first.join();
        second.join();
        third.join();
        assertTrue(puts.isEmpty());
        assertEquals(List.of("deliveries.put"), slow.queueCalls());
        assertEquals(List.of("billing e0 0", "billing e0 0", "billing e1 0", "billing e0 0"), tasks(slow.deliveries));
    }

    @Test
    void those_that_share_a_put_fail_together() {
        PipelineFixture slow = new PipelineFixture(puts::add);
        slow.subscribe("billing");
        CompletableFuture<Void> first = slow.publish(events(1, 10));
        puts.remove().run();
        first.join();
        CompletableFuture<Void> second = slow.publish(events(1, 10));
        CompletableFuture<Void> third = slow.publish(events(1, 10));
        slow.refuse("deliveries.put");
        puts.remove().run();
        assertEquals(Kind.UNAVAILABLE, refusal(second).kind());
        assertEquals(Kind.UNAVAILABLE, refusal(third).kind());
        assertEquals(1, slow.deliveries.bodies().size());
    }

    @Test
    void one_that_waits_too_long_for_its_put_is_refused_and_not_put() {
        PipelineFixture slow = new PipelineFixture(puts::add);
        slow.subscribe("billing");
        CompletableFuture<Void> late = slow.publish(events(1, 10));
        slow.pass(Duration.ofSeconds(10).plusMillis(1));
        puts.remove().run();
        assertEquals(Kind.UNAVAILABLE, refusal(late).kind());
        assertEquals(List.of(), slow.deliveries.bodies());
    }

    @Test
    void an_event_too_large_for_a_message_is_a_blob_and_one_message() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.published(1, 1_000_000);
        assertEquals(List.of("topics.find", "subscriptions.list", "payloads.put", "deliveries.put"), world.calls);
        assertEquals(List.of("billing  0", "shipping  0"), tasks(world.deliveries));
        Kept kept = assertInstanceOf(
                Kept.class,
                packs(world.deliveries).get(0).tasks().get(0).event().payload());
        assertEquals(Set.of(kept.name()), world.payloads.names());
        assertTrue(kept.name().startsWith("2026-11-20/09/"), kept.name());
        assertTrue(world.invoke(world.deliveries));
        assertEquals(2, world.posts.size());
        assertTrue(world.posts.get(0).body().length() > 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"payloads.put", "deliveries.put"})
    void nothing_of_a_large_publish_is_acknowledged_when_a_step_fails(String step) {
        world.subscribe("billing");
        world.refuse(step);
        assertEquals(
                Kind.UNAVAILABLE, refusal(world.publish(events(1, 100_000))).kind());
        // A blob that no message names is swept by its age.
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(step.equals("payloads.put") ? 0 : 1, world.payloads.names().size());
        assertEquals(Map.of("PublishFailCount orders SystemError StorageUnavailable", 1L), world.counts);
    }

    /** 512 deliveries are a pack: what is more is a blob, one message, and packs that the deliverer puts. */
    @ParameterizedTest
    @CsvSource({"8, 64, false", "64, 8, false", "27, 19, true", "600, 1, true", "600, 3, true", "5000, 2, true"})
    void many_deliveries_are_still_one_message(int events, int subscriptions, boolean bulk) {
        Set<String> expected = new HashSet<>();
        for (int s = 0; s < subscriptions; s++) {
            world.subscribe("sub-" + s);
            for (int e = 0; e < events; e++) {
                expected.add("sub-" + s + " e" + e + " 0");
            }
        }
        world.forget();
        world.published(events, 0);
        assertEquals(
                bulk ? List.of("payloads.put", "deliveries.put") : List.of("deliveries.put"),
                world.calls("payloads", "deliveries"));
        if (bulk) {
            assertInstanceOf(
                    Message.Bulk.class,
                    PackCodec.decode(world.deliveries.bodies().get(0)));
            assertTrue(world.invoke(world.deliveries));
        }
        List<String> found = tasks(world.deliveries);
        assertEquals(expected.size(), found.size());
        assertEquals(expected, new HashSet<>(found));
    }

    @Test
    void what_nobody_wants_is_accepted_and_stored_nowhere() {
        world.published(2, 10);
        assertEquals(List.of(), world.queueCalls());
        assertEquals(Map.of("PublishSuccessCount orders", 2L, "UnmatchedEventCount orders", 2L), world.counts);
    }

    @Test
    void an_expired_subscription_gets_nothing() {
        world.subscribe("gone", wanted().expires(START));
        world.subscribe("going", wanted().expires(START.plusNanos(1)));
        world.published(1, 10);
        assertEquals(List.of("going e0 0"), tasks(world.deliveries));
    }

    @Test
    void what_is_accepted_is_counted_by_topic_and_subscription() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.published(3, 10);
        assertEquals(
                Map.of(
                        "PublishSuccessCount orders", 3L,
                        "MatchedEventCount orders billing", 3L,
                        "MatchedEventCount orders shipping", 3L),
                world.counts);
    }

    @Test
    void an_empty_array_is_accepted() {
        world.subscribe("billing");
        world.publish(body("[]")).join();
        assertEquals(List.of(), world.queueCalls());
    }

    @Test
    void either_key_of_the_topic_and_the_modules_publish() {
        world.subscribe("billing");
        for (String key : List.of(KEY, PipelineFixture.OTHER_KEY, PipelineFixture.MODULE_KEY)) {
            world.pipeline
                    .publisher()
                    .publish("Orders", PublisherCredentials.ofKey(Optional.of(key)), events(1, 10))
                    .join();
        }
        assertEquals(3, world.deliveries.bodies().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong", "a2V5LTE", "A2V5LTE=", "a2V5LTE= ", "a2V5LTE=a2V5LTI="})
    void a_wrong_key_is_refused(String key) {
        world.subscribe("billing");
        assertEquals(Kind.CREDENTIALS_WRONG, refused("orders", Optional.of(key)));
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(Map.of("PublishFailCount orders UserError CREDENTIALS_WRONG", 1L), world.counts);
    }

    @Test
    void a_missing_key_is_refused() {
        assertEquals(Kind.CREDENTIALS_MISSING, refused("orders", Optional.empty()));
        assertEquals(Map.of("PublishFailCount orders UserError CREDENTIALS_MISSING", 1L), world.counts);
    }

    /** Behaviour §9.4: 400, not 401. */
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void an_empty_key_is_refused(String key) {
        assertEquals(Kind.CREDENTIALS_EMPTY, refused("orders", Optional.of(key)));
    }

    /** DESIGN §2: in force everywhere within 5 s; on the instance that made the change, at once. */
    @Test
    void a_regenerated_key_is_in_force_within_five_seconds() {
        Publisher elsewhere = world.newPipeline().publisher();
        elsewhere
                .publish("orders", PublisherCredentials.ofKey(Optional.of(KEY)), events(1, 10))
                .join();
        Topics topics = new Topics(
                world.ports.topics(),
                world.ports.subscriptions(),
                RetryProfiles.standard(),
                () -> "bmV3",
                world::now,
                world.pipeline.catalog()::changed);
        world.published(1, 10);
        topics.regenerateKey("orders", ManagementFixture.json("{'keyName':'key1'}"));
        assertEquals(Kind.CREDENTIALS_WRONG, refused("orders", Optional.of(KEY)));
        world.pass(Catalog.AGE_MAX);
        for (Publisher publisher : List.of(elsewhere, world.pipeline.publisher())) {
            assertThrows(
                    PublishRefusedException.class,
                    () -> publisher.publish("orders", PublisherCredentials.ofKey(Optional.of(KEY)), events(1, 10)));
            for (String key : List.of("bmV3", PipelineFixture.OTHER_KEY)) {
                publisher
                        .publish("orders", PublisherCredentials.ofKey(Optional.of(key)), events(1, 10))
                        .join();
            }
        }
    }

    /** The key is looked at before the events: a stranger learns nothing of a topic's rules. */
    @Test
    void a_wrong_key_goes_before_a_wrong_body() {
        PublishRefusedException refused = assertThrows(PublishRefusedException.class, () -> world.pipeline
                .publisher()
                .publish("orders", PublisherCredentials.ofKey(Optional.of("wrong")), body("{")));
        assertEquals(Kind.CREDENTIALS_WRONG, refused.kind());
    }

    /** Its name is a stranger's text, so no metric carries it. */
    @Test
    void an_unknown_topic_is_refused() {
        assertEquals(Kind.TOPIC_NOT_FOUND, refused("nobodys", Optional.of(KEY)));
        assertEquals(Map.of("PublishFailCount  UserError TOPIC_NOT_FOUND", 1L), world.counts);
    }

    @Test
    void one_wrong_event_refuses_them_all() {
        world.subscribe("billing");
        PublishedBody two = body("[" + PipelineFixture.event("e0", 10) + ",{\"id\":\"e1\"}]");
        InvalidEventException refused = assertThrows(InvalidEventException.class, () -> world.publish(two));
        assertEquals(InvalidEventException.Kind.INPUT_JSON_INVALID, refused.kind());
        assertEquals(List.of(), world.queueCalls());
        assertEquals(Map.of("PublishFailCount orders UserError INPUT_JSON_INVALID", 1L), world.counts);
    }

    /** Whether the topic exists is not known, so no metric carries its name. */
    @ParameterizedTest
    @ValueSource(strings = {"topics.find", "subscriptions.list"})
    void definitions_that_cannot_be_read_refuse_the_publish(String step) {
        world.subscribe("billing");
        world.refuse(step);
        assertEquals(Kind.UNAVAILABLE, refused("orders", Optional.of(KEY)));
        assertEquals(List.of(), world.queueCalls());
        assertEquals(Map.of("PublishFailCount  SystemError StorageUnavailable", 1L), world.counts);
    }

    @Test
    void the_input_schema_is_known_where_the_topic_is() {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        Publisher publisher = world.pipeline.publisher();
        assertEquals(EventSchema.CLOUD_EVENT_V1_0, publisher.inputSchema("clouds"));
        assertEquals(EventSchema.EVENT_GRID, publisher.inputSchema("orders"));
        assertEquals(
                Kind.TOPIC_NOT_FOUND,
                assertThrows(PublishRefusedException.class, () -> publisher.inputSchema("nobodys"))
                        .kind());
        world.pass(Catalog.AGE_MAX);
        world.refuse("topics.find");
        assertEquals(
                Kind.UNAVAILABLE,
                assertThrows(PublishRefusedException.class, () -> publisher.inputSchema("orders"))
                        .kind());
    }
}
