package io.gridhook.app;

import io.gridhook.core.delivery.HandshakeVerdict;
import io.gridhook.core.delivery.WebhookConsent;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.ConsentStore;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.Versioned;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Takes the consents that come by a validation URL (behaviour §4.3, §4.4), on any instance, and writes down which did not come.
 *
 * <p>A receiver may open the URL before it has answered the handshake, and so before the subscription is saved. Such a consent is kept;
 * who saves a subscription that awaits one looks for it afterwards, and who keeps one looks for the subscription afterwards. So one of
 * the two sees the other.
 */
public final class EndpointConsents {
    /** Ours: a handshake is over long before. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final int CODE_CHARS = 36;

    /** What came of a call of a validation URL. */
    public enum Answer {
        VALIDATED,
        /** It counts as soon as the subscription is saved. */
        NOTED,
        /** It was used before. */
        USED,
        /** It came too late. */
        EXPIRED,
        /** It is none of our validation URLs. */
        NOT_GENUINE,
        /** It allows another origin, or a rate that is none. */
        REFUSED
    }

    /**
     * What a validation URL says, as it came.
     *
     * @param id the code of the handshake
     * @param time when it was made
     */
    public record Ticket(String topic, String subscription, String id, String time, String token) {
        /** Without the token. */
        @Override
        public String toString() {
            return "Ticket[" + topic + "/" + subscription + "]";
        }
    }

    private final SubscriptionStore subscriptions;
    private final ConsentStore early;
    private final ValidationTokens tokens;
    private final InstantSource clock;
    private final Consumer<String> changed;

    /** The consents of one app; {@code changed} is told a topic's name after one of its subscriptions changed, or may have. */
    public EndpointConsents(
            SubscriptionStore subscriptions,
            ConsentStore early,
            ValidationTokens tokens,
            InstantSource clock,
            Consumer<String> changed) {
        this.subscriptions = subscriptions;
        this.early = early;
        this.tokens = tokens;
        this.clock = clock;
        this.changed = changed;
    }

    /**
     * Takes one.
     *
     * @param headers of the call, by their names in lower case; CloudEvents lets a callback say what an answer to OPTIONS may
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer
     */
    public Answer take(Ticket ticket, Map<String, String> headers) {
        Optional<UUID> code = genuine(ticket);
        if (code.isEmpty()) {
            return Answer.NOT_GENUINE;
        }
        Optional<HandshakeVerdict> said = WebhookConsent.read(headers);
        if (said.filter(verdict -> verdict.kind() != HandshakeVerdict.Kind.AGREED)
                .isPresent()) {
            return Answer.REFUSED;
        }
        OptionalInt rate = said.map(HandshakeVerdict::allowedRate).orElse(OptionalInt.empty());
        return confirm(ticket.topic(), ticket.subscription(), code.get(), rate)
                .orElseGet(() -> keep(ticket, code.get(), rate));
    }

    private Optional<UUID> genuine(Ticket ticket) {
        if (ticket.id().length() != CODE_CHARS) {
            return Optional.empty();
        }
        try {
            UUID code = UUID.fromString(ticket.id());
            return tokens.isGenuine(ticket.token(), ticket.topic(), ticket.subscription(), code, ticket.time())
                    ? Optional.of(code)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Answer keep(Ticket ticket, UUID code, OptionalInt rate) {
        Instant now = clock.instant();
        if (!now.isBefore(madeAt(ticket).plus(EndpointValidator.MANUAL_MAX))) {
            return Answer.EXPIRED;
        }
        boolean isFirst = early.keep(code, new ConsentStore.Consent(now, rate));
        Answer answer =
                confirm(ticket.topic(), ticket.subscription(), code, rate).orElse(isFirst ? Answer.NOTED : Answer.USED);
        // The subscription was saved meanwhile, and its consent was found: it is this one.
        return isFirst && answer == Answer.USED ? Answer.VALIDATED : answer;
    }

    /** Ours, as its token is genuine. */
    private static Instant madeAt(Ticket ticket) {
        try {
            return Instant.parse(ticket.time());
        } catch (DateTimeException e) {
            throw new IllegalStateException("a genuine validation URL without a time", e);
        }
    }

    /** The subscription as it is after an early consent to it, if there is one. Called once it is saved. */
    EventSubscription afterSaved(EventSubscription saved) {
        EndpointValidation validation = saved.validation();
        if (validation.state() != EndpointValidation.State.AWAITING_MANUAL_ACTION) {
            return saved;
        }
        UUID code = validation.code().orElseThrow();
        Optional<ConsentStore.Consent> consent = early.find(code);
        if (consent.isEmpty()) {
            return saved;
        }
        var unused = confirm(saved.topic(), saved.name(), code, consent.get().allowedRate());
        return subscriptions
                .find(saved.topic(), saved.name())
                .map(Versioned::value)
                .orElse(saved);
    }

    /** Empty if there is no subscription that was saved with this handshake. */
    private Optional<Answer> confirm(String topic, String name, UUID code, OptionalInt rate) {
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            Optional<Versioned<EventSubscription>> found = subscriptions.find(topic, name);
            if (found.filter(saved -> saved.value().validation().isOf(code)).isEmpty()) {
                return Optional.empty();
            }
            EventSubscription saved = found.get().value();
            switch (saved.validation().stateAt(clock.instant())) {
                case SUCCEEDED, NOT_REQUIRED -> {
                    return Optional.of(Answer.USED);
                }
                case FAILED -> {
                    return Optional.of(Answer.EXPIRED);
                }
                case AWAITING_MANUAL_ACTION -> {
                    if (replace(
                            saved.with(saved.validation().confirmed(rate)),
                            found.get().etag())) {
                        return Optional.of(Answer.VALIDATED);
                    }
                }
            }
        }
        throw ManagementException.changedMeanwhile("eventSubscription: " + name);
    }

    private boolean replace(EventSubscription subscription, String etag) {
        try {
            return subscriptions.replace(subscription, etag);
        } finally {
            changed.accept(subscription.topic());
        }
    }

    /** Writes down what was awaited in vain, and forgets early consents that nobody looks for any more. */
    public void sweep(DeliveryLog log) {
        Instant now = clock.instant();
        for (EventSubscription subscription : subscriptions.listAll()) {
            if (subscription.validation().isOverdue(now)) {
                fail(subscription, now, log);
            }
        }
        early.deleteBefore(now.minus(KEPT));
    }

    private void fail(EventSubscription listed, Instant now, DeliveryLog log) {
        Optional<Versioned<EventSubscription>> found = subscriptions
                .find(listed.topic(), listed.name())
                .filter(saved -> saved.value().validation().isOverdue(now));
        if (found.isPresent()) {
            EventSubscription saved = found.get().value();
            if (replace(saved.with(saved.validation().failed()), found.get().etag())) {
                log.trouble(
                        "the endpoint of event subscription " + saved.name() + " of topic " + saved.topic()
                                + " was not validated in time",
                        "it receives nothing until it is saved again");
            }
        }
    }
}
