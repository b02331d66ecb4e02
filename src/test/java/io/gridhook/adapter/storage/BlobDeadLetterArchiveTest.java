package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the emulator does not answer, but Blob Storage does. */
class BlobDeadLetterArchiveTest {
    private static final DeadLetterDestination LETTERS =
            new DeadLetterDestination("/storageAccounts/mine", "deadletter");

    private String error = "";
    private int pages = 1;
    private final HttpServer server = server();
    private final BlobDeadLetterArchive archive = new BlobDeadLetterArchive(connection());

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private StorageConnection connection() {
        String at = "=http://127.0.0.1:" + server.getAddress().getPort() + "/devstoreaccount1;";
        String settings = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0IGtleQ==;"
                + "BlobEndpoint" + at + "QueueEndpoint" + at + "TableEndpoint" + at;
        return StorageConnection.from(Map.of("AzureWebJobsStorage", settings)::get, transaction -> {});
    }

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        if (!error.isEmpty()) {
            exchange.getResponseHeaders().set("x-ms-error-code", error);
            exchange.sendResponseHeaders(409, -1);
        } else {
            byte[] page = page(exchange.getRequestURI().getQuery()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/xml");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
        }
        exchange.close();
    }

    /** List Blobs: one folder on each. */
    private String page(String query) {
        int page = 1;
        for (String parameter : query.split("&")) {
            page = parameter.startsWith("marker=") ? Integer.parseInt(parameter.substring("marker=".length())) : page;
        }
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults ServiceEndpoint=\"http://127.0.0.1/\""
                + " ContainerName=\"deadletter\"><Prefix>B/</Prefix><Delimiter>/</Delimiter><Blobs><BlobPrefix><Name>B/"
                + page + "/</Name></BlobPrefix></Blobs><NextMarker>" + (page < pages ? page + 1 : "")
                + "</NextMarker></EnumerationResults>";
    }

    /** Only its owner can make it readable: trying again does not. */
    @ParameterizedTest
    @ValueSource(strings = {"BlobArchived", "BlobBeingRehydrated", "BlobUsesCustomerSpecifiedEncryption"})
    void a_blob_that_storage_does_not_give_out_is_passed_over(String code) {
        error = code;
        assertEquals(Optional.empty(), archive.read(LETTERS, "B/2026/1/1/1/a.json", 10));
    }

    @Test
    void another_refusal_is_not() {
        error = "AccountIsDisabled";
        assertThrows(StorageUnavailableException.class, () -> archive.read(LETTERS, "B/2026/1/1/1/a.json", 10));
    }

    @Test
    void folders_of_all_pages_are_found() {
        pages = 3;
        assertEquals(List.of("1", "2", "3"), archive.folders(LETTERS, "B/"));
    }

    /** Rather than to leave some out. */
    @Test
    void too_many_folders_are_told() {
        pages = 21;
        assertThrows(StorageUnavailableException.class, () -> archive.folders(LETTERS, "B/"));
        pages = 20;
        assertEquals(20, archive.folders(LETTERS, "B/").size());
    }
}
