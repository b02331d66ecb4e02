package io.gridhook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Makes the corpus: events as shops and devices publish them, each of 1,024 bytes. Half of an event or more is tokens, hashes and other
 * text that does not compress, as events carry signatures, ids and encrypted parts. The same ones whenever it runs.
 */
final class CorpusGenerator {
    /** More than go into a pack, so that none finds its like there. */
    static final int EVENTS = 160;

    /** Length of each event, with its envelope. */
    static final int EVENT_BYTES = 1_024;

    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final List<String> CITIES = List.of("Aarhus", "Bergen", "Coimbra", "Dresden", "Espoo", "Funchal");

    private final SplittableRandom random = new SplittableRandom(20_261_120);

    /** Writes the corpus to the file that the only argument names. */
    public static void main(String[] args) throws IOException {
        Files.write(Path.of(args[0]), new CorpusGenerator().events());
    }

    /** A line of JSON for each. */
    List<String> events() {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(i % 2 == 0 ? order(i) : telemetry(i));
        }
        return events;
    }

    private String order(int i) {
        String data = "{\"orderNumber\":\"" + (700_000 + random.nextInt(99_999)) + "\",\"customer\":{\"reference\":\""
                + hex(16) + "\",\"city\":\"" + city() + "\",\"loyal\":" + random.nextBoolean() + "},\"lines\":["
                + line() + "," + line() + "],\"total\":" + money() + ",\"currency\":\"EUR\",\"paymentToken\":\"";
        return event("/shops/" + i % 7 + "/orders", "Shop.OrderPlaced", i, data);
    }

    private String line() {
        return "{\"sku\":\"" + hex(4) + "\",\"quantity\":" + (1 + random.nextInt(4)) + ",\"price\":" + money() + "}";
    }

    private String telemetry(int i) {
        String data = "{\"device\":\"" + hex(8) + "\",\"firmware\":\"4." + random.nextInt(9) + ".1\",\"site\":\""
                + city()
                + "\",\"temperature\":" + money() + ",\"humidity\":" + random.nextInt(100) + ",\"voltage\":" + money()
                + ",\"digest\":\"" + hex(32) + "\",\"samples\":\"";
        return event("/sites/" + i % 5 + "/devices", "Plant.Measured", i, data);
    }

    /** Filled up with what does not compress. */
    private String event(String subject, String type, int i, String data) {
        String start = "{\"id\":\"" + EventIds.NONE + "\",\"eventType\":\"" + type + "\",\"subject\":\"" + subject
                + "\",\"eventTime\":\"" + String.format(Locale.ROOT, "2026-11-20T12:%02d:%02d.%03dZ", i % 60, i % 53, i)
                + "\",\"dataVersion\":\"1.0\",\"data\":" + data;
        String end = "\"}}";
        return start + token(EVENT_BYTES - start.length() - end.length()) + end;
    }

    private String token(int length) {
        StringBuilder token = new StringBuilder();
        while (token.length() < length) {
            token.append(BASE64.charAt(random.nextInt(BASE64.length())));
        }
        return token.toString();
    }

    private String hex(int bytes) {
        return HexFormat.of().formatHex(Base64.getUrlDecoder().decode(token(4 * bytes)), 0, bytes);
    }

    private String city() {
        return CITIES.get(random.nextInt(CITIES.size()));
    }

    private String money() {
        return random.nextInt(200) + "." + (10 + random.nextInt(89));
    }
}
