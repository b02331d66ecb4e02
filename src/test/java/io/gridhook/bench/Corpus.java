package io.gridhook.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The events of {@code bench/corpus.jsonl}, put into bodies of publishes. */
final class Corpus {
    private static final String FILE = "/bench/corpus.jsonl";

    private final List<String> events;

    private Corpus(List<String> events) {
        this.events = List.copyOf(events);
    }

    /** Of the class path. */
    static Corpus read() {
        try (InputStream in = Objects.requireNonNull(Corpus.class.getResourceAsStream(FILE), FILE)) {
            return new Corpus(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> events() {
        return events;
    }

    /** One body for each event of the corpus, which starts with it; {@code batch} events in each. */
    List<PublishBody> bodies(int batch) {
        List<PublishBody> bodies = new ArrayList<>();
        for (int first = 0; first < events.size(); first++) {
            List<String> batched = new ArrayList<>();
            for (int i = 0; i < batch; i++) {
                batched.add(events.get((first + i) % events.size()));
            }
            bodies.add(PublishBody.of("[" + String.join(",", batched) + "]"));
        }
        return bodies;
    }

    /** Bodies of one event each, whose data holds other events up to {@code bytes}. */
    List<PublishBody> largeBodies(int bytes) {
        List<PublishBody> bodies = new ArrayList<>();
        for (int first = 0; first < events.size(); first += events.size() / 8) {
            StringBuilder body = new StringBuilder(
                    "[{\"id\":\"" + EventIds.NONE + "\",\"eventType\":\"Shop.DayClosed\","
                            + "\"subject\":\"/shops\",\"eventTime\":\"2026-11-20T12:00:00Z\",\"dataVersion\":\"1.0\",\"data\":[");
            for (int i = first; body.length() < bytes - 1_100; i++) {
                body.append(i == first ? "" : ",").append(nested(events.get(i % events.size())));
            }
            bodies.add(PublishBody.of(body.append("]}]").toString()));
        }
        return bodies;
    }

    /** The one id of a body is its event's. */
    private static String nested(String event) {
        return event.replace("\"id\":\"" + EventIds.NONE + "\"", "\"kind\":\"nested\"");
    }
}
