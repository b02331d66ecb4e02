package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of a put that failed: over a storage that answers what a test says, on every try. */
class StorageDeliveryQueueTest {
    private static final String STORAGE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
            + "AccountKey=bm90IGEga2V5;BlobEndpoint=http://127.0.0.1:%1$d/a;QueueEndpoint=http://127.0.0.1:%1$d/a;"
            + "TableEndpoint=http://127.0.0.1:%1$d/a;";
    /** It reads the request and ends the connection: whether it did what was asked, nobody can tell. */
    private static final String LOST = "lost";

    private static StorageUnavailableException failedPut(int port) {
        StorageConnection connection =
                StorageConnection.from(Map.of("AzureWebJobsStorage", STORAGE.formatted(port))::get, transaction -> {});
        StorageDeliveryQueue queue = new StorageDeliveryQueue(connection, StorageNames.DELIVERIES);
        return assertThrows(StorageUnavailableException.class, () -> queue.put("body", Duration.ZERO));
    }

    @ParameterizedTest
    @CsvSource({
        "403, true",
        "404, true",
        "408, false",
        "500, false",
        "503, false",
        "lost, false",
        "500 403, false",
        "lost 403, false",
    })
    void a_put_is_refused_for_certain_only_if_every_try_was(String answers, boolean isRefused) throws IOException {
        Queue<String> left = new ArrayDeque<>(List.of(answers.split(" ", -1)));
        HttpServer storage = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        storage.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String answer = left.size() > 1 ? left.remove() : left.element();
            if (!answer.equals(LOST)) {
                exchange.sendResponseHeaders(Integer.parseInt(answer), -1);
            }
            exchange.close();
        });
        storage.start();
        try {
            assertEquals(isRefused, failedPut(storage.getAddress().getPort()).isRefused());
            assertEquals(1, left.size());
        } finally {
            storage.stop(0);
        }
    }

    @Test
    void a_put_that_reached_nobody_is_refused_for_certain() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertTrue(failedPut(port).isRefused());
    }
}
