package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §6.2 and §6.3, DESIGN §2 "Endpoint health". */
class HealthGateTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final InMemoryHealthStore store = new InMemoryHealthStore();
    private final Bulkhead bulkhead = new Bulkhead(new Bulkhead.Limits(4, 100, 10));
    private Instant now = START;
    private final HealthGate gate = newGate();
    private final HealthGate otherInstance = newGate();

    private HealthGate newGate() {
        return new HealthGate(store, new EndpointKeys(new byte[] {1}), ProbationRules.STANDARD, bulkhead, () -> now);
    }

    @Test
    void ten_failures_of_distinct_events_lead_to_probation() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        for (int i = 1; i <= 9; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        fail(gate, orders, "e10", DeliveryOutcome.GENERIC_ERROR);
        assertEquals(Optional.of(START.plusSeconds(10)), gate.waitUntil(orders));
    }

    @Test
    void a_success_in_between_starts_counting_again() {
        ResolvedSubscription orders = subscription("orders", "https://flaky", "cloud", false);
        for (int i = 1; i <= 30; i++) {
            if (i % 9 == 0) {
                succeed(gate, orders);
            }
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        assertEquals(Optional.empty(), gate.waitUntil(orders));
    }

    /** Behaviour §6.2. */
    @ParameterizedTest
    @CsvSource({
        "BUSY, 10, PT10S",
        "TIMED_OUT, 10, PT10S",
        "SOCKET_ERROR, 10, PT30S",
        "RESOLUTION_ERROR, 1, PT5M",
        "NOT_FOUND, 3, PT5M",
        "UNAUTHORIZED, 3, PT5M",
        "FORBIDDEN, 3, PT5M",
    })
    void each_cause_has_its_own_threshold_and_first_duration(DeliveryOutcome cause, int failures, Duration first) {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        for (int i = 1; i < failures; i++) {
            fail(gate, orders, "e" + i, cause);
        }
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        fail(gate, orders, "last", cause);
        assertEquals(Optional.of(START.plus(first)), gate.waitUntil(orders));
    }

    @Test
    void subscriptions_with_the_same_url_share_its_probation_but_not_their_refusals() {
        ResolvedSubscription one = subscription("one", "https://shared", "cloud", false);
        ResolvedSubscription two = subscription("two", "https://shared", "cloud", false);
        ResolvedSubscription elsewhere = subscription("elsewhere", "https://other", "cloud", false);
        for (int i = 0; i < 3; i++) {
            fail(gate, one, "e" + i, DeliveryOutcome.NOT_FOUND);
        }
        assertTrue(gate.waitUntil(one).isPresent());
        assertEquals(Optional.empty(), gate.waitUntil(two));
        fail(gate, two, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        assertTrue(gate.waitUntil(two).isPresent());
        assertEquals(Optional.empty(), gate.waitUntil(elsewhere));
    }

    @Test
    void the_probe_is_claimed_once_and_its_failure_doubles_the_probation_up_to_four_hours() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        Duration expected = Duration.ofMinutes(5);
        for (int probe = 0; probe < 8; probe++) {
            now = gate.waitUntil(orders).orElseThrow();
            assertEquals(Optional.empty(), gate.waitUntil(orders), "the probe");
            assertTrue(gate.waitUntil(orders).isPresent(), "one probe at a time");
            assertTrue(otherInstance.waitUntil(orders).isPresent(), "on all instances");
            fail(gate, orders, "probe" + probe, DeliveryOutcome.RESOLUTION_ERROR);
            expected = expected.multipliedBy(2).compareTo(Duration.ofHours(4)) < 0
                    ? expected.multipliedBy(2)
                    : Duration.ofHours(4);
            assertEquals(Optional.of(now.plus(expected)), gate.waitUntil(orders));
        }
    }

    @Test
    void a_probe_that_is_never_heard_of_again_is_followed_by_another() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = gate.waitUntil(orders).orElseThrow();
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        Instant probeEnds = otherInstance.waitUntil(orders).orElseThrow();
        assertTrue(probeEnds.isAfter(now.plusSeconds(30)), "past its response timeout");
        now = probeEnds;
        assertEquals(Optional.empty(), otherInstance.waitUntil(orders));
    }

    @Test
    void a_probe_that_succeeds_frees_the_endpoint_everywhere_and_one_by_one() {
        ResolvedSubscription orders = subscription("orders", "https://back", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = gate.waitUntil(orders).orElseThrow();
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        succeed(gate, orders);
        assertEquals(java.util.Map.of(), store.list());
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        now = now.plus(HealthGate.AGE_MAX);
        assertEquals(Optional.empty(), otherInstance.waitUntil(orders));
        String endpoint = new EndpointKeys(new byte[] {1}).ofEndpoint(orders.subscription());
        Place first = bulkhead.enter(endpoint, false, () -> {}).orElseThrow();
        assertTrue(!entered(bulkhead, endpoint), "a ramp of 1, 2, 4");
        bulkhead.leave(first, true);
        assertTrue(entered(bulkhead, endpoint));
        assertTrue(entered(bulkhead, endpoint));
        assertTrue(!entered(bulkhead, endpoint));
    }

    /** It would be claimed for nothing each time, and those who could make it would come too late. */
    @Test
    void who_is_held_back_for_itself_does_not_claim_the_probe_of_a_shared_url() {
        ResolvedSubscription refused = subscription("refused", "https://shared", "cloud", false);
        ResolvedSubscription good = subscription("good", "https://shared", "cloud", false);
        for (int i = 0; i < 10; i++) {
            fail(gate, good, "e" + i, DeliveryOutcome.SOCKET_ERROR);
        }
        store.create(
                new EndpointKeys(new byte[] {1}).ofSubscription(refused.subscription()),
                EndpointHealth.probation(DeliveryOutcome.NOT_FOUND, Optional.empty(), START, ProbationRules.STANDARD));
        now = START.plusSeconds(31);
        assertEquals(Optional.of(START.plus(Duration.ofMinutes(5))), gate.waitUntil(refused));
        assertEquals(Optional.empty(), gate.waitUntil(good), "the probe");
    }

    @Test
    void an_instance_that_sees_an_endpoint_freed_by_another_lets_deliveries_in_one_by_one_too() {
        ResolvedSubscription orders = subscription("orders", "https://back", "cloud", false);
        Bulkhead elsewhere = new Bulkhead(new Bulkhead.Limits(4, 100, 10));
        HealthGate watching =
                new HealthGate(store, new EndpointKeys(new byte[] {1}), ProbationRules.STANDARD, elsewhere, () -> now);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = watching.waitUntil(orders).orElseThrow();
        assertEquals(Optional.empty(), gate.waitUntil(orders), "the probe");
        succeed(gate, orders);
        assertEquals(Optional.empty(), watching.waitUntil(orders));
        String endpoint = new EndpointKeys(new byte[] {1}).ofEndpoint(orders.subscription());
        assertTrue(entered(elsewhere, endpoint));
        assertTrue(!entered(elsewhere, endpoint), "a ramp of 1, 2, 4");
    }

    /** Its refusals are its own, but it is the same endpoint that it comes back to. */
    @Test
    void a_subscription_that_is_no_longer_refused_is_let_in_one_by_one() {
        ResolvedSubscription orders = subscription("orders", "https://back", "cloud", false);
        for (int i = 0; i < 3; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.NOT_FOUND);
        }
        now = gate.waitUntil(orders).orElseThrow();
        assertEquals(Optional.empty(), gate.waitUntil(orders), "the probe");
        succeed(gate, orders);
        String endpoint = new EndpointKeys(new byte[] {1}).ofEndpoint(orders.subscription());
        assertTrue(entered(bulkhead, endpoint));
        assertTrue(!entered(bulkhead, endpoint), "a ramp of 1, 2, 4");
    }

    @Test
    void a_final_verdict_on_an_event_proves_the_endpoint_alive() {
        ResolvedSubscription orders = subscription("orders", "https://picky", "cloud", false);
        for (int i = 0; i < 9; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        gate.learn(
                orders,
                new HealthGate.Result("bad", DeliveryOutcome.BAD_REQUEST, Verdict.Kind.FINAL, Optional.empty()));
        fail(gate, orders, "e9", DeliveryOutcome.GENERIC_ERROR);
        assertEquals(Optional.empty(), gate.waitUntil(orders));
    }

    /** DESIGN §5: only a schedule of one's own honours Retry-After. */
    @Test
    void an_endpoint_that_asks_for_time_gets_it_where_the_schedule_is_the_subscriptions_own() {
        ResolvedSubscription own = subscription("own", "https://busy", "cloud", true);
        ResolvedSubscription edition = subscription("edition", "https://busy-too", "cloud", false);
        for (ResolvedSubscription each : List.of(own, edition)) {
            gate.learn(
                    each,
                    new HealthGate.Result(
                            "e1", DeliveryOutcome.BUSY, Verdict.Kind.RETRY, Optional.of(Duration.ofMinutes(3))));
        }
        assertEquals(Optional.of(START.plus(Duration.ofMinutes(3))), gate.waitUntil(own));
        assertEquals(Optional.empty(), gate.waitUntil(edition));
    }

    @Test
    void an_endpoint_that_asks_for_no_time_is_not_left_alone() {
        ResolvedSubscription own = subscription("own", "https://busy", "cloud", true);
        gate.learn(
                own, new HealthGate.Result("e1", DeliveryOutcome.BUSY, Verdict.Kind.RETRY, Optional.of(Duration.ZERO)));
        assertEquals(Optional.empty(), gate.waitUntil(own));
    }

    /** Behaviour §6.3: not present on IoT Edge and Kubernetes. */
    @ParameterizedTest
    @CsvSource({"edge", "kubernetes"})
    void editions_without_delayed_delivery_are_never_held_back(String profile) {
        ResolvedSubscription orders = subscription("orders", "https://down", profile, false);
        for (int i = 0; i < 50; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.RESOLUTION_ERROR);
        }
        assertEquals(Optional.empty(), gate.waitUntil(orders));
        assertEquals(java.util.Map.of(), store.list());
    }

    private static boolean entered(Bulkhead bulkhead, String endpoint) {
        return bulkhead.enter(endpoint, false, () -> {}).isPresent();
    }

    private static void fail(HealthGate gate, ResolvedSubscription subscription, String id, DeliveryOutcome outcome) {
        gate.learn(subscription, new HealthGate.Result(id, outcome, Verdict.Kind.RETRY, Optional.empty()));
    }

    private static void succeed(HealthGate gate, ResolvedSubscription subscription) {
        gate.learn(
                subscription,
                new HealthGate.Result("good", DeliveryOutcome.DELIVERED, Verdict.Kind.DELIVERED, Optional.empty()));
    }

    private static ResolvedSubscription subscription(String name, String url, String profile, boolean ownSchedule) {
        Optional<RetrySettings> retry = ownSchedule
                ? Optional.of(new RetrySettings(
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.of(new RetrySchedule(List.of(Duration.ofSeconds(10))))))
                : Optional.empty();
        EventSubscription subscription = new EventSubscription(
                "topic",
                name,
                1,
                new WebhookDestination(WebhookDestination.Type.WEB_HOOK, url, OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                retry,
                Optional.of(profile),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return ResolvedSubscription.of(subscription, Optional.empty(), RetryProfiles.standard());
    }
}
