package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.HandshakeAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Does what a {@link StatusConsumer} does, and keeps the headers and the beginning of the body as well. */
final class HandshakeConsumer implements AsyncResponseConsumer<Responded> {
    private final StatusConsumer status;
    private final Map<String, String> headers = new HashMap<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    HandshakeConsumer(StatusConsumer status) {
        this.status = status;
    }

    /** What was answered. An outcome that is none of the endpoint's says nothing of headers or body. */
    synchronized HandshakeAnswer answer(AttemptOutcome outcome) {
        return outcome instanceof Responded
                ? new HandshakeAnswer(outcome, headers, body.toString(StandardCharsets.UTF_8))
                : new HandshakeAnswer(outcome, Map.of(), "");
    }

    @Override
    public void consumeResponse(
            HttpResponse response, @Nullable EntityDetails entity, HttpContext context, FutureCallback<Responded> done)
            throws HttpException, IOException {
        synchronized (this) {
            for (Header header : response.getHeaders()) {
                String value = header.getValue();
                headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
        }
        status.consumeResponse(response, entity, context, done);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        synchronized (this) {
            ByteBuffer kept = bytes.duplicate();
            byte[] part = new byte[Math.min(kept.remaining(), HandshakeAnswer.BODY_BYTES_MAX - body.size())];
            kept.get(part);
            body.write(part, 0, part.length);
        }
        status.consume(bytes);
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        status.updateCapacity(capacity);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        status.streamEnd(trailers);
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) throws HttpException, IOException {
        status.informationResponse(response, context);
    }

    @Override
    public void failed(Exception cause) {
        status.failed(cause);
    }

    @Override
    public void releaseResources() {
        status.releaseResources();
    }
}
