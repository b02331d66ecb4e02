package io.gridhook.app;

import io.gridhook.core.event.Excerpt;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A management call that cannot be done, by no fault of the app. */
public final class ManagementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** The call asks for more than is allowed. */
        INVALID,
        /** The endpoint did not agree to receive events. */
        NOT_VALIDATED,
        /** Its body, or an event in it, is larger than it may be. */
        TOO_LARGE,
        /** What it names does not exist. */
        NOT_FOUND,
        /** It contradicts what is there, or was made at the same time as others. */
        CONFLICT,
        /** It brought no good credential. */
        UNAUTHORIZED,
        /** Who makes it is known, and may not. */
        FORBIDDEN,
        /** Too many wrong credentials came from the same source; this call's was not looked at. */
        TOO_MANY_FAILURES,
        /** It is made too often. */
        TOO_MANY_REQUESTS,
        /** Whether it may be made cannot be told now. */
        UNAVAILABLE
    }

    private final Kind kind;
    /** Null: nothing is said of it. Optional cannot be serialized, as exceptions can. */
    private final @Nullable Duration retryAfter;

    public ManagementException(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.retryAfter = null;
    }

    private ManagementException(Kind kind, String message, Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    static ManagementException tooManyFailures(Duration wait) {
        return new ManagementException(
                Kind.TOO_MANY_FAILURES,
                "Too many requests with wrong credentials came from this address. Try again later.",
                wait);
    }

    static ManagementException tooManyTests(Duration wait) {
        return new ManagementException(
                Kind.TOO_MANY_REQUESTS, "Too many test events are sent to this endpoint. Try again later.", wait);
    }

    /** A test event was not sent, or nobody knows, by a fault of ours. */
    static ManagementException notSent(Throwable cause) {
        ManagementException unavailable =
                new ManagementException(Kind.UNAVAILABLE, "The test event could not be sent now. Try again.");
        unavailable.initCause(cause);
        return unavailable;
    }

    /** The endpoint was not asked, by a fault of ours: nothing is saved. */
    static ManagementException notAsked(Throwable cause) {
        ManagementException unavailable =
                new ManagementException(Kind.UNAVAILABLE, "The endpoint could not be asked now. Try again.");
        unavailable.initCause(cause);
        return unavailable;
    }

    /** When another try may be worth it, if that is known. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public Kind kind() {
        return kind;
    }

    /** Events of a call that are not such as their topic takes. */
    public static ManagementException invalid(InvalidEventException e) {
        Kind kind = e.kind() == InvalidEventException.Kind.PAYLOAD_TOO_LARGE ? Kind.TOO_LARGE : Kind.INVALID;
        return new ManagementException(kind, String.valueOf(e.getMessage()));
    }

    static ManagementException noTopic(String name) {
        String what = DomainNames.isDomain(name) ? "domain: " : "topic: ";
        return new ManagementException(Kind.NOT_FOUND, what + Excerpt.of(DomainNames.own(name)) + " does not exist");
    }

    static ManagementException noSubscription(String topic, String name) {
        return new ManagementException(
                Kind.NOT_FOUND,
                "eventSubscription: " + Excerpt.of(name) + " does not exist on topic " + Excerpt.of(topic));
    }

    static ManagementException heldBack(EventSubscription subscription, DeliveryChange change) {
        return new ManagementException(
                Kind.CONFLICT,
                "eventSubscription: " + subscription.name() + " is "
                        + subscription.deliveryState().kind().wireName() + " (expected: "
                        + change.first().wireName() + " before " + change.wireName() + ")");
    }

    static ManagementException changedMeanwhile(String what) {
        return new ManagementException(
                Kind.CONFLICT, what + ": changed by others at the same time (expected: another try to succeed)");
    }
}
