package io.gridhook.client;

import com.sun.net.httpserver.HttpServer;
import io.gridhook.adapter.entra.TestIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A tenant of Entra that serves its keys on the loopback address, and makes tokens that are good now. */
final class EntraTenant implements AutoCloseable {
    private final TestIssuer issuer = new TestIssuer(Instant.now());
    private final HttpServer server;

    EntraTenant() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] keys = issuer.keys().getBytes(StandardCharsets.UTF_8);
        server.createContext("/keys", exchange -> {
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        server.start();
    }

    /** With which an app trusts it. */
    Map<String, String> settings() {
        return Map.of(
                "GRIDHOOK_ENTRA_TENANT_ID",
                TestIssuer.TENANT,
                "GRIDHOOK_ENTRA_AUDIENCES",
                TestIssuer.AUDIENCE,
                "GRIDHOOK_ENTRA_KEYS_URL",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
    }

    /** Of one who may publish. */
    String token() {
        return issuer.token();
    }

    /** Of one who has this role alone. */
    String token(String role) {
        return issuer.token(issuer.claims().claim("roles", List.of(role)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
