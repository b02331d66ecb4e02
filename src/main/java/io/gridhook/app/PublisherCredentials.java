package io.gridhook.app;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a publish request brought to prove that it may publish (behaviour §9.1), as it came.
 *
 * @param key the header {@code aeg-sas-key}
 * @param token the header {@code aeg-sas-token}
 * @param authorization the header {@code Authorization}
 * @param queryKey the query parameter {@code aeg-sas-key}, which a webhook of another topic carries
 * @param path of the URL that was called, decoded
 */
public record PublisherCredentials(
        Optional<String> key,
        Optional<String> token,
        Optional<String> authorization,
        Optional<String> queryKey,
        String path) {
    private static final Pattern SHARED_ACCESS_SIGNATURE =
            Pattern.compile("SharedAccessSignature(?: +(.*))?", Pattern.CASE_INSENSITIVE);

    /** Of a request that has a key in its header and nothing else. */
    public static PublisherCredentials ofKey(Optional<String> key) {
        return new PublisherCredentials(key, Optional.empty(), Optional.empty(), Optional.empty(), "");
    }

    /** The token in {@code Authorization: SharedAccessSignature …}; empty for any other scheme. */
    Optional<String> authorizationToken() {
        return authorization
                .map(header -> SHARED_ACCESS_SIGNATURE.matcher(header.strip()))
                .filter(Matcher::matches)
                .map(matched -> Optional.ofNullable(matched.group(1)).orElse(""));
    }

    /** They stay out of logs. */
    @Override
    public String toString() {
        return "PublisherCredentials[hidden]";
    }
}
