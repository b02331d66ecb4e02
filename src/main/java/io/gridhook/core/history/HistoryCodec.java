package io.gridhook.core.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Rows as bytes: one byte for the version of the format, then a JSON object for each row, a line each, deflated together. Rows of a kind
 * that is not known, a newer version's, are left out.
 */
final class HistoryCodec {
    private static final byte VERSION = 1;
    /** Ours, before they are deflated: with it, no batch is larger than a table's entity (1 MiB), whatever is in it. */
    static final int PLAIN_BYTES_MAX = 512 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    private HistoryCodec() {}

    /** Writes as many of the first rows as fit, and returns how many. */
    static int encode(List<HistoryRow> rows, ByteArrayOutputStream content) {
        content.write(VERSION);
        int written = 0;
        int size = 0;
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(content)) {
            for (HistoryRow row : rows) {
                byte[] line = (HistoryJson.of(row) + "\n").getBytes(StandardCharsets.UTF_8);
                if (size + line.length > PLAIN_BYTES_MAX) {
                    break;
                }
                deflated.write(line);
                size += line.length;
                written++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written;
    }

    /** Empty if it is damaged, or of a version that is not known. */
    static Optional<List<HistoryRow>> decode(byte[] content) {
        if (content.length == 0 || content[0] != VERSION) {
            return Optional.empty();
        }
        try (InputStream inflated = new InflaterInputStream(new ByteArrayInputStream(content, 1, content.length - 1))) {
            byte[] plain = inflated.readNBytes(PLAIN_BYTES_MAX + 1);
            return plain.length > PLAIN_BYTES_MAX
                    ? Optional.empty()
                    : Optional.of(rows(new String(plain, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static List<HistoryRow> rows(String lines) throws JsonProcessingException {
        List<HistoryRow> rows = new ArrayList<>();
        for (String line : lines.split("\n", -1)) {
            if (!line.isEmpty()) {
                HistoryJson.read(JSON.readTree(line)).ifPresent(rows::add);
            }
        }
        return rows;
    }
}
