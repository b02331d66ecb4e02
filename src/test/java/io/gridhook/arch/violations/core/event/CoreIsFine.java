package io.gridhook.arch.violations.core.event;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** All that core may use. */
final class CoreIsFine {
    private CoreIsFine() {}

    static byte[] bytes(URI uri, Clock clock) {
        byte[] bytes = uri.toString().getBytes(StandardCharsets.UTF_8);
        byte[] copy = new byte[bytes.length];
        System.arraycopy(bytes, 0, copy, 0, bytes.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(copy);
        List.of(Instant.EPOCH, Instant.now(clock))
                .forEach(instant -> out.writeBytes(instant.toString().getBytes(StandardCharsets.UTF_8)));
        return out.toByteArray();
    }
}
