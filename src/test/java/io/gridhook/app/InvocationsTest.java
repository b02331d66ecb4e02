package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** DESIGN §1.3: an endpoint that hangs does not keep the host's invocations from the others. */
class InvocationsTest {
    private final PipelineFixture world = new PipelineFixture();
    private final List<CompletableFuture<Void>> invocations = new ArrayList<>();

    private void deliverOneMore() {
        world.published(1, 10);
        invocations.add(world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told()));
    }

    private long waiting() {
        return invocations.stream().filter(each -> !each.isDone()).count();
    }

    @Test
    void a_few_wait_as_long_as_their_patience_lasts() {
        world.subscribe("hangs");
        world.hangs("hangs");
        for (int i = 0; i < Dispatch.MANY; i++) {
            deliverOneMore();
        }
        world.pass(Duration.ofSeconds(2));
        assertEquals(Dispatch.MANY, waiting());
        assertEquals(List.of(), world.calls("retries"));
    }

    @Test
    void when_they_are_many_the_one_that_waits_longest_is_handed_off() {
        world.subscribe("hangs");
        world.hangs("hangs");
        for (int i = 0; i < Dispatch.MANY + 3; i++) {
            deliverOneMore();
        }
        assertEquals(Dispatch.MANY + 3, waiting(), "none before its least time");
        world.pass(Dispatch.LEAST);
        assertEquals(Dispatch.MANY, waiting());
        assertTrue(invocations.subList(0, 3).stream().allMatch(CompletableFuture::isDone));
        assertEquals(3, world.retries.bodies().size());
        world.pass(Duration.ofSeconds(3));
        assertEquals(0, waiting());
        assertEquals(Dispatch.MANY + 3, world.retries.bodies().size());
    }

    /** Else they would be taken for slow because others are. */
    @Test
    void to_be_handed_off_early_says_nothing_of_the_endpoint() {
        world.subscribe("billing");
        world.hangs("billing");
        for (int i = 0; i < Dispatch.MANY + 1; i++) {
            deliverOneMore();
        }
        world.pass(Dispatch.LEAST);
        assertEquals(1, world.retries.bodies().size());
        world.open.forEach(answer -> answer.complete(AttemptOutcome.Responded.of(200)));
        assertEquals(0, waiting());
        assertEquals(List.of(), world.retries.bodies());
    }

    /** functions-runtime §2: the host receives more while at most {@code newBatchThreshold} invocations of a queue are under way. */
    @Test
    void the_host_receives_more_while_as_many_as_may_wait_do() throws IOException {
        Matcher threshold =
                Pattern.compile("\"newBatchThreshold\": (\\d+)").matcher(Files.readString(Path.of("host.json")));
        assertTrue(threshold.find());
        assertTrue(2 * Dispatch.MANY <= Integer.parseInt(threshold.group(1)));
    }
}
