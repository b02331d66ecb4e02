package io.gridhook.adapter.http;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** An HTTPS endpoint that speaks HTTP/1.1 and answers 204. */
final class TlsEndpoint implements AutoCloseable {
    private final HttpsServer server;
    private final TlsKeys keys;

    TlsEndpoint(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        keys = new TlsKeys(folder);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(keys.serving()));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    TlsKeys keys() {
        return keys;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
