package io.gridhook.core.trust;

import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What opens a door to who has an Entra token: one of these app roles or one of these scopes. Blanks in roles are not compared, as Azure's
 * role is called {@code EventGrid Data Sender} and the value of an app role in Entra cannot hold blanks.
 *
 * @param roles of the claim {@code roles}
 * @param scopes of the claim {@code scp}
 */
public record Grant(Set<String> roles, Set<String> scopes) {
    /** Behaviour §9.1. */
    public static final String SENDER_ROLE = "EventGrid Data Sender";
    /** Azure's role for who may change topics and event subscriptions. */
    public static final String CONTRIBUTOR_ROLE = "EventGrid Contributor";
    /** Azure's role for who may look at event subscriptions. */
    public static final String READER_ROLE = "EventGrid EventSubscription Reader";

    public Grant {
        roles = roles.stream().map(Grant::withoutBlanks).collect(Collectors.toUnmodifiableSet());
        scopes = Set.copyOf(scopes);
    }

    /** Of one role. */
    public static Grant ofRole(String role) {
        return new Grant(Set.of(role), Set.of());
    }

    public boolean isHeldBy(EntraClaims claims) {
        return claims.roles().stream().map(Grant::withoutBlanks).anyMatch(roles::contains)
                || !Collections.disjoint(scopes, claims.scopes());
    }

    private static String withoutBlanks(String role) {
        return role.replace(" ", "");
    }
}
