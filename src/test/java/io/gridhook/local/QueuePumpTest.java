package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every rule of functions-runtime §2, in virtual time. */
class QueuePumpTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final Map<String, FakeQueue> queues = new HashMap<>();
    private final FakeQueue queue = queue("work");
    private final Leases leases = new Leases();
    private final List<TestFunctions.Call> calls = new ArrayList<>();
    private Consumer<TestFunctions.Call> behaviour = call -> {};
    private int batchSize = 4;
    private int newBatchThreshold = 2;
    private int maxDequeueCount = 3;

    @Test
    void a_message_whose_function_succeeds_is_deleted() {
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(List.of("one"), values());
        assertEquals(0, queue.approximateMessageCount());
    }

    @Test
    void the_metadata_of_a_message_is_bound() {
        Receipt put = queue.put("one", Duration.ZERO);
        behaviour = call -> assertEquals(queue.hiddenFor(), LEASE);
        pump("work").start();
        time.runAll();
        TestFunctions.Call call = calls.get(0);
        assertEquals(put.messageId(), call.id());
        assertEquals(1, call.dequeueCount());
        assertFalse(call.popReceipt().isEmpty());
        assertEquals("Work", call.context().getFunctionName());
        assertFalse(call.context().getInvocationId().isEmpty());
    }

    @Test
    void every_invocation_has_an_instance_of_its_own() {
        queue.put("one", Duration.ZERO);
        queue.put("two", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertNotSame(calls.get(0).instance(), calls.get(1).instance());
    }

    @Test
    void all_of_a_batch_starts_and_the_next_receive_waits_until_no_more_than_the_threshold_runs() {
        for (int i = 0; i < 9; i++) {
            queue.put("m" + i, Duration.ZERO);
        }
        pump("work").start();
        time.runOne();
        assertEquals(1, queue.receives);
        time.runOne();
        time.runOne();
        assertEquals(List.of("m0", "m1"), values(), "two of four have run");
        assertEquals(1, queue.receives, "the receive is planned, not made");
        time.runOne();
        time.runOne();
        assertEquals(1, queue.receives, "the rest of the batch stood first in line");
        time.runOne();
        assertEquals(2, queue.receives, "no pause between full batches");
        time.runAll();
        assertEquals(9, calls.size());
    }

    @Test
    void with_a_threshold_of_zero_a_batch_ends_before_the_next_is_received() {
        newBatchThreshold = 0;
        for (int i = 0; i < 5; i++) {
            queue.put("m" + i, Duration.ZERO);
        }
        List<Integer> receivesSeen = new ArrayList<>();
        behaviour = call -> receivesSeen.add(queue.receives);
        pump("work").start();
        time.runAll();
        assertEquals(List.of(1, 1, 1, 1, 2), receivesSeen);
    }

    @Test
    void no_more_than_batch_size_and_threshold_run_at_a_time() {
        newBatchThreshold = 4;
        for (int i = 0; i < 20; i++) {
            queue.put("m" + i, Duration.ZERO);
        }
        pump("work").start();
        for (int i = 0; i < 5; i++) {
            time.runOne();
        }
        assertEquals(2, queue.receives, "received again at once: 4 run, as many as the threshold allows");
        assertEquals(3, calls.size(), "8 were started, these have ended");
        time.runOne();
        time.runAll();
        assertEquals(20, calls.size());
    }

    @Test
    void an_empty_queue_is_polled_ever_more_seldom_and_at_once_after_a_message() {
        pump("work").start();
        time.runAll();
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waits.add(time.alarms().get(0).toMillis());
            time.advance(time.alarms().get(0));
        }
        assertEquals(List.of(100L, 200L, 400L, 800L, 1000L, 1000L), waits);
        queue.put("one", Duration.ZERO);
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(Duration.ofMillis(100)), time.alarms());
        assertEquals(List.of("one"), values());
    }

    @Test
    void a_message_whose_function_fails_is_hidden_for_the_visibility_timeout() {
        behaviour = call -> {
            throw new IllegalStateException("on purpose");
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(Duration.ofSeconds(30), queue.hiddenFor());
        assertEquals(1, calls.size());
        time.advance(Duration.ofSeconds(32));
        assertEquals(
                List.of(1L, 2L),
                calls.stream().map(TestFunctions.Call::dequeueCount).toList());
    }

    @Test
    void an_error_fails_the_message_and_the_pump_goes_on() {
        behaviour = call -> {
            throw new StackOverflowError("on purpose");
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        time.advance(Duration.ofSeconds(32));
        assertEquals(2, calls.size());
    }

    @Test
    void the_last_failure_copies_the_message_to_the_poison_queue_and_deletes_it() {
        behaviour = call -> {
            throw new IllegalStateException("on purpose");
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        time.advance(Duration.ofMinutes(5));
        assertEquals(3, calls.size());
        assertEquals(List.of("one"), queue("work-poison").bodies());
        assertEquals(0, queue.approximateMessageCount());
    }

    @Test
    void a_message_received_too_often_goes_to_the_poison_queue_without_a_run() {
        queue.put("one", Duration.ZERO);
        for (int i = 0; i < maxDequeueCount; i++) {
            queue.receive(1, Duration.ZERO);
        }
        pump("work").start();
        time.runAll();
        assertEquals(List.of(), values());
        assertEquals(List.of("one"), queue("work-poison").bodies());
        assertEquals(0, queue.approximateMessageCount());
    }

    @Test
    void a_poison_queue_has_no_poison_queue() {
        maxDequeueCount = 1;
        behaviour = call -> {
            throw new IllegalStateException("on purpose");
        };
        queue("work-poison").put("one", Duration.ZERO);
        pump("work-poison").start();
        time.runAll();
        assertEquals(LEASE, queue("work-poison").hiddenFor());
        assertEquals(Optional.empty(), Optional.ofNullable(queues.get("work-poison-poison")));
    }

    @Test
    void the_lease_is_renewed_at_half_time_while_the_function_runs() {
        behaviour = call -> {
            time.advance(Duration.ofSeconds(4));
            assertEquals(0, queue.hides);
            time.advance(Duration.ofSeconds(30));
            assertEquals(6, queue.hides);
            assertTrue(queue.hiddenFor().compareTo(LEASE.dividedBy(2)) > 0);
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(0, queue.approximateMessageCount(), "deleted by the newest receipt");
        time.advance(Duration.ofMinutes(1));
        assertEquals(6, queue.hides, "not renewed after the end");
        assertEquals(1, calls.size());
    }

    @Test
    void a_renewal_that_storage_refuses_is_tried_again_sooner() {
        behaviour = call -> {
            queue.down = true;
            time.advance(Duration.ofMillis(7500));
            assertEquals(3, queue.hides, "after 5, 6 and 7 s");
            queue.down = false;
            time.advance(Duration.ofSeconds(1));
            assertEquals(Duration.ofMillis(9500), queue.hiddenFor());
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(0, queue.approximateMessageCount());
    }

    @Test
    void a_lease_that_somebody_else_took_is_renewed_no_more() {
        behaviour = call -> {
            queue.update(bound(call), "taken", Duration.ofMinutes(5));
            time.advance(Duration.ofSeconds(40));
            assertEquals(1, queue.hides);
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(List.of("taken"), queue.bodies(), "the stale delete is ignored");
    }

    @Test
    void a_message_that_its_function_rescheduled_stays_although_it_succeeded() {
        behaviour = call -> queue.update(bound(call), "later", Duration.ofHours(1));
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(List.of("later"), queue.bodies());
        assertEquals(Duration.ofHours(1), queue.hiddenFor());
    }

    /** On Azure no invocation is so long that its receipt is renewed away: functionTimeout is half of the lease. */
    @Test
    void the_bound_receipt_stays_good_for_the_function_after_a_renewal() {
        DeliveryQueue leased = new LeasedQueue(queue, leases);
        behaviour = call -> {
            time.advance(Duration.ofSeconds(12));
            assertEquals(Optional.empty(), queue.hide(bound(call), LEASE), "renewed meanwhile");
            assertTrue(leased.update(bound(call), "later", Duration.ofHours(1)).isPresent());
        };
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        assertEquals(List.of("later"), queue.bodies());
        assertEquals(Duration.ofHours(1), queue.hiddenFor());
        assertFalse(leased.delete(bound(calls.get(0))), "not after the invocation's end");
    }

    @Test
    void while_storage_is_down_the_pump_backs_off_and_then_goes_on() {
        queue.put("one", Duration.ZERO);
        queue.down = true;
        pump("work").start();
        time.runAll();
        time.advance(Duration.ofMinutes(1));
        assertTrue(queue.receives > 50 && queue.receives < 80, "backed off to 1 s: " + queue.receives);
        queue.down = false;
        time.advance(Duration.ofSeconds(2));
        assertEquals(List.of("one"), values());
    }

    @Test
    void a_message_that_could_not_be_settled_shows_again_when_its_lease_ends() {
        behaviour = call -> queue.down = true;
        queue.put("one", Duration.ZERO);
        pump("work").start();
        time.runAll();
        behaviour = call -> {};
        queue.down = false;
        time.advance(Duration.ofSeconds(12));
        assertEquals(List.of("one", "one"), values());
        assertEquals(0, queue.approximateMessageCount());
    }

    @Test
    void after_a_stop_nothing_is_received_and_what_runs_is_awaited() throws InterruptedException {
        queue.put("one", Duration.ZERO);
        QueuePump pump = pump("work");
        pump.start();
        time.runOne();
        pump.stop();
        assertFalse(pump.awaitIdle(Duration.ZERO), "one was started");
        time.runAll();
        assertTrue(pump.awaitIdle(Duration.ZERO));
        int receives = queue.receives;
        queue.put("two", Duration.ZERO);
        time.advance(Duration.ofMinutes(1));
        assertEquals(receives, queue.receives);
        assertEquals(List.of("one"), values());
    }

    @Test
    void what_is_received_during_a_stop_is_shown_to_others_at_once() {
        List<QueuePump> pumps = new ArrayList<>();
        DeliveryQueue stopsMeanwhile =
                new ForwardingQueue(queue, () -> pumps.get(0).stop());
        pumps.add(pump("work", stopsMeanwhile));
        queue.put("one", Duration.ZERO);
        pumps.get(0).start();
        time.runAll();
        assertEquals(List.of(), values());
        assertEquals(Duration.ZERO, queue.hiddenFor());
    }

    private QueuePump pump(String name) {
        return pump(name, queue(name));
    }

    private QueuePump pump(String name, DeliveryQueue source) {
        QueueSettings settings = new QueueSettings(
                batchSize, newBatchThreshold, Duration.ofSeconds(1), Duration.ofSeconds(30), maxDequeueCount);
        LocalFunction function = FunctionIndex.of(List.of(TestFunctions.class)).functions().stream()
                .filter(candidate -> candidate.name().equals("Work"))
                .findFirst()
                .orElseThrow();
        FunctionInvoker invoker = new FunctionInvoker(TestFunctions.injector(call -> {
            calls.add(call);
            behaviour.accept(call);
        }));
        QueueMessageRunner runner = new QueueMessageRunner(
                function,
                name,
                wanted -> wanted.equals(name) ? source : queue(wanted),
                settings,
                LEASE,
                leases,
                invoker,
                time);
        return new QueuePump(runner, settings, time, () -> 0.5);
    }

    private FakeQueue queue(String name) {
        return queues.computeIfAbsent(name, unused -> new FakeQueue(time));
    }

    private List<String> values() {
        return calls.stream().map(TestFunctions.Call::value).toList();
    }

    private static Receipt bound(TestFunctions.Call call) {
        return new Receipt(call.id(), call.popReceipt());
    }
}
