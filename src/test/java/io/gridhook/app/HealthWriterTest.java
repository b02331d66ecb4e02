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
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §6.2 and §6.3, DESIGN §2 "Endpoint health". */
class HealthWriterTest {
    private static final HealthBook.Result GONE =
            new HealthBook.Result("e1", DeliveryOutcome.GENERIC_ERROR, 410, Verdict.Kind.RETRY, Optional.empty());
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    /** For its metrics and log. */
    private final PipelineFixture world = new PipelineFixture();

    private final DeliveryLog log = world.told();
    private final InMemoryHealthStore store = new InMemoryHealthStore();
    private final Permits permits = new Permits(new Permits.Limits(4, 100, 10));
    private volatile Instant now = START;
    private final HealthWriter gate = newGate();
    private final HealthWriter otherInstance = newGate();

    private final Map<HealthWriter, Admission.Admitted> lastAdmission = new HashMap<>();

    private HealthWriter newGate() {
        return newGate(store, () -> now);
    }

    private HealthWriter newGate(HealthStore health, InstantSource clock) {
        return new HealthWriter(
                health,
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                permits::rampUp,
                world.ports.metrics(),
                new Notices(Optional.empty(), world.ports.metrics(), () -> now),
                clock,
                Runnable::run);
    }

    @Test
    void ten_failures_of_distinct_events_lead_to_probation() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        for (int i = 1; i <= 9; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        fail(gate, orders, "e10", DeliveryOutcome.GENERIC_ERROR);
        assertEquals(Optional.of(START.plusSeconds(10)), waitUntil(gate, orders));
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
        assertEquals(Optional.empty(), waitUntil(gate, orders));
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
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        fail(gate, orders, "last", cause);
        assertEquals(Optional.of(START.plus(first)), waitUntil(gate, orders));
    }

    @Test
    void subscriptions_with_the_same_url_share_its_probation_but_not_their_refusals() {
        ResolvedSubscription one = subscription("one", "https://shared", "cloud", false);
        ResolvedSubscription two = subscription("two", "https://shared", "cloud", false);
        ResolvedSubscription elsewhere = subscription("elsewhere", "https://other", "cloud", false);
        for (int i = 0; i < 3; i++) {
            fail(gate, one, "e" + i, DeliveryOutcome.NOT_FOUND);
        }
        assertTrue(waitUntil(gate, one).isPresent());
        assertEquals(Optional.empty(), waitUntil(gate, two));
        fail(gate, two, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        assertTrue(waitUntil(gate, two).isPresent());
        assertEquals(Optional.empty(), waitUntil(gate, elsewhere));
    }

    /** DESIGN §2: who calls an endpoint with a key that makes it fail says nothing of those who have a good one. */
    @Test
    void who_shows_an_endpoint_something_else_has_a_health_of_its_own() {
        ResolvedSubscription bad = with(List.of(key("wrong")), Optional.empty());
        List<ResolvedSubscription> others = List.of(
                with(List.of(), Optional.empty()),
                with(List.of(key("right")), Optional.empty()),
                with(List.of(), Optional.of(new EntraApplication("t", "api://one"))),
                with(List.of(), Optional.of(new EntraApplication("t", "api://other"))));
        fail(gate, bad, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        assertTrue(waitUntil(gate, bad).isPresent());
        others.forEach(other -> assertEquals(Optional.empty(), waitUntil(gate, other)));
        assertEquals(
                5,
                Stream.concat(others.stream(), Stream.of(bad))
                        .map(each -> new EndpointKeys(new byte[] {1}).ofEndpoint(each.subscription()))
                        .distinct()
                        .count());
    }

    private static DeliveryAttribute key(String value) {
        return new DeliveryAttribute.Fixed("X-Key", value, true);
    }

    private static ResolvedSubscription with(List<DeliveryAttribute> headers, Optional<EntraApplication> entra) {
        EventSubscription plain =
                subscription("plain", "https://shared", "cloud", false).subscription();
        return ResolvedSubscription.of(
                plain.with(new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK,
                        "https://shared",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        headers,
                        entra,
                        Optional.empty())),
                Optional.empty(),
                RetryProfiles.standard());
    }

    @Test
    void the_probe_is_claimed_once_and_its_failure_doubles_the_probation_up_to_four_hours() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        Duration expected = Duration.ofMinutes(5);
        for (int probe = 0; probe < 8; probe++) {
            now = waitUntil(gate, orders).orElseThrow();
            assertEquals(Optional.empty(), waitUntil(gate, orders), "the probe");
            assertTrue(waitUntil(gate, orders).isPresent(), "one probe at a time");
            assertTrue(waitUntil(otherInstance, orders).isPresent(), "on all instances");
            fail(gate, orders, "probe" + probe, DeliveryOutcome.RESOLUTION_ERROR);
            expected = expected.multipliedBy(2).compareTo(Duration.ofHours(4)) < 0
                    ? expected.multipliedBy(2)
                    : Duration.ofHours(4);
            assertEquals(Optional.of(now.plus(expected)), waitUntil(gate, orders));
        }
    }

