package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import java.io.IOException;

/** Breaks off an exchange whose status is known and whose body does not end, so that HttpClient closes the connection. */
final class ResponseTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Responded responded;

    ResponseTooLongException(Responded responded) {
        super("response body too long");
        this.responded = responded;
    }

    Responded responded() {
        return responded;
    }
}
