package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that stops in the middle of an answer: a call ends, and says what is not known. */
class ServerTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    private static final Duration SOON = Duration.ofMillis(500);

    /** Says that much to one who connects, and then nothing, or ends the connection. */
    private static CtlException asked(String said, boolean ends, Consumer<Server> call) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> connected = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            Socket one = socket.accept();
                            one.getInputStream().read(new byte[4096]);
                            one.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
                            if (ends) {
                                one.shutdownOutput();
                            }
                            return one;
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    command -> new Thread(command).start());
            Server server =
                    new Server(ServerUrl.of("http://127.0.0.1:" + socket.getLocalPort()), Optional.empty(), SOON);
            CtlException thrown = assertThrows(CtlException.class, () -> call.accept(server));
            connected.join().close();
            return thrown;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", HEAD})
    void a_read_that_stalls_ends(String said) throws IOException {
        CtlException thrown = asked(said, false, server -> server.get("/topics"));
        assertEquals(ExitCode.UNREACHABLE, thrown.exitCode());
        assertTrue(thrown.getMessage().endsWith("is not reachable: no whole answer in time"), thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_change_whose_answer_is_lost_may_have_been_done(boolean ends) throws IOException {
        for (String said : new String[] {"", HEAD}) {
            CtlException thrown = asked(said, ends, server -> server.post("/manage/redrives", "{}"));
            assertEquals(ExitCode.UNKNOWN, thrown.exitCode(), thrown.getMessage());
            assertTrue(
                    thrown.getMessage().contains("may or may not have been done: see `redrive list`"),
                    thrown.getMessage());
        }
    }

    @Test
    void a_count_whose_answer_is_lost_changed_nothing() throws IOException {
        CtlException thrown = asked(HEAD, false, server -> server.query("/manage/redrives", "{}"));
        assertEquals(ExitCode.UNREACHABLE, thrown.exitCode());
    }

    @Test
    void what_was_never_sent_was_not_done() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Server server = new Server(ServerUrl.of("http://127.0.0.1:" + port), Optional.empty());
        assertEquals(
                ExitCode.UNREACHABLE,
                assertThrows(CtlException.class, () -> server.post("/manage/redrives", "{}"))
                        .exitCode());
    }
}
