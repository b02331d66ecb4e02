package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Keeps the status and {@code Retry-After} of a response; reads its body to the end and forgets it. */
final class StatusConsumer implements AsyncResponseConsumer<Responded> {
    /** The most of a body that is read, in bytes: behaviour §2.1 ignores bodies, so this only bounds what an endpoint can cost us. */
    static final int BODY_BYTES_MAX = 1024 * 1024;

    private final InstantSource clock;
    private @Nullable Responded responded;
    private @Nullable FutureCallback<Responded> callback;
    private long bodyBytes;

    StatusConsumer(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void consumeResponse(
            HttpResponse response, @Nullable EntityDetails body, HttpContext context, FutureCallback<Responded> done) {
        Responded head = new Responded(response.getCode(), retryAfter(response));
        responded = head;
        callback = done;
        if (body == null) {
            done.completed(head);
        }
    }

    private Optional<Duration> retryAfter(HttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        boolean asksToWait = response.getCode() == HttpStatus.SC_TOO_MANY_REQUESTS
                || response.getCode() == HttpStatus.SC_SERVICE_UNAVAILABLE;
        if (!asksToWait || header == null || header.getValue() == null) {
            return Optional.empty();
        }
        return RetryAfter.parse(header.getValue(), clock.instant());
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        capacity.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        bodyBytes += bytes.remaining();
        bytes.position(bytes.limit());
        if (bodyBytes > BODY_BYTES_MAX && responded != null) {
            throw new ResponseTooLongException(responded);
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        if (callback != null && responded != null) {
            callback.completed(responded);
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // 1xx: the answer is still to come
    }

    @Override
    public void failed(Exception cause) {
        // the exchange's own callback hears of it too
    }

    @Override
    public void releaseResources() {
        callback = null;
    }
}
