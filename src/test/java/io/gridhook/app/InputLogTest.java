package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Issue 18, point 6: an internal fault tells what led to it. */
class InputLogTest {
    private static final Instant NOW = PipelineFixture.START;

    private final PipelineFixture world = new PipelineFixture();

    /** Fails on every input of this kind, as a fault in the engine would. */
    private record Faulty(String kind, List<String> inputs) implements DeliveryProbe {
        @Override
        public boolean delays(String name, Runnable command) {
            return false;
        }

        @Override
        public void decided(String input, List<String> commands, Set<String> states) {
            inputs.add(input);
            if (input.contains(" " + kind + " ")) {
                throw new IllegalStateException("planned");
            }
        }
    }

    private CompletableFuture<Void> deliver(Pipeline instance) {
        world.published(1, 10);
        QueueMessage message = world.receive(world.deliveries);
        return instance.deliverer().deliver(message, world.told());
    }

    @Test
    void an_internal_fault_fails_its_message_alone_and_writes_the_last_inputs_to_the_log() {
        world.subscribe("billing");
        world.hangs("billing");
        List<String> inputs = new ArrayList<>();
        Pipeline faulty = world.newPipeline(new Faulty("settled", inputs));
        CompletableFuture<Void> other = deliver(faulty);
        CompletableFuture<Void> met = deliver(faulty);
        world.open.get(1).complete(Responded.of(200));
        assertTrue(met.isDone());
        assertFalse(other.isDone());
        List<String> told =
                world.log.stream().filter(line -> line.startsWith("trouble: ")).toList();
        assertTrue(told.get(0).contains("internal fault: java.lang.IllegalStateException: planned"), told::toString);
        inputs.forEach(input -> assertTrue(told.get(1).contains(input), input));
        world.open.get(0).complete(Responded.of(200));
        assertTrue(other.isDone());
        assertEquals(
                2,
                world.log.stream().filter(line -> line.startsWith("trouble: ")).count(),
                "said once for faults that follow each other");
    }

    @Test
    void as_many_lines_as_fit_are_kept() {
        InputLog log = new InputLog(world.told());
        for (int i = 0; i < 5_000; i++) {
            log.add(NOW, new Input.RampUp("endpoint-" + i));
        }
        assertEquals(4_000, log.lines().size());
        assertTrue(
                log.lines().get(0).endsWith("rampUp endpoint-1000"), log.lines().get(0));
        log.add(NOW, new Input.RampUp("x".repeat(1_500_000)));
        assertEquals(List.of(), log.lines());
    }

    @Test
    void it_is_written_again_after_a_while() {
        InputLog log = new InputLog(world.told());
        log.add(NOW, new Input.Stop());
        log.dump(NOW, new IllegalStateException("first"));
        log.dump(NOW.plus(Duration.ofMinutes(9)), new IllegalStateException("second"));
        log.dump(NOW.plus(Duration.ofMinutes(10)), new IllegalStateException("third"));
        assertEquals(
                List.of(
                        "trouble: the delivery engine met an internal fault: java.lang.IllegalStateException: first: the"
                                + " messages concerned come back; the last 1 inputs follow",
                        "trouble: inputs 1 to 1: \n" + InputLog.nanos(NOW) + " stop",
                        "trouble: the delivery engine met an internal fault: java.lang.IllegalStateException: third: the"
                                + " messages concerned come back; the last 1 inputs follow",
                        "trouble: inputs 1 to 1: \n" + InputLog.nanos(NOW) + " stop"),
                world.log);
    }
}
