package io.gridhook.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A publish that is ready but for the ids of its events. */
final class PublishBody {
    private final byte[] bytes;
    private final int[] ids;

    private PublishBody(byte[] bytes, int[] ids) {
        this.bytes = bytes;
        this.ids = ids;
    }

    static PublishBody of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<Integer> ids = new ArrayList<>();
        for (int at = EventIds.find(bytes, 0, bytes.length); at >= 0; at = EventIds.find(bytes, at, bytes.length)) {
            ids.add(at);
        }
        return new PublishBody(bytes, ids.stream().mapToInt(Integer::intValue).toArray());
    }

    int length() {
        return bytes.length;
    }

    /** How many events it holds. */
    int events() {
        return ids.length;
    }

    /** Writes it; its events have the ids {@code firstId} and following. */
    void write(long firstId, byte[] to, int at) {
        System.arraycopy(bytes, 0, to, at, bytes.length);
        for (int i = 0; i < ids.length; i++) {
            EventIds.write(firstId + i, to, at + ids[i]);
        }
    }
}
