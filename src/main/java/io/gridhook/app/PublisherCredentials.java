package io.gridhook.app;

import java.util.Optional;

/**
 * What a publish request brought to prove that it may publish (behaviour §9.1), as it came.
 *
 * @param key the header {@code aeg-sas-key}
 * @param token the header {@code aeg-sas-token}
 * @param authorization the header {@code Authorization}
 * @param queryKey the query parameter {@code aeg-sas-key}, which a webhook of another topic carries
 * @param path of the URL that was called, decoded
 * @param forwardedFor the header {@code X-Forwarded-For}
 */
public record PublisherCredentials(
        Optional<String> key,
        Optional<String> token,
        Optional<String> authorization,
        Optional<String> queryKey,
        String path,
        Optional<String> forwardedFor) {
    /** What a credential is. */
    enum Kind {
        KEY,
        SAS_TOKEN,
        BEARER
    }

    /** The one that counts. */
    record Credential(Kind kind, String text) {
        /** It stays out of logs. */
        @Override
        public String toString() {
            return "Credential[" + kind + ", hidden]";
        }
    }

    /** Of a request that has a key in its header and nothing else. */
    public static PublisherCredentials ofKey(Optional<String> key) {
        return new PublisherCredentials(
                key, Optional.empty(), Optional.empty(), Optional.empty(), "", Optional.empty());
    }

    /**
     * The first that came, which counts alone: the key, the token, {@code Authorization}, the query's key.
     *
     * @param withBearer whether {@code Authorization: Bearer} is a credential; else it is looked over, as any other scheme
     */
    Optional<Credential> first(boolean withBearer) {
        return credential(Kind.KEY, key)
                .or(() -> credential(Kind.SAS_TOKEN, token))
                .or(() -> credential(Kind.SAS_TOKEN, Authorization.of(authorization, "SharedAccessSignature")))
                .or(() -> credential(
                        Kind.BEARER, Authorization.of(authorization, "Bearer").filter(any -> withBearer)))
                .or(() -> credential(Kind.KEY, queryKey));
    }

    private static Optional<Credential> credential(Kind kind, Optional<String> text) {
        return text.map(some -> new Credential(kind, some));
    }

    /** They stay out of logs. */
    @Override
    public String toString() {
        return "PublisherCredentials[hidden]";
    }
}
