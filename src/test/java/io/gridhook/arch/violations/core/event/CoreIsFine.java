package io.gridhook.arch.violations.core.event;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** All that core may use. */
final class CoreIsFine {
    private CoreIsFine() {}

    static byte[] signature(byte[] secret, String urlEncoded) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return mac.doFinal(URLDecoder.decode(urlEncoded, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

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
