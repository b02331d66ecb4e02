package io.gridhook.core.topic;

import io.gridhook.core.trust.SigningSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the deliveries of a subscription are signed with (Standard Webhooks). Ours: Event Grid signs nothing.
 *
 * @param previous the one before, as long as both sign
 */
public record SigningSecrets(SigningSecret current, Optional<Previous> previous) {
    /**
     * A secret that was replaced.
     *
     * @param expires it signs until then, exclusive
     */
    public record Previous(SigningSecret secret, Instant expires) {}

    /** One secret. */
    public static SigningSecrets of(SigningSecret secret) {
        return new SigningSecrets(secret, Optional.empty());
    }

    /** With a new secret; the one that was current goes on signing until {@code expires}, one from before it ends. */
    public SigningSecrets rotated(SigningSecret secret, Instant expires) {
        return new SigningSecrets(secret, Optional.of(new Previous(current, expires)));
    }

    /** Without what signs no more at {@code now}. */
    public SigningSecrets at(Instant now) {
        return new SigningSecrets(current, previous.filter(before -> now.isBefore(before.expires())));
    }

    /** Those that sign at {@code now}, the newest first. */
    public List<SigningSecret> valid(Instant now) {
        List<SigningSecret> valid = new ArrayList<>(List.of(current));
        at(now).previous().ifPresent(before -> valid.add(before.secret()));
        return valid;
    }
}
