package io.gridhook.bench;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Events of half a kilobyte, no two alike, as publishers write them. */
final class BenchEvents {
    private BenchEvents() {}

    /** In Event Grid's schema. */
    static String eventGrid(int i) {
        return "{\"id\":\"" + i + "\",\"subject\":\"/orders/eu-west/" + i
                + "\",\"eventType\":\"Shop.OrderPlaced\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":" + data(i)
                + "}";
    }

    static String cloudEvent(int i) {
        return "{\"specversion\":\"1.0\",\"id\":\"" + i + "\",\"source\":\"/shop\",\"subject\":\"/orders/eu-west/" + i
                + "\",\"type\":\"Shop.OrderPlaced\",\"time\":\"2026-01-02T03:04:05Z\",\"data\":" + data(i) + "}";
    }

    /** {@code count} events of Event Grid's schema in an array. */
    static String eventGridArray(int count) {
        return IntStream.range(0, count).mapToObj(BenchEvents::eventGrid).collect(Collectors.joining(",", "[", "]"));
    }

    static String cloudEventArray(int count) {
        return IntStream.range(0, count).mapToObj(BenchEvents::cloudEvent).collect(Collectors.joining(",", "[", "]"));
    }

    private static String data(int i) {
        return String.format(
                Locale.ROOT,
                "{\"color\":\"blue-%d\",\"lines\":[%s{}],\"customer\":{\"name\":\"somebody\",\"age\":%d,\"city\":\"City-%d\"},"
                        + "\"note\":\"Please leave the order at the door, number %d\",\"amount\":%d.25,\"currency\":\"EUR\"}",
                i,
                "{\"sku\":\"1234567\",\"count\":2},".repeat(6),
                20 + i % 60,
                i % 10,
                i,
                i);
    }
}
