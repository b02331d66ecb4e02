package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CorpusTest {
    private static final Corpus CORPUS = Corpus.read();

    @Test
    void the_file_is_what_the_generator_makes() {
        assertEquals(new CorpusGenerator().events(), CORPUS.events());
    }

    /** Issue 6, point 1: at least half of the bytes are incompressible. Of all together, so that likenesses between events count. */
    @Test
    void at_least_half_of_its_bytes_do_not_compress() throws IOException {
        byte[] bytes = String.join("\n", CORPUS.events()).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        double ratio = (double) compressed.size() / bytes.length;
        assertTrue(ratio >= 0.5 && ratio < 0.8, "gzip leaves " + ratio);
    }

    @Test
    void every_event_has_1_KB_and_one_place_for_its_id() {
        for (PublishBody body : CORPUS.bodies(1)) {
            assertEquals(CorpusGenerator.EVENT_BYTES + 2, body.length());
            assertEquals(1, body.events());
        }
        assertEquals(100, CORPUS.bodies(100).get(7).events());
    }

    @Test
    void a_large_body_is_one_event_of_about_100_KB() throws IOException {
        for (PublishBody body : Workload.LARGE.bodies(CORPUS)) {
            assertEquals(1, body.events());
            assertTrue(body.length() > 98_000 && body.length() <= 100 * 1024, "bytes: " + body.length());
            assertEquals(1, new ObjectMapper().readTree(written(body, 0)).size());
        }
    }

    @Test
    void ids_are_written_into_all_events_and_found_again() throws IOException {
        long first = EventIds.of(12, 345_678);
        byte[] written = written(CORPUS.bodies(100).get(3), first);
        assertEquals(
                "0012000345777",
                new ObjectMapper().readTree(written).path(99).path("id").asText());
        int count = 0;
        for (int at = EventIds.find(written, 0, written.length);
                at >= 0;
                at = EventIds.find(written, at, written.length)) {
            assertEquals(first + count++, EventIds.read(written, at));
        }
        assertEquals(100, count);
        assertEquals(List.of(12, 345_678L), List.of(EventIds.run(first), EventIds.sequence(first)));
    }

    private static byte[] written(PublishBody body, long first) {
        byte[] bytes = new byte[body.length()];
        body.write(first, bytes, 0);
        return bytes;
    }
}
