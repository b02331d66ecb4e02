package io.gridhook.app;

import io.gridhook.app.PublishRefusedException.Kind;
import io.gridhook.app.PublisherCredentials.Credential;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.trust.AccessKeys;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.core.trust.Grant;
import io.gridhook.core.trust.MalformedTokenException;
import io.gridhook.core.trust.SasToken;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Who may publish to a topic: whoever brings one of its keys, a SAS token made with one, or an Entra token with the right role (behaviour
 * §9.1, §10). Where several credentials came, the first of {@code aeg-sas-key}, {@code aeg-sas-token}, {@code Authorization} and the query's
 * key counts alone: one that is wrong is not made good by another. Who brings too many wrong ones has to wait, but for a credential that was
 * good before.
 */
final class PublisherAccess {
    /** What says nothing of a credential, or that it is genuine. */
    private static final Set<Kind> NO_FAILURE = EnumSet.of(Kind.CREDENTIALS_FORBIDDEN, Kind.UNAVAILABLE);

    private final AccessKeys moduleKeys;
    private final PublisherRules rules;
    private final FailedAttempts failures;
    private final AcceptedCredentials accepted = new AcceptedCredentials();

    /** With keys that publish to every topic (profile {@code edge}); they make no tokens. */
    PublisherAccess(Set<String> moduleKeys, PublisherRules rules) {
        this.moduleKeys = new AccessKeys(List.copyOf(moduleKeys));
        this.rules = rules;
        this.failures = new FailedAttempts(rules.attempts());
    }

    /**
     * Lets the request pass.
     *
     * @throws PublishRefusedException if it may not publish to the topic (behaviour §9.4)
     */
    void check(Topic topic, PublisherCredentials given, Instant now) {
        Credential credential = given.first(rules.entra().isPresent())
                .orElseThrow(
                        () -> new PublishRefusedException(
                                Kind.CREDENTIALS_MISSING,
                                "Request must contain one of the following authorization signature: aeg-sas-token, aeg-sas-key."));
        String source = failures.source(given.forwardedFor());
        failures.waitOf(source, now)
                .filter(wait -> !accepted.contain(credential.text()))
                .ifPresent(wait -> {
                    throw PublishRefusedException.tooManyFailures(wait);
                });
        try {
            check(topic, credential, given.path(), now);
            accepted.add(credential.text());
        } catch (PublishRefusedException e) {
            if (!NO_FAILURE.contains(e.kind())) {
                failures.add(source, now);
            }
            throw e;
        }
    }

    private void check(Topic topic, Credential credential, String calledPath, Instant now) {
        if (credential.kind() == PublisherCredentials.Kind.BEARER) {
            checkBearer(topic, credential.text(), now);
            return;
        }
        if (topic.disableLocalAuth()) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_DISABLED,
                    "disableLocalAuth: true (expected: no key and no SAS token; " + topic.name() + " takes neither).");
        }
        AccessKeys topicKeys =
                new AccessKeys(List.of(topic.keys().key1(), topic.keys().key2()));
        if (credential.kind() == PublisherCredentials.Kind.SAS_TOKEN) {
            checkToken(topic, topicKeys, parsed(credential.text()), calledPath, now);
        } else {
            checkKey(topic, topicKeys, credential.text());
        }
    }

    private void checkBearer(Topic topic, String token, Instant now) {
        EntraClaims claims;
        try {
            claims = rules.entra().orElseThrow().claims(token, now);
        } catch (BearerRefusedException e) {
            Kind kind =
                    switch (e.kind()) {
                        case WRONG -> Kind.CREDENTIALS_WRONG;
                        case EXPIRED -> Kind.CREDENTIALS_EXPIRED;
                        case UNAVAILABLE -> Kind.UNAVAILABLE;
                    };
            throw new PublishRefusedException(kind, e.getMessage(), e);
        }
        if (!rules.senders().isHeldBy(claims)) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_FORBIDDEN,
                    "The principal may not publish to " + topic.name() + " (expected: the role " + Grant.SENDER_ROLE
                            + ", or one that the app's settings name).");
        }
    }

    private void checkKey(Topic topic, AccessKeys topicKeys, String key) {
        if (key.isBlank()) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_EMPTY, "The request authorization key is empty (expected: a key of the topic).");
        }
        // Both are always asked: which of them fits must not show in the time it takes.
        boolean isTopicKey = topicKeys.contain(key);
        boolean isModuleKey = moduleKeys.contain(key);
        if (!isTopicKey && !isModuleKey) {
            throw wrong("key", topic);
        }
    }

    private static SasToken parsed(String token) {
        try {
            return SasToken.parse(token.strip());
        } catch (MalformedTokenException e) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_MALFORMED,
                    "The request authorization token is invalid. Ensure that it is of the form " + SasToken.FORM + ". "
                            + e.getMessage() + ".",
                    e);
        }
    }

    /** The signature goes first: only who has a genuine token learns what else is wrong with it. */
    private static void checkToken(Topic topic, AccessKeys topicKeys, SasToken token, String calledPath, Instant now) {
        if (!topicKeys.signed(token)) {
            throw wrong("token", topic);
        }
        // A request to the path that was called has come to this topic, so a token for that path is one for the topic.
        String path = "/" + DomainNames.path(topic.name());
        if (!token.names(path + "/events") && !token.names(path + "/api/events") && !token.names(calledPath)) {
            throw wrong("token", topic);
        }
        if (token.isExpired(now)) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_EXPIRED, "The request authorization token expired at " + token.expiry() + ".");
        }
    }

    private static PublishRefusedException wrong(String what, Topic topic) {
        return new PublishRefusedException(
                Kind.CREDENTIALS_WRONG,
                "The request authorization " + what + " is not authorized for " + topic.name() + ".");
    }
}
