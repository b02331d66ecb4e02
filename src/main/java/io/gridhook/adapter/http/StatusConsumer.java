package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.event.Excerpt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
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

/**
 * Keeps the status and {@code Retry-After} of a response, and how the body of one that may be no success begins; reads it to the end and
 * forgets the rest.
 */
final class StatusConsumer implements AsyncResponseConsumer<Responded> {
    /** The most of a body that is read, in bytes: behaviour §2.1 ignores bodies, so this only bounds what an endpoint can cost us. */
    static final int BODY_BYTES_MAX = 1024 * 1024;

    /** Ours: as much as says what is wrong. */
    static final int EXCERPT_BYTES_MAX = 256;
    /** The editions' success codes are 200 to 204 (behaviour §2.3). */
    private static final int SUCCESS_MAX = HttpStatus.SC_NO_CONTENT;

    private final InstantSource clock;
    private final UnaryOperator<String> shown;
    private final byte[] beginning;
    private int kept;
    private @Nullable Responded responded;
    private @Nullable FutureCallback<Responded> callback;
    private long bodyBytes;

    /** Keeps nothing of the body. */
    StatusConsumer(InstantSource clock) {
        this.clock = clock;
        this.shown = text -> "";
        this.beginning = new byte[0];
    }

    /** {@code shown} takes out of the body's beginning what nobody is to see. */
    StatusConsumer(InstantSource clock, UnaryOperator<String> shown) {
        this.clock = clock;
        this.shown = shown;
        this.beginning = new byte[EXCERPT_BYTES_MAX];
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
        if (responded != null && responded.status() > SUCCESS_MAX) {
            int more = Math.min(bytes.remaining(), beginning.length - kept);
            bytes.get(beginning, kept, more);
            kept += more;
        }
        bytes.position(bytes.limit());
        if (bodyBytes > BODY_BYTES_MAX && responded != null) {
            throw new ResponseTooLongException(withExcerpt(responded));
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        if (callback != null && responded != null) {
            callback.completed(withExcerpt(responded));
        }
    }

    private Responded withExcerpt(Responded head) {
        if (kept == 0) {
            return head;
        }
        String text = new String(beginning, 0, kept, StandardCharsets.UTF_8);
        return new Responded(head.status(), head.retryAfter(), Excerpt.of(shown.apply(text), EXCERPT_BYTES_MAX));
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
