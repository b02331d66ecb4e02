package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.port.HealthStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When {@link HealthWriter} asks storage, and what it does not ask for. */
class HealthReadingsTest {
    private static final EndpointKeys KEYS = new EndpointKeys(new byte[] {1});
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    /** For its metrics and log. */
    private final PipelineFixture world = new PipelineFixture();

    private final InMemoryHealthStore store = new InMemoryHealthStore();
    private final ResolvedSubscription own = HealthWriterTest.subscription("own", "https://down", "cloud", true);
    private final String ownKey = KEYS.ofSubscription(own.subscription());
    private final List<String> calls = new ArrayList<>();
    private volatile Instant now = START;

    private HealthWriter writer(HealthStore health, Executor executor) {
        return new HealthWriter(
                health,
                KEYS,
                ProbationRules.STANDARD,
                endpoint -> {},
                world.ports.metrics(),
                new Notices(Optional.empty(), world.ports.metrics(), () -> now),
                () -> now,
                executor);
    }

    /** The store, with a note of each call. */
    private HealthStore noted() {
        return (HealthStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HealthStore.class}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private String calls() {
        String all = String.join(" ", calls);
        calls.clear();
        return all;
    }

    /** Each is a storage transaction. What a write says of its result is not read again. */
    @Test
    void a_probation_and_a_probe_take_these_calls_and_no_others() {
        HealthWriter writer = writer(noted(), Runnable::run);
        writer.ask(own);
        assertEquals("list", calls());
        writer.learn(own, Admission.Admitted.FREE, failure(), world.told());
        writer.ask(own);
        assertEquals("create", calls(), "probation");
        now = now.plus(Duration.ofMinutes(5));
        Admission.Admitted probe = HealthWriterTest.admitted(writer.ask(own));
        assertEquals("list replace", calls(), "the claim, after the old cache was read again");
        now = now.plusSeconds(30);
        writer.learn(own, probe, failure(), world.told());
        assertEquals("replace", calls(), "the probe's failure, whatever time it took");
        now = now.plus(Duration.ofMinutes(10));
        Admission.Admitted unused = HealthWriterTest.admitted(writer.ask(own));
        writer.giveBack(unused);
        assertEquals("list replace replace", calls(), "a claim that is given back");
        Admission.Admitted next = HealthWriterTest.admitted(writer.ask(own));
        writer.learn(own, next, success(), world.told());
        assertEquals(Optional.of(Admission.Admitted.FREE), writer.askNow(own));
        assertEquals("replace delete", calls(), "the probe's success");
        writer.reset(own.subscription());
        assertEquals(Admission.Admitted.FREE, writer.ask(own));
        assertEquals("delete delete", calls(), "saved again");
    }

    /** What the other instance wrote must be known to answer. */
    @Test
    void a_claim_that_another_instance_won_is_read() {
        HealthWriter writer = writer(noted(), Runnable::run);
        store.create(ownKey, new EndpointHealth(START, DeliveryOutcome.NOT_FOUND, 1));
        assertEquals(Optional.empty(), writer.askNow(own), "nothing is known yet");
        writer.stateOf(own);
        calls();
        assertEquals(Optional.empty(), writer.askNow(own), "the probe must be claimed");
        HealthWriterTest.admitted(writer(store, Runnable::run).ask(own));
        Admission answer = writer.ask(own);
        assertEquals(START.plusSeconds(45), answer.refusal().orElseThrow().until());
        assertEquals("replace list", calls());
        assertEquals(Optional.of(answer), writer.askNow(own));
        assertEquals("", calls());
    }

    /** Else a new event of a subscription that was just enabled again would be deferred for hours, while storage is slow. */
    @Test
    void a_reading_that_began_before_a_change_does_not_undo_it() throws Exception {
        store.create(ownKey, EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        StuckHealthStore slow = new StuckHealthStore(store);
        HealthWriter writer = writer(slow, Runnable::run);
        slow.getStuckAt("list");
        CompletableFuture<Admission> before = CompletableFuture.supplyAsync(() -> writer.ask(own));
        slow.awaitAsked();
        slow.getStuckAt("");
        writer.reset(own.subscription());
        slow.answer();
        assertEquals(Admission.Admitted.FREE, before.get(10, TimeUnit.SECONDS));
        assertEquals(Optional.of(Admission.Admitted.FREE), writer.askNow(own));
    }

    /** Its result may differ from what a reading sees that began before. */
    @Test
    void after_a_write_that_may_have_happened_nobody_waits_for_an_older_reading() throws Exception {
        StuckHealthStore slow = new StuckHealthStore(store);
        HealthWriter writer = writer(slow, Runnable::run);
        slow.getStuckAt("list");
        CompletableFuture<Admission> before = CompletableFuture.supplyAsync(() -> writer.ask(own));
        slow.awaitAsked();
        slow.getStuckAt("");
        slow.failOnceAt("create");
        writer.learn(own, Admission.Admitted.FREE, failure(), world.told());
        try {
            CompletableFuture<Admission> after = CompletableFuture.supplyAsync(() -> writer.ask(own));
            assertEquals(
                    Optional.of(START.plus(Duration.ofMinutes(5))),
                    after.get(10, TimeUnit.SECONDS).refusal().map(Admission.Refused::until));
        } finally {
            slow.answer();
        }
        before.get(10, TimeUnit.SECONDS);
    }

    /** "unable to create native thread" is one: else new events would be tried at an endpoint in probation until the process ends. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_refresh_that_finds_no_thread_is_tried_again(boolean isError) {
        store.create(ownKey, EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR));
        List<Runnable> tasks = new ArrayList<>();
        List<Error> errors = new ArrayList<>();
        List<RejectedExecutionException> rejections = new ArrayList<>();
        HealthWriter writer = writer(store, task -> {
            errors.forEach(HealthReadingsTest::rethrow);
            rejections.forEach(rejection -> {
                throw rejection;
            });
            tasks.add(task);
        });
        writer.ask(own);
        now = now.plus(HealthBook.AGE_MAX);
        if (isError) {
            errors.add(new OutOfMemoryError("simulated"));
            assertThrows(OutOfMemoryError.class, () -> writer.askNow(own));
        } else {
            rejections.add(new RejectedExecutionException("simulated"));
            assertEquals(Optional.empty(), writer.askNow(own), "the instance shuts down: that is no publisher's error");
        }
        errors.clear();
        rejections.clear();
        assertEquals(Optional.empty(), writer.askNow(own));
        writer.askNow(own);
        assertEquals(1, tasks.size(), "one at a time");
        tasks.get(0).run();
        assertEquals(
                Optional.of(DeliveryOutcome.DISABLED),
                writer.askNow(own).flatMap(Admission::refusal).map(Admission.Refused::outcome));
    }

    private static void rethrow(Error error) {
        throw error;
    }

    private static HealthBook.Result failure() {
        return new HealthBook.Result("e", DeliveryOutcome.RESOLUTION_ERROR, 0, Verdict.Kind.RETRY, Optional.empty());
    }

    private static HealthBook.Result success() {
        return new HealthBook.Result("e", DeliveryOutcome.DELIVERED, 200, Verdict.Kind.DELIVERED, Optional.empty());
    }
}
