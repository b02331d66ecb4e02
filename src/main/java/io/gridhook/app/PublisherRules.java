package io.gridhook.app;

import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.util.Optional;

/**
 * Who may publish, beside the holders of a topic's keys.
 *
 * @param entra judges Entra tokens; absent: none is taken
 * @param senders what an Entra token must hold
 * @param attempts how often credentials may be wrong
 */
public record PublisherRules(Optional<EntraAccess> entra, Grant senders, AttemptRules attempts) {
    /** Keys and SAS tokens alone. */
    public static final PublisherRules KEYS_ALONE =
            new PublisherRules(Optional.empty(), Grant.ofRole(Grant.SENDER_ROLE), AttemptRules.STANDARD);
}