    @Test
    void a_probe_that_is_never_heard_of_again_is_followed_by_another() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(gate, orders).orElseThrow();
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        Instant probeEnds = waitUntil(otherInstance, orders).orElseThrow();
        assertTrue(probeEnds.isAfter(now.plusSeconds(30)), "past its response timeout");
        now = probeEnds;
        assertEquals(Optional.empty(), waitUntil(otherInstance, orders));
    }

    @Test
    void a_probe_that_succeeds_frees_the_endpoint_everywhere_and_one_by_one() {
        ResolvedSubscription orders = subscription("orders", "https://back", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(gate, orders).orElseThrow();
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        succeed(gate, orders);
        assertEquals(Map.of(), store.list());
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        now = now.plus(HealthBook.AGE_MAX);
        assertEquals(Optional.empty(), waitUntil(otherInstance, orders));
        String endpoint = new EndpointKeys(new byte[] {1}).ofEndpoint(orders.subscription());
        Attempt first = attempt(endpoint);
        assertEquals(Permits.Entry.TAKEN, permits.takeOrQueue(first, false));
        assertTrue(!entered(permits, endpoint), "a ramp of 1, 2, 4");
        permits.giveBack(first.permit(), true);
        assertTrue(entered(permits, endpoint));
        assertTrue(entered(permits, endpoint));
        assertTrue(!entered(permits, endpoint));
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
        assertEquals(Optional.of(START.plus(Duration.ofMinutes(5))), waitUntil(gate, refused));
        assertEquals(Optional.empty(), waitUntil(gate, good), "the probe");
    }

    @Test
    void an_instance_that_sees_an_endpoint_freed_by_another_lets_deliveries_in_one_by_one_too() {
        ResolvedSubscription orders = subscription("orders", "https://back", "cloud", false);
        Permits elsewhere = new Permits(new Permits.Limits(4, 100, 10));
        HealthWriter watching = new HealthWriter(
                store,
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                elsewhere::rampUp,
                world.ports.metrics(),
                new Notices(Optional.empty(), world.ports.metrics(), () -> now),
                () -> now,
                Runnable::run);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(watching, orders).orElseThrow();
        assertEquals(Optional.empty(), waitUntil(gate, orders), "the probe");
        succeed(gate, orders);
        assertEquals(Optional.empty(), waitUntil(watching, orders));
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
        now = waitUntil(gate, orders).orElseThrow();
        assertEquals(Optional.empty(), waitUntil(gate, orders), "the probe");
        succeed(gate, orders);
        String endpoint = new EndpointKeys(new byte[] {1}).ofEndpoint(orders.subscription());
        assertTrue(entered(permits, endpoint));
        assertTrue(!entered(permits, endpoint), "a ramp of 1, 2, 4");
    }

    @Test
    void a_final_verdict_on_an_event_proves_the_endpoint_alive() {
        ResolvedSubscription orders = subscription("orders", "https://picky", "cloud", false);
        for (int i = 0; i < 9; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        learn(
                gate,
                orders,
                new HealthBook.Result("bad", DeliveryOutcome.BAD_REQUEST, 400, Verdict.Kind.FINAL, Optional.empty()));
        fail(gate, orders, "e9", DeliveryOutcome.GENERIC_ERROR);
        assertEquals(Optional.empty(), waitUntil(gate, orders));
    }

    /** DESIGN §5: only a schedule of one's own honours Retry-After. */
    @Test
    void an_endpoint_that_asks_for_time_gets_it_where_the_schedule_is_the_subscriptions_own() {
        ResolvedSubscription own = subscription("own", "https://busy", "cloud", true);
        ResolvedSubscription edition = subscription("edition", "https://busy-too", "cloud", false);
        for (ResolvedSubscription each : List.of(own, edition)) {
            learn(
                    gate,
                    each,
                    new HealthBook.Result(
                            "e1", DeliveryOutcome.BUSY, 429, Verdict.Kind.RETRY, Optional.of(Duration.ofMinutes(3))));
        }
        assertEquals(Optional.of(START.plus(Duration.ofMinutes(3))), waitUntil(gate, own));
        assertEquals(Optional.empty(), waitUntil(gate, edition));
    }

    @Test
    void an_endpoint_that_asks_for_no_time_is_not_left_alone() {
        ResolvedSubscription own = subscription("own", "https://busy", "cloud", true);
        learn(
                gate,
                own,
                new HealthBook.Result("e1", DeliveryOutcome.BUSY, 429, Verdict.Kind.RETRY, Optional.of(Duration.ZERO)));
        assertEquals(Optional.empty(), waitUntil(gate, own));
    }

    /** Behaviour §6.3: not present on IoT Edge and Kubernetes. */
    @ParameterizedTest
    @CsvSource({"edge", "kubernetes"})
    void editions_without_delayed_delivery_are_never_held_back(String profile) {
        ResolvedSubscription orders = subscription("orders", "https://down", profile, false);
        for (int i = 0; i < 50; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.RESOLUTION_ERROR);
        }
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        assertEquals(Map.of(), store.list());
    }

    /** Ours: no edition knows it. It is of one subscription, as the others at its URL may follow an edition. */
    @Test
    void gone_disables_the_endpoint_for_subscriptions_with_a_schedule_of_their_own() {
        ResolvedSubscription own = subscription("own", "https://gone", "cloud", true);
        ResolvedSubscription edition = subscription("edition", "https://gone", "cloud", false);
        learn(gate, edition, GONE);
        assertEquals(Admission.Admitted.FREE, gate.ask(edition));
        learn(gate, own, GONE);
        otherInstance.learn(own, Admission.Admitted.FREE, GONE, log);
        assertEquals(1L, world.counts.get("EndpointDisabledCount topic own"), "once");
        assertEquals(Admission.Admitted.FREE, gate.ask(edition));
        now = START.plus(Duration.ofDays(10_000));
        assertEquals(
                Optional.of(new Admission.Refused(now.plus(Duration.ofHours(4)), DeliveryOutcome.DISABLED)),
                gate.ask(own).refusal(),
                "no probe, ever");
    }

    @Test
    void a_success_that_was_under_way_does_not_bring_a_disabled_endpoint_back_but_a_fresh_start_does() {
        ResolvedSubscription own = subscription("own", "https://gone", "cloud", true);
        assertEquals(Optional.empty(), waitUntil(otherInstance, own));
        learn(gate, own, GONE);
        succeed(gate, own);
        now = now.plus(HealthBook.AGE_MAX);
        assertTrue(waitUntil(gate, own).isPresent());
        assertTrue(waitUntil(otherInstance, own).isPresent());
        gate.reset(own.subscription());
        assertEquals(Admission.Admitted.FREE, gate.ask(own));
        now = now.plus(HealthBook.AGE_MAX);
        assertEquals(Admission.Admitted.FREE, otherInstance.ask(own));
    }

    @Test
    void a_fresh_start_ends_a_probation_and_a_streak() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        assertTrue(waitUntil(gate, orders).isPresent());
        gate.reset(orders.subscription());
        assertEquals(Admission.Admitted.FREE, gate.ask(orders));
        for (int i = 0; i < 9; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        gate.reset(orders.subscription());
        fail(gate, orders, "e10", DeliveryOutcome.GENERIC_ERROR);
        assertEquals(Admission.Admitted.FREE, gate.ask(orders));
    }

    /** Also where it was disabled before the setting was turned off. */
    @Test
    void where_the_setting_is_off_nothing_is_disabled() {
        ResolvedSubscription own = subscription("own", "https://gone", "cloud", true);
        HealthWriter off = new HealthWriter(
                store,
                new EndpointKeys(new byte[] {1}),
                new ProbationRules(10, 3, Duration.ofHours(4), false),
                permits::rampUp,
                world.ports.metrics(),
                new Notices(Optional.empty(), world.ports.metrics(), () -> now),
                () -> now,
                Runnable::run);
        learn(off, own, GONE);
        assertEquals(Map.of(), store.list());
        learn(gate, own, GONE);
        now = now.plus(HealthBook.AGE_MAX);
        assertEquals(Admission.Admitted.FREE, off.ask(own));
        succeed(off, own);
        assertEquals(Map.of(), store.list());
    }

    private static Attempt attempt(String endpoint) {
        DeliveryRound round = new DeliveryRound("r", "deliveries", Optional.empty(), List.of());
        return round.add(PermitsTest.facts(endpoint), Optional.empty());
    }

    private static boolean entered(Permits permits, String endpoint) {
        Attempt attempt = attempt(endpoint);
        boolean isTaken = permits.takeOrQueue(attempt, false) == Permits.Entry.TAKEN;
        permits.leaveQueues(attempt.round());
        return isTaken;
    }

    /** DESIGN §1.3: whoever waits for a slow table waits alone. */
    @ParameterizedTest
    @CsvSource({"list", "create", "replace", "delete"})
    void a_call_of_storage_that_hangs_is_nobody_elses_wait(String call) throws Exception {
        StuckHealthStore slow = new StuckHealthStore(store);
        HealthWriter instance = newGate(slow, () -> now);
        ResolvedSubscription down = subscription("down", "https://down", "cloud", false);
        ResolvedSubscription good = subscription("good", "https://good", "cloud", false);
        for (int i = 0; i < 10; i++) {
            fail(instance, down, "e" + i, DeliveryOutcome.GENERIC_ERROR);
        }
        now = waitUntil(instance, down).orElseThrow().minusSeconds(1);
        assertTrue(waitUntil(instance, down).isPresent());
        now = now.plus(HealthBook.AGE_MAX).plusSeconds(call.equals("list") ? 1 : -1);
        slow.getStuckAt(call);
        CompletableFuture<Void> stuck = CompletableFuture.runAsync(() -> {
            if (call.equals("delete")) {
                instance.learn(down, Admission.Admitted.FREE, success(), log);
            } else if (call.equals("create")) {
                ResolvedSubscription unknown = subscription("unknown", "https://unknown", "cloud", false);
                instance.learn(unknown, Admission.Admitted.FREE, failure("e", DeliveryOutcome.RESOLUTION_ERROR), log);
            } else {
                instance.ask(down);
            }
        });
        slow.awaitAsked();
        Admission answer = CompletableFuture.supplyAsync(() -> {
                    Admission.Admitted free = admitted(instance.ask(good));
                    instance.learn(good, free, failure("e", DeliveryOutcome.GENERIC_ERROR), log);
                    instance.learn(good, free, success(), log);
                    return free;
                })
                .get(20, TimeUnit.SECONDS);
        assertEquals(Admission.Admitted.FREE, answer);
        slow.answer();
        stuck.get(20, TimeUnit.SECONDS);
    }

    @Test
    void what_is_too_old_is_waited_for() throws Exception {
        StuckHealthStore slow = new StuckHealthStore(store);
        HealthWriter instance = newGate(slow, () -> now);
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        assertEquals(Optional.empty(), waitUntil(instance, orders));
        fail(gate, orders, "e", DeliveryOutcome.RESOLUTION_ERROR);
        now = now.plus(HealthBook.STALE_MAX);
        slow.getStuckAt("list");
        List<CompletableFuture<Admission>> asked = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> instance.ask(orders)))
                .toList();
        slow.awaitAsked();
        slow.answer();
        for (CompletableFuture<Admission> answer : asked) {
            assertTrue(answer.get(20, TimeUnit.SECONDS).refusal().isPresent());
        }
    }

    /** Where a fault of ours kept it from being made. */
    @Test
    void a_probe_that_is_given_back_is_anybodys_at_once() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(gate, orders).orElseThrow();
        Admission.Admitted probe = admitted(gate.ask(orders));
        gate.giveBack(probe);
        Admission.Admitted next = admitted(otherInstance.ask(orders));
        assertEquals(1, next.probes().size());
        gate.giveBack(probe);
        assertTrue(gate.ask(orders).refusal().isPresent(), "it is the other's by now");
    }

    /** The second of two states was claimed by somebody else: the first is not kept. */
    @Test
    void half_a_claim_is_given_back() {
        ResolvedSubscription refused = subscription("refused", "https://shared", "cloud", false);
        EndpointKeys keys = new EndpointKeys(new byte[] {1});
        String own = keys.ofSubscription(refused.subscription());
        String endpoint = keys.ofEndpoint(refused.subscription());
        EndpointHealth passed = new EndpointHealth(START.minusSeconds(1), DeliveryOutcome.NOT_FOUND, 2);
        store.create(own, passed);
        store.create(endpoint, passed);
        ResolvedSubscription unconcerned = subscription("unconcerned", "https://other", "cloud", false);
        assertEquals(Admission.Admitted.FREE, gate.ask(unconcerned), "now it knows both");
        Instant taken = START.plusSeconds(40);
        store.replace(own, passed.probed(taken), stored(own).etag());
        assertEquals(Optional.of(taken), waitUntil(gate, refused));
        assertEquals(passed, stored(endpoint).value());
    }

    /** Its claim has run out, and another's is under way. */
    @Test
    void a_probe_that_fails_too_late_changes_nothing() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(gate, orders).orElseThrow();
        Admission.Admitted late = admitted(gate.ask(orders));
        now = waitUntil(otherInstance, orders).orElseThrow();
        assertEquals(1, admitted(otherInstance.ask(orders)).probes().size());
        Map<String, Versioned<EndpointHealth>> claimed = store.list();
        gate.learn(orders, late, failure("late", DeliveryOutcome.RESOLUTION_ERROR), log);
        assertEquals(claimed, store.list());
    }

    /** Nor does another exchange of the same endpoint, which was under way when probation began. */
    @Test
    void only_the_probe_itself_lengthens_the_probation() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        fail(gate, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        now = waitUntil(gate, orders).orElseThrow();
        assertEquals(1, admitted(gate.ask(orders)).probes().size());
        Map<String, Versioned<EndpointHealth>> claimed = store.list();
        gate.learn(orders, Admission.Admitted.FREE, failure("old", DeliveryOutcome.TIMED_OUT), log);
        assertEquals(claimed, store.list());
    }

    /**
     * Issue 3, point 5. Two instances ask in turn, with clocks that differ by seconds; every POST takes the response timeout. One
     * ahead comes to the end of a probation early, and of a claim too, but by less than the claim's margin.
     */
    @ParameterizedTest
    @CsvSource({"5", "-5", "14", "-14"})
    void clocks_that_differ_by_seconds_make_no_two_probes_at_once_and_nothing_that_stays_wrong(int ahead) {
        HealthWriter other = newGate(store, () -> now.plusSeconds(ahead));
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        for (int i = 0; i < 10; i++) {
            fail(gate, orders, "e" + i, DeliveryOutcome.TIMED_OUT);
        }
        now = now.plus(HealthBook.AGE_MAX);
        Map<HealthWriter, Integer> probes = new HashMap<>();
        Optional<Open> open = Optional.empty();
        for (int second = 0; second < 4 * 3_600; second++) {
            now = now.plusSeconds(1);
            if (open.isPresent() && !now.isBefore(open.get().ends())) {
                open.get()
                        .by()
                        .learn(orders, open.get().admission(), failure("p" + second, DeliveryOutcome.TIMED_OUT), log);
                open = Optional.empty();
            }
            HealthWriter each = second / 7 % 2 == 0 ? gate : other;
            Admission answer = each.ask(orders);
            if (answer.refusal().isEmpty()) {
                assertEquals(Optional.empty(), open, "two probes at once at " + now);
                open = Optional.of(new Open(each, admitted(answer), now.plusSeconds(30)));
                probes.merge(each, 1, Integer::sum);
            }
        }
        int all = probes.values().stream().mapToInt(count -> count).sum();
        assertTrue(all >= 8 && all <= 12, "the probation doubles: " + probes);
        gate.learn(orders, Admission.Admitted.FREE, success(), log);
        assertEquals(Map.of(), store.list());
        now = now.plus(HealthBook.AGE_MAX);
        assertEquals(Admission.Admitted.FREE, gate.ask(orders));
        assertEquals(Admission.Admitted.FREE, other.ask(orders));
    }

    private record Open(HealthWriter by, Admission.Admitted admission, Instant ends) {}

    /** What was known for an hour to come would be wrong for an hour. */
    @Test
    void a_clock_that_is_set_back_makes_what_is_known_old() {
        ResolvedSubscription orders = subscription("orders", "https://down", "cloud", false);
        assertEquals(Optional.empty(), waitUntil(gate, orders));
        now = START.minus(Duration.ofHours(1));
        fail(otherInstance, orders, "e1", DeliveryOutcome.RESOLUTION_ERROR);
        assertEquals(Optional.of(now.plus(Duration.ofMinutes(5))), waitUntil(gate, orders));
    }

    private Versioned<EndpointHealth> stored(String key) {
        return Optional.ofNullable(store.list().get(key)).orElseThrow();
    }

    private static HealthBook.Result success() {
        return new HealthBook.Result("good", DeliveryOutcome.DELIVERED, 200, Verdict.Kind.DELIVERED, Optional.empty());
    }

    private static HealthBook.Result failure(String id, DeliveryOutcome outcome) {
        return new HealthBook.Result(id, outcome, 0, Verdict.Kind.RETRY, Optional.empty());
    }

    private Optional<Instant> waitUntil(HealthWriter asked, ResolvedSubscription subscription) {
        Admission answer = asked.ask(subscription);
        if (answer.refusal().isEmpty()) {
            lastAdmission.put(asked, admitted(answer));
        }
        return answer.refusal().map(Admission.Refused::until);
    }

    static Admission.Admitted admitted(Admission answer) {
        return answer.match(admitted -> admitted, refused -> Assertions.fail("refused: " + refused));
    }

    /** From the POST that was admitted last. */
    private void learn(HealthWriter told, ResolvedSubscription subscription, HealthBook.Result result) {
        Admission.Admitted admission = lastAdmission.remove(told);
        told.learn(subscription, admission == null ? Admission.Admitted.FREE : admission, result, log);
    }

    private void fail(HealthWriter told, ResolvedSubscription subscription, String id, DeliveryOutcome outcome) {
        learn(told, subscription, failure(id, outcome));
    }

    private void succeed(HealthWriter told, ResolvedSubscription subscription) {
        learn(told, subscription, success());
    }

    static ResolvedSubscription subscription(String name, String url, String profile, boolean ownSchedule) {
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
