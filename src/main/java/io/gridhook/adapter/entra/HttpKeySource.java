package io.gridhook.adapter.entra;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A key set behind a URL. Follows no redirects, waits so long and reads so much, and no more. */
final class HttpKeySource implements KeySource {
    /** Ours: from the request to the last byte; who publishes may wait for it. */
    static final Duration TOTAL_MAX = Duration.ofSeconds(5);
    /** Ours: Entra's set has about 20 KB. */
    static final int BYTES_MAX = 262_144;

    private final HttpClient client;
    private final HttpRequest request;
    private final Duration totalMax;

    HttpKeySource(URI url) {
        this(url, TOTAL_MAX);
    }

    HttpKeySource(URI url, Duration totalMax) {
        this.client = HttpClient.newBuilder()
                .connectTimeout(totalMax)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.request = HttpRequest.newBuilder(url)
                .timeout(totalMax)
                .header("Accept", "application/json")
                .build();
        this.totalMax = totalMax;
    }

    @Override
    public CompletableFuture<String> fetch() {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request, response -> new BoundedBody(BYTES_MAX));
        // The request's own timeout ends with the head of the response; cancelling closes the connection.
        return exchange.copy()
                .orTimeout(totalMax.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((response, failure) -> {
                    if (failure != null) {
                        exchange.cancel(true);
                    }
                })
                .thenCompose(HttpKeySource::text);
    }

    private static CompletableFuture<String> text(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            return CompletableFuture.failedFuture(new IOException("status " + response.statusCode()));
        }
        return CompletableFuture.completedFuture(new String(response.body(), StandardCharsets.UTF_8));
    }
}
