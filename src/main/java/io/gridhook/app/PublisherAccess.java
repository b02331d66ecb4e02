package io.gridhook.app;

import io.gridhook.app.PublishRefusedException.Kind;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.trust.AccessKeys;
import io.gridhook.core.trust.MalformedTokenException;
import io.gridhook.core.trust.SasToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may publish to a topic: whoever brings one of its keys, or a SAS token made with one (behaviour §9.1, §10). Where several
 * credentials came, the first of {@code aeg-sas-key}, {@code aeg-sas-token}, {@code Authorization} and the query's key counts alone: one
 * that is wrong is not made good by another.
 */
final class PublisherAccess {
    private final AccessKeys moduleKeys;

    /** With keys that publish to every topic (profile {@code edge}); they make no tokens. */
    PublisherAccess(Set<String> moduleKeys) {
        this.moduleKeys = new AccessKeys(List.copyOf(moduleKeys));
    }

    /**
     * Lets the request pass.
     *
     * @throws PublishRefusedException if it may not publish to the topic (behaviour §9.4)
     */
    void check(Topic topic, PublisherCredentials given, Instant now) {
        Optional<String> token = given.token().or(given::authorizationToken);
        if (given.key().isEmpty() && token.isEmpty() && given.queryKey().isEmpty()) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_MISSING,
                    "Request must contain one of the following authorization signature: aeg-sas-token, aeg-sas-key.");
        }
        if (topic.disableLocalAuth()) {
            throw new PublishRefusedException(
                    Kind.CREDENTIALS_DISABLED,
                    "disableLocalAuth: true (expected: no key and no SAS token; " + topic.name() + " takes neither).");
        }
        AccessKeys topicKeys =
                new AccessKeys(List.of(topic.keys().key1(), topic.keys().key2()));
        if (given.key().isEmpty() && token.isPresent()) {
            checkToken(topic, topicKeys, parsed(token.get()), given.path(), now);
        } else {
            checkKey(topic, topicKeys, given.key().or(given::queryKey).orElse(""));
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
        String path = "/topics/" + topic.name();
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
