package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.history.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Issue 8, point 1: "did it arrive, and if not, why?", for events that went through the pipeline. */
class EventFatesTest {
    private static final Duration WEEK = Duration.ofDays(7);

    private PipelineFixture world = new PipelineFixture(HistoryRules.parse("failures", true, WEEK));

    private DeliveryLookup lookup() {
        return new DeliveryLookup(world.history, world.recorder);
    }

    private EventFates fates() {
        return new EventFates(lookup(), world.pipeline.catalog(), world.pipeline.health());
    }

    private EventFates.Answer why(String eventId, Optional<String> topic) {
        return fates().of(eventId, topic, world.now().minus(WEEK), world.now());
    }

    /** {@code subscription: status}. */
    private Map<String, String> statuses(String eventId) {
        Map<String, String> statuses = new TreeMap<>();
        why(eventId, Optional.of("orders"))
                .value()
                .forEach(one -> statuses.put(
                        one.eventSubscription(), one.fate().status().wireName()));
        return statuses;
    }

    private DeliveryLookup.Query query(String outcome) {
        return new DeliveryLookup.Query(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(outcome).filter(text -> !text.isEmpty()),
                world.now().minus(WEEK),
                world.now());
    }

    private void publish(String id) {
        world.publish(PipelineFixture.body("[" + PipelineFixture.event(id, 10) + "]"))
                .join();
    }

    @Test
    void each_subscription_has_its_answer() {
        world.subscribe("good");
        world.subscribe("retried");
        world.subscribe("refused");
        world.subscribe("careless", PipelineFixture.wanted().drops());
        world.subscribe(
                "choosy", PipelineFixture.wanted().filter(new EventFilter(List.of("Other", "Another"), "", "", false)));
        world.answers("retried", new AttemptOutcome.Responded(503, Optional.empty(), "closed for lunch"));
        world.answers("refused", 400);
        world.answers("careless", 400);
        publish("a/b c");
        world.invoke(world.deliveries);
        assertEquals(
                Map.of(
                        "good", "unknown",
                        "retried", "waiting",
                        "refused", "waiting",
                        "careless", "dropped",
                        "choosy", "notMatched"),
                statuses("a/b c"));
        world.passUntilShown(world.deadLetters);
        world.invoke(world.deadLetters);
        world.answers("retried", 200);
        world.passUntilShown(world.retries);
        world.invoke(world.retries);
        assertEquals("deadLettered", statuses("a/b c").get("refused"));
        assertEquals("delivered", statuses("a/b c").get("retried"));
        assertEquals(
                Map.of(
                        "good",
                        "unknown",
                        "retried",
                        "unknown",
                        "refused",
                        "unknown",
                        "careless",
                        "unknown",
                        "choosy",
                        "unknown"),
                statuses("another"));
    }

    @Test
    void an_answer_says_what_it_knows() {
        world.subscribe("retried");
        world.subscribe("choosy", PipelineFixture.wanted().filter(new EventFilter(List.of("Other"), "", "", false)));
        world.answers("retried", new AttemptOutcome.Responded(503, Optional.empty(), "closed for lunch"));
        publish("e");
        world.invoke(world.deliveries);
        Instant due = world.retries.nextVisibleAt().orElseThrow();
        EventFates.Answer answer = why("e", Optional.empty());
        assertEquals("t", answer.eventType());
        assertEquals(Optional.empty(), answer.searchedFrom());
        EventFates.One choosy = answer.value().get(0);
        assertEquals(
                "filter.includedEventTypes",
                choosy.fate().clause().orElseThrow().clause());
        assertEquals("\"t\"", choosy.fate().clause().orElseThrow().value());
        Attempted attempt = answer.value().get(1).fate().attempt().orElseThrow();
        assertEquals("closed for lunch", attempt.attempt().response());
        assertEquals("retried", attempt.attempt().endpointHost());
        assertEquals(due, attempt.next().match(() -> Instant.MIN, time -> time, reason -> Instant.MIN));
        assertEquals(
                world.now(),
                answer.value().get(1).fate().published().orElseThrow().time());
    }

    @Test
    void an_endpoint_that_is_left_alone_is_said_to_be() {
        world.subscribe("down");
        world.answers("down", 500);
        world.published(10, 10);
        world.invoke(world.deliveries);
        EventFates.One one = why("e3", Optional.empty()).value().get(0);
        assertEquals("waiting", one.fate().status().wireName());
        assertEquals(DeliveryOutcome.GENERIC_ERROR, one.health().orElseThrow().cause());
        assertTrue(one.health().orElseThrow().until().isAfter(world.now()));
    }

