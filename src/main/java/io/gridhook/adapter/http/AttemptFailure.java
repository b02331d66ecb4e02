package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable.Cause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.util.Optional;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** Tells what an exception says of the endpoint (behaviour §6.1), and whether it says anything of it at all. */
final class AttemptFailure {
    private static final int DETAIL_LENGTH_MAX = 200;

    private AttemptFailure() {}

    /** The endpoint's outcome, or empty when the fault is ours. */
    static Optional<AttemptOutcome> outcomeOf(Throwable failure) {
        if (failure instanceof ResponseTooLongException tooLong) {
            return Optional.of(tooLong.responded());
        }
        if (failure instanceof UnknownHostException) {
            return Optional.of(new Unreachable(Cause.RESOLUTION, detail(failure)));
        }
        if (failure instanceof InterruptedIOException) { // a timeout of HttpClient's own
            return Optional.of(new TimedOut());
        }
        if (isShortOfFiles(failure)) {
            return Optional.empty();
        }
        if (failure instanceof IOException || failure instanceof HttpException) {
            return Optional.of(new Unreachable(Cause.SOCKET, detail(failure)));
        }
        return Optional.empty();
    }

    /**
     * Whether the endpoint cannot have acted on the request: its connection was closing before it was sent, or an HTTP/2 endpoint says so
     * itself (RFC 9113 §8.7: a stream above the last of {@code GOAWAY}, and {@code REFUSED_STREAM}).
     */
    static boolean isUnsent(Throwable failure) {
        return failure instanceof RequestNotExecutedException
                || (failure instanceof H2StreamResetException reset
                        && reset.getCode() == H2Error.REFUSED_STREAM.getCode());
    }

    private static boolean isShortOfFiles(Throwable failure) {
        String message = failure.getMessage();
        return message != null && message.contains("Too many open files");
    }

    /** One short printable line. HttpClient's messages name host, port and address, never path or query. */
    private static String detail(Throwable failure) {
        String text = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        String line = text.replaceAll("[^ -~]", "?");
        return line.length() <= DETAIL_LENGTH_MAX ? line : line.substring(0, DETAIL_LENGTH_MAX);
    }
}
