package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TimerPumpTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Instant> runs = new ArrayList<>();

    @Test
    void it_runs_at_the_times_of_its_schedule() {
        pump(call -> assertTrue(call.value().contains("\"IsPastDue\":false"))).start();
        time.advance(Duration.ofMinutes(15));
        assertEquals(
                List.of(
                        Instant.parse("2026-11-20T12:05:00Z"),
                        Instant.parse("2026-11-20T12:10:00Z"),
                        Instant.parse("2026-11-20T12:15:00Z")),
                runs);
    }

    @Test
    void times_that_pass_during_a_run_are_left_out() {
        pump(call -> time.advance(Duration.ofMinutes(6))).start();
        time.advance(Duration.ofMinutes(10));
        time.advance(Duration.ofMinutes(5));
        assertEquals(
                List.of(Instant.parse("2026-11-20T12:05:00Z"), Instant.parse("2026-11-20T12:15:00Z")),
                runs.subList(0, 2));
    }

    @Test
    void a_run_that_fails_does_not_end_the_schedule() {
        pump(call -> {
                    throw new IllegalStateException("on purpose");
                })
                .start();
        time.advance(Duration.ofMinutes(10));
        assertEquals(2, runs.size());
    }

    @Test
    void after_a_stop_it_runs_no_more() throws InterruptedException {
        TimerPump pump = pump(call -> {});
        pump.start();
        time.advance(Duration.ofMinutes(5));
        pump.stop();
        time.advance(Duration.ofMinutes(50));
        assertEquals(1, runs.size());
        assertTrue(pump.awaitIdle(Duration.ZERO));
    }

    private TimerPump pump(Consumer<TestFunctions.Call> behaviour) {
        LocalFunction function = FunctionIndex.of(List.of(TestFunctions.class)).functions().stream()
                .filter(candidate -> candidate.name().equals("Tick"))
                .findFirst()
                .orElseThrow();
        FunctionInvoker invoker = new FunctionInvoker(TestFunctions.injector(call -> {
            runs.add(time.instant());
            behaviour.accept(call);
        }));
        return new TimerPump(function, Ncrontab.parse("0 */5 * * * *"), invoker, time, time);
    }
}