    @Test
    void what_a_deleted_subscription_got_is_still_said() {
        var gone = world.subscribe("gone");
        world.answers("gone", 500);
        publish("e");
        world.invoke(world.deliveries);
        world.subscriptions.delete(gone);
        world.pipeline.catalog().changed("orders");
        EventFates.One one = why("e", Optional.of("orders")).value().get(0);
        assertTrue(one.isGone());
        assertEquals("waiting", one.fate().status().wireName());
    }

    /** A domain's own subscriptions and those of the topic that an event names are asked, each under its own. */
    @Test
    void a_domains_event_is_answered_for_in_its_topics() {
        world.topic("shops/", EventSchema.EVENT_GRID);
        world.subscribeTo("shops/", "audit");
        world.subscribeTo("shops/berlin", "billing");
        world.answers("audit", 500);
        world.answers("billing", 500);
        String event = PipelineFixture.event("e", 10).replace("{\"id\"", "{\"topic\":\"berlin\",\"id\"");
        world.pipeline
                .publisher()
                .publish(
                        "shops/",
                        PublisherCredentials.ofKey(Optional.of(PipelineFixture.KEY)),
                        new PublishedBody("application/json", Map.of(), "[" + event + "]"))
                .join();
        world.invoke(world.deliveries);
        assertEquals(
                List.of("shops/ audit waiting", "shops/berlin billing waiting"),
                why("e", Optional.empty()).value().stream()
                        .map(one -> one.topic() + " " + one.eventSubscription() + " "
                                + one.fate().status().wireName())
                        .toList());
    }

    @Test
    void a_topic_that_nobody_knows_is_not_found() {
        assertEquals(
                "The topic 'nowhere' does not exist.",
                assertThrows(ManagementException.class, () -> why("e", Optional.of("nowhere")))
                        .getMessage());
        assertEquals(List.of(), why("e", Optional.empty()).value());
    }

    @Test
    void rows_are_found_by_what_they_are() {
        world.subscribe("one");
        world.subscribe("two");
        world.answers("two", 503);
        world.published(3, 10);
        world.invoke(world.deliveries);
        assertEquals(
                3, lookup().find(query("busy"), 100, Optional.empty()).rows().size());
        assertEquals(
                3,
                lookup().find(query("Published"), 100, Optional.empty()).rows().size());
        assertEquals(
                0,
                lookup().find(query("Delivered"), 100, Optional.empty()).rows().size());
        assertEquals(6, lookup().find(query(""), 100, Optional.empty()).rows().size());
        world.pass(Duration.ofDays(8));
        assertEquals(0, lookup().find(query(""), 100, Optional.empty()).rows().size());
    }

    /** By setting: nothing is kept, and nothing asked of storage. */
    @Test
    void a_log_that_is_off_keeps_nothing() {
        world = new PipelineFixture(HistoryRules.OFF);
        world.subscribe("one");
        world.answers("one", 503);
        publish("e");
        world.invoke(world.deliveries);
        world.pass(Duration.ofMinutes(5));
        assertEquals(List.of(), world.calls("history"));
        assertEquals("unknown", statuses("e").get("one"));
    }

    /** Each row once, in the order of time, whatever the size of the pages. */
    @Test
    void pages_have_every_row_once() {
        List<HistoryRow> all = new ArrayList<>();
        for (int batch = 0; batch < 150; batch++) {
            List<HistoryRow> rows = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                rows.add(Rows.attempted(
                        world.now().minusSeconds(batch * 60L + 10 - i), "e-" + batch + "-" + i, i + 1, Rows.AGAIN));
            }
            world.history.append(HistoryBatch.of(rows, "i-" + batch).batch());
            for (int i = rows.size() - 1; i >= 0; i--) {
                all.add(rows.get(i));
            }
        }
        for (int top : new int[] {1, 3, 7, 50, 1_000}) {
            List<HistoryRow> read = new ArrayList<>();
            Optional<DeliveryLookup.Position> next = Optional.empty();
            do {
                DeliveryLookup.Page page = lookup().find(query(""), top, next);
                assertTrue(page.rows().size() <= top);
                read.addAll(page.rows());
                next = page.next();
            } while (next.isPresent());
            assertEquals(all, read, "pages of " + top);
        }
    }

    /** A log that cannot be written is no trouble of anybody who delivers. */
    @Test
    void a_log_that_storage_refuses_changes_nothing_else() {
        world.refuse("history.append");
        world.subscribe("retried");
        world.answers("retried", 503);
        publish("e");
        world.invoke(world.deliveries);
        world.pass(Duration.ofSeconds(10));
        assertEquals(1, world.retries.bodies().size());
        world.answers("retried", 200);
        world.passUntilShown(world.retries);
        world.invoke(world.retries);
        assertEquals(0, world.retries.bodies().size());
        assertEquals("unknown", statuses("e").get("retried"));
        world.refuseNothing();
        world.pass(Duration.ofMinutes(2));
        assertEquals("delivered", statuses("e").get("retried"));
    }
}
