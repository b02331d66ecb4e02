package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged requests: they are refused in one way only, or what was accepted can be read again and delivered. */
final class EventReaderFuzzTest {
    private static final int ROUNDS = 10_000;
    private static final Map<String, String> HEADERS =
            Map.of("ce-specversion", "1.0", "ce-id", "1%20", "ce-source", "/s", "ce-type", "t");

    private record Sample(EventSchema schema, String contentType, Map<String, String> headers, String text) {}

    private static Sample sample(SplittableRandom random) {
        String data = ",\"data\":" + Json.value(random, 4) + "}";
        String grid = EVENT_GRID_EVENT.replace("}", ",\"dataVersion\":null" + data);
        String cloud = CLOUD_EVENT.replace("}", ",\"time\":\"2020-01-01T00:00:00.5Z\",\"x\":1" + data);
        String custom = "{\"mySubject\":\"s\",\"myId\":5" + data;
        return switch (random.nextInt(5)) {
            case 0 -> new Sample(EventSchema.EVENT_GRID, "application/json", Map.of(), "[" + grid + "," + grid + "]");
            case 1 -> new Sample(EventSchema.CLOUD_EVENT_V1_0, "application/cloudevents+json", Map.of(), cloud);
            case 2 ->
                new Sample(
                        EventSchema.CLOUD_EVENT_V1_0,
                        "application/cloudevents-batch+json",
                        Map.of(),
                        "[" + cloud + "]");
            case 3 -> new Sample(EventSchema.CLOUD_EVENT_V1_0, "application/json", HEADERS, custom);
            default -> new Sample(EventSchema.CUSTOM, "application/json", Map.of(), "[" + custom + "]");
        };
    }

    private static String damaged(String text, SplittableRandom random) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(4); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
        return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
    }

    private static boolean survives(SplittableRandom random) {
        Sample sample = sample(random);
        PublishedBody body = new PublishedBody(sample.contentType(), sample.headers(), damaged(sample.text(), random));
        List<Event> events;
        try {
            events = EventReader.read(body, rules(sample.schema()));
        } catch (InvalidEventException e) {
            return false;
        }
        for (Event event : events) {
            deliver(event);
        }
        return true;
    }

    private static void deliver(Event event) {
        if (event.schema() != EventSchema.CUSTOM) {
            assertEquals(event.attributes(), EventReader.attributes(event.schema(), event.json()));
        }
        for (DeliverySchema out : DeliverySchema.values()) {
            if (EventWriter.allowed(event.schema(), out)) {
                EventWriter.write(out, List.of(event), false, false);
            }
        }
    }

    @Test
    void nothing_but_a_refusal_ever_comes_out() {
        int[] ends = new int[2];
        Seeds.each(ROUNDS, random -> ends[survives(random) ? 1 : 0]++);
        boolean replay = ends[0] + ends[1] == 1;
        assertTrue(replay || (ends[0] > ROUNDS / 10 && ends[1] > ROUNDS / 10), Arrays.toString(ends));
    }
}
