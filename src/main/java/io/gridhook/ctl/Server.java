package io.gridhook.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    private final Duration answerMax;
    /** Follows no redirects: they would carry the key elsewhere. */
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_MAX)
            .build();

    Server(ServerUrl url, Optional<Credential> credential) {
        this(url, credential, ANSWER_MAX);
    }

    /** {@code answerMax} is how long a whole answer may take, to its last byte. */
    Server(ServerUrl url, Optional<Credential> credential, Duration answerMax) {
        this.url = url;
        this.credential = credential;
        this.answerMax = answerMax;
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
        return send(HttpRequest.newBuilder(url.resolve(path)).GET(), this::unreachable);
    }

    /**
     * Posts JSON, or nothing where it is empty.
     *
     * @throws CtlException if it is refused, or nobody is there; {@link ExitCode#UNKNOWN} if it was sent and the answer was lost
     */
    Answer post(String path, String json) {
        return expectGood(send(posting(path, json), why -> unknown(path, why)));
    }

    /** Like {@link #post}, of what changes nothing: where the answer is lost, nothing else is. */
    Answer query(String path, String json) {
        return expectGood(send(posting(path, json), this::unreachable));
    }

    private HttpRequest.Builder posting(String path, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        return json.isEmpty()
                ? request.POST(HttpRequest.BodyPublishers.noBody())
                : request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json));
    }

    /** {@code lost} is what it is if the request was sent and no whole answer came. */
    private Answer send(HttpRequest.Builder request, Function<String, CtlException> lost) {
        credential.ifPresent(each -> request.header(each.header(), each.value()));
        CompletableFuture<HttpResponse<InputStream>> head = client.sendAsync(
                request.header("Accept", "application/json").build(), HttpResponse.BodyHandlers.ofInputStream());
        try {
            return head.thenApplyAsync(Server::read).get(answerMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw lost.apply("no whole answer in time");
        } catch (ExecutionException e) {
            throw failed(e.getCause(), lost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw lost.apply("interrupted");
        } finally {
            end(head);
        }
    }

    /** What was not even sent is unreachable, whatever it was. */
    private CtlException failed(@Nullable Throwable cause, Function<String, CtlException> lost) {
        if (cause instanceof CtlException known) {
            return known;
        }
        if (cause instanceof HttpConnectTimeoutException) {
            return unreachable("no answer in time");
        }
        if (cause instanceof ConnectException) {
            return unreachable("nobody listens there");
        }
        Throwable told = cause instanceof UncheckedIOException wrapped ? wrapped.getCause() : cause;
        return lost.apply(told == null ? "no answer" : String.valueOf(told.getMessage()));
    }

    /** Has whoever still reads the answer stop. */
    private static void end(CompletableFuture<HttpResponse<InputStream>> head) {
        head.cancel(true);
        if (!head.isCompletedExceptionally()) {
            try {
                head.join().body().close();
            } catch (IOException e) {
                // Nobody reads it any more.
            }
        }
    }

    private static Answer read(HttpResponse<InputStream> response) {
        try (InputStream in = response.body()) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw CtlException.refused(
                        response.statusCode(),
                        "the answer has more than " + BYTES_MAX + " bytes (expected: less; ask for less)");
            }
            return new Answer(response.statusCode(), new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CtlException unknown(String path, String why) {
        String where = path.startsWith(RedriveCommand.REDRIVES) ? "`redrive list`" : "how it is";
        return CtlException.unknown(url.base() + ": the answer was lost (" + why
                + "); it may or may not have been done: see " + where + " before it is done again");
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
