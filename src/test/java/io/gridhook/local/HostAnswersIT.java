package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The local host answers as the real host does: the requests of {@code host/requests.txt}, whose head says how to play them elsewhere. */
@Timeout(120)
class HostAnswersIT {
    private static final Path REQUESTS = Path.of("src/test/resources/host/requests.txt");
    private static final Pattern REPEATED = Pattern.compile("\\{(.)\\*([0-9]{1,9})}");
    private static final int TIMEOUT_MILLIS = 60_000;
    /** For a connection that ends without an answer. */
    private static final Answer ENDED = new Answer("ended", Map.of(), "");

    private static Optional<TestHost> local = Optional.empty();
    private static URI url;
    private static Map<String, String> keys;

    @BeforeAll
    static void start(@TempDir Path project) {
        String other = System.getProperty("host", "");
        if (other.isEmpty()) {
            local = Optional.of(TestHost.start(project, Map.of()));
        }
        url = local.map(TestHost::http).orElseGet(() -> URI.create(other));
        String management = System.getProperty("host.key", TestHost.MANAGEMENT_KEY);
        keys = Map.of("{management}", management, "{topic}", new Calls(url, management).key("default"));
    }

    @AfterAll
    static void stop() {
        local.ifPresent(TestHost::close);
    }

    /** One line of the file. {@code local} is the local host's own status, if it is another. */
    private record Row(
            String request, String headers, String body, String status, String type, String part, String local) {
        static Row of(String line) {
            List<String> cells = new ArrayList<>(
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList());
            if (cells.size() < 5 || cells.size() > 7) {
                throw new IllegalArgumentException(line);
            }
            while (cells.size() < 7) {
                cells.add("");
            }
            return new Row(
                    cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5), cells.get(6));
        }

        @Override
        public String toString() {
            return request + (headers.isEmpty() ? "" : " | " + headers) + (body.isEmpty() ? "" : " | " + body);
        }
    }

    /** An answer; header names are in lower case. */
    private record Answer(String status, Map<String, String> headers, String body) {
        /** Not to the connection's end where the length is known, as a server may wait there for the body that it refused. */
        static Answer read(InputStream in, boolean isOfHead) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return ENDED;
                }
                head.append((char) next);
            }
            List<String> lines = head.toString().lines().toList();
            String status = lines.get(0).split(" ", -1)[1];
            Map<String, String> headers = new TreeMap<>();
            lines.stream().skip(1).filter(line -> !line.isEmpty()).forEach(line -> {
                String[] header = line.split(": *", 2);
                headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
            });
            boolean isEmpty = isOfHead || status.equals("204") || status.equals("304");
            String length = isEmpty ? "0" : headers.getOrDefault("content-length", "");
            byte[] body = length.isEmpty() ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
            return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
        }
    }

    static Stream<Row> rows() throws IOException {
        return Files.readAllLines(REQUESTS).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Row::of);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void it_answers_as_the_real_host(Row row) throws IOException {
        Answer answer = send(row);
        if (local.isPresent() && !row.local().isEmpty()) {
            assertEquals(row.local(), answer.status(), answer.toString());
            return;
        }
        assertEquals(row.status(), answer.status(), answer.toString());
        String type = answer.headers().getOrDefault("content-type", "none");
        String expected = row.type();
        boolean isPrefix = expected.endsWith("*");
        assertTrue(
                expected.equals("any")
                        || (isPrefix
                                ? type.startsWith(expected.substring(0, expected.length() - 1))
                                : type.equals(expected)),
                answer.toString());
        if (row.part().isEmpty()) {
            // An empty body may also be one chunk of no bytes.
            assertTrue(List.of("", "0").contains(answer.body().strip()), answer.toString());
        } else {
            assertTrue(answer.body().contains(row.part()), answer.toString());
        }
    }

    /** The page is where people look for what differs. */
    @Test
    void what_the_local_host_does_otherwise_is_on_the_page() throws IOException {
        String page = Files.readString(Path.of("src/site/markdown/testing.md"));
        List<Row> otherwise = rows().filter(row -> !row.local().isEmpty()).toList();
        assertEquals(3, otherwise.size());
        for (Row row : otherwise) {
            assertTrue(page.contains("`" + row + "`"), row.toString());
        }
    }

    private static Answer send(Row row) throws IOException {
        String body = filled(row.body());
        List<String> given =
                row.headers().isEmpty() ? List.of() : List.of(row.headers().split("~", -1));
        StringBuilder head = new StringBuilder(filled(row.request())).append(" HTTP/1.1\r\nConnection: close\r\n");
        if (given.stream().noneMatch(each -> each.matches("-?Host.*"))) {
            head.append("Host: ").append(url.getAuthority()).append("\r\n");
        }
        given.stream().filter(each -> !each.startsWith("-")).forEach(each -> head.append(filled(each))
                .append("\r\n"));
        if (!body.isEmpty() && given.stream().noneMatch(each -> each.startsWith("Transfer-Encoding"))) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length())
                    .append("\r\n");
        }
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
            return Answer.read(socket.getInputStream(), row.request().startsWith("HEAD "));
        } catch (SocketException e) {
            return ENDED;
        }
    }

    private static String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> key : keys.entrySet()) {
            filled = filled.replace(key.getKey(), key.getValue());
        }
        return REPEATED.matcher(filled)
                .replaceAll(match -> Matcher.quoteReplacement(match.group(1).repeat(Integer.parseInt(match.group(2)))))
                .replace("~", "\r\n");
    }
}
