package io.gridhook.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A Gridhook, asked over HTTP. */
final class Server {
    /** Ours. */
    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
    /** Ours: more than a test event takes, which waits for its endpoint. */
    private static final Duration ANSWER_MAX = Duration.ofMinutes(3);
    /** Ours: more than any list that fits a screen; it is held in memory. */
    private static final int BYTES_MAX = 64 * 1024 * 1024;

    private final ServerUrl url;
    private final Optional<Credential> credential;
    /** Follows no redirects: they would carry the key elsewhere. */
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_MAX)
            .build();

    Server(ServerUrl url, Optional<Credential> credential) {
        this.url = url;
        this.credential = credential;
    }

    /**
     * Reads what a path names.
     *
     * @throws CtlException if it is refused, or nobody answers
     */
    Answer get(String path) {
        return expectGood(tryGet(path));
    }

    /** Like {@link #get}, but a refusal is an answer. */
    Answer tryGet(String path) {
        return send(HttpRequest.newBuilder(url.resolve(path)).GET());
    }

    /**
     * Posts JSON, or nothing where it is empty.
     *
     * @throws CtlException if it is refused, or nobody answers
     */
    Answer post(String path, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        return expectGood(send(
                json.isEmpty()
                        ? request.POST(HttpRequest.BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(json))));
    }

    private Answer send(HttpRequest.Builder request) {
        credential.ifPresent(each -> request.header(each.header(), each.value()));
        try {
            HttpResponse<InputStream> response = client.send(
                    request.header("Accept", "application/json")
                            .timeout(ANSWER_MAX)
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            return new Answer(response.statusCode(), body(response));
        } catch (HttpTimeoutException e) {
            throw unreachable("no answer in time");
        } catch (ConnectException e) {
            throw unreachable("nobody listens there");
        } catch (IOException e) {
            throw unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable("interrupted");
        }
    }

    private static String body(HttpResponse<InputStream> response) throws IOException {
        try (InputStream in = response.body()) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw CtlException.refused(
                        response.statusCode(),
                        "the answer has more than " + BYTES_MAX + " bytes (expected: less; ask for less)");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private CtlException unreachable(String why) {
        return CtlException.unreachable(url.base() + " is not reachable: " + why);
    }

    private Answer expectGood(Answer answer) {
        if (answer.isGood()) {
            return answer;
        }
        String hint = answer.status() == 401 && credential.isEmpty()
                ? " (no key was sent: set " + Credential.KEY + " or give --key-file)"
                : "";
        throw CtlException.refused(answer.status(), answer.problem() + hint);
    }
}
