package io.gridhook.app;

import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.util.Optional;
import java.util.Set;

/**
 * Who may manage, and what.
 *
 * @param keys the management key and, in the profile {@code edge}, the module's: for every call
 * @param readKeys for calls that change nothing and show no secret
 * @param entra judges Entra tokens; absent: none is taken
 * @param contributors what an Entra token must hold for every call
 * @param readers what it must hold for calls that change nothing
 * @param attempts how often credentials may be wrong
 */
public record ManagerRules(
        Set<String> keys,
        Set<String> readKeys,
        Optional<EntraAccess> entra,
        Grant contributors,
        Grant readers,
        AttemptRules attempts) {
    public ManagerRules {
        keys = Set.copyOf(keys);
        readKeys = Set.copyOf(readKeys);
    }

    /** Keys for every call, and nothing else. */
    public static ManagerRules ofKeys(Set<String> keys) {
        return new ManagerRules(
                keys,
                Set.of(),
                Optional.empty(),
                Grant.ofRole(Grant.CONTRIBUTOR_ROLE),
                Grant.ofRole(Grant.READER_ROLE),
                AttemptRules.STANDARD);
    }
}
