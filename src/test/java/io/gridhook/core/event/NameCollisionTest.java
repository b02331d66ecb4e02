package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names that collide in a hash table. Jackson keeps one for all documents: 515 such names in it, and then another publisher's events
 * threw ArrayIndexOutOfBoundsException.
 */
class NameCollisionTest {
    private static List<Event> read(String data) {
        String event = EVENT_GRID_EVENT.replace("}", ",\"data\":" + data + "}");
        return EventReader.read(json("[" + event + "]"), rules(EventSchema.EVENT_GRID));
    }

    /** Whether it is refused is not the question. */
    private static void tried(String data) {
        try {
            read(data);
        } catch (InvalidEventException e) {
            assertEquals(InvalidEventException.Kind.INPUT_JSON_INVALID, e.kind());
        }
    }

    /** What is accepted can be read again, alone, when it is delivered: one event that cannot would cost all of its pack. */
    @ParameterizedTest
    @ValueSource(ints = {500, 515, 700, 3_000, 40_000})
    void names_that_collide_are_names_like_others(int count) {
        Event event = read(CollidingNames.object(count, 7)).get(0);
        assertEquals(event.attributes(), EventReader.attributes(EventSchema.EVENT_GRID, event.json()));
    }

    @Test
    void one_publishers_names_do_not_fail_the_events_of_others() {
        SplittableRandom random = new SplittableRandom(5);
        for (int count : new int[] {520, 700, 3_000, 515, 515}) {
            tried(CollidingNames.object(count, count));
            for (int i = 0; i < 100; i++) {
                String others = IntStream.range(0, 50)
                        .mapToObj(j -> "\"f" + Long.toString(random.nextLong(), 36) + "\":1")
                        .collect(Collectors.joining(",", "{", "}"));
                assertEquals(1, read(others).size());
            }
        }
    }
}
