package io.gridhook.app;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What we are late with is said, and nothing that an endpoint, a schedule or an operator is the reason of. */
class LateMessagesTest {
    private final PipelineFixture world = new PipelineFixture();

    private List<String> troubles() {
        return world.log.stream().filter(line -> line.startsWith("trouble")).toList();
    }

    private double age(String queue) {
        return world.pipeline.oldestPendingAges().getOrDefault(queue, () -> -1).getAsDouble();
    }

    @ParameterizedTest
    @CsvSource({"PT15M, false", "PT15M1S, true", "PT26H, true"})
    void a_message_that_waited_for_us_longer_than_15_minutes_is_said_to_be_late(Duration waited, boolean isSaid) {
        world.subscribe("billing");
        world.published(1, 10);
        world.pass(waited);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(
                isSaid
                        ? List.of("trouble: a message of deliveries was taken up " + waited
                                + " after it was due: deliveries are late")
                        : List.of(),
                troubles());
        assertEquals((double) waited.toSeconds(), age("deliveries"));
        assertEquals(0, age("retries"));
    }

    @Test
    void a_retry_and_a_dead_letter_are_late_by_their_own_times() {
        world.subscribe("billing");
        world.answers("billing", 500);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        world.passUntilShown(world.retries);
        world.pass(Duration.ofMinutes(20));
        world.answers("billing", 400);
        assertTrue(world.invoke(world.retries));
        world.passUntilShown(world.deadLetters);
        world.pass(Duration.ofMinutes(30));
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(
                List.of(
                        "trouble: a message of retries was taken up PT20M after it was due: deliveries are late",
                        "trouble: a message of deadletters was taken up PT30M after it was due: deliveries are late"),
                troubles());
    }

    @Test
    void one_line_a_minute_says_it_however_many_are_late() {
        world.subscribe("billing");
        for (int i = 0; i < 4; i++) {
            world.published(1, 10);
        }
        world.pass(Duration.ofHours(1));
        assertTrue(world.invoke(world.deliveries));
        assertTrue(world.invoke(world.deliveries));
        world.pass(Duration.ofSeconds(59));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, troubles().size());
        world.pass(Duration.ofSeconds(1));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(2, troubles().size());
    }

    /** For hours, and taken up as soon as it is due: a schedule, probation, a place that is not free. */
    @ParameterizedTest
    @ValueSource(ints = {500, 503, 404})
    void what_waits_for_its_endpoint_is_not_late(int status) {
        world.subscribe("billing");
        world.answers("billing", status);
        world.published(12, 10);
        assertTrue(world.invoke(world.deliveries));
        for (int i = 0; i < 40 && !world.retries.bodies().isEmpty(); i++) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
        assertTrue(world.now().isAfter(PipelineFixture.START.plus(Duration.ofHours(2))), () -> "" + world.now());
        assertEquals(List.of(), troubles());
        assertTrue(age("retries") < 60, () -> "" + age("retries"));
    }

    @Test
    void the_most_is_remembered_for_five_to_ten_minutes() {
        Instant[] now = {PipelineFixture.START};
        LateMessages late = new LateMessages(Set.of("retries"), () -> now[0]);
        DoubleSupplier age = requireNonNull(late.inSeconds().get("retries"));
        assertEquals(0, age.getAsDouble());
        late.taken("retries", now[0].minusSeconds(100), world.told());
        late.taken("retries", now[0].minusSeconds(40), world.told());
        assertEquals(100, age.getAsDouble());
        now[0] = now[0].plusSeconds(299);
        late.taken("retries", now[0].minusSeconds(50), world.told());
        assertEquals(100, age.getAsDouble());
        now[0] = now[0].plusSeconds(1);
        late.taken("retries", now[0].minusSeconds(30), world.told());
        assertEquals(100, age.getAsDouble());
        now[0] = now[0].plusSeconds(300);
        assertEquals(30, age.getAsDouble());
        now[0] = now[0].plusSeconds(600);
        assertEquals(0, age.getAsDouble());
    }
}
