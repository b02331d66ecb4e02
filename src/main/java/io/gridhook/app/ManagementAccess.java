package io.gridhook.app;

import io.gridhook.app.ManagementException.Kind;
import io.gridhook.core.trust.AccessKeys;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may manage: whoever presents a management key as {@code aeg-sas-key}, as on IoT Edge, or else an Entra token with the right role. A
 * key that came so counts alone. Ours: a management key is also taken as a bearer token, as Azure's own management clients send nothing
 * else. Who brings too many wrong credentials has to wait, with a good one too: people choose these keys, so they are
 * worth guessing.
 */
public final class ManagementAccess {
    /** The request header, in the lower case in which the Functions host hands headers over. */
    public static final String HEADER = "aeg-sas-key";

    /** What says nothing of a credential, or that it is genuine. */
    private static final Set<Kind> NO_FAILURE = EnumSet.of(Kind.FORBIDDEN, Kind.UNAVAILABLE);

    private final AccessKeys keys;
    private final AccessKeys readKeys;
    private final ManagerRules rules;
    private final FailedAttempts failures;
    private final Metrics metrics;
    private final InstantSource clock;
    private final Readiness readiness;

    /** Access by these rules, to an app that has started. */
    public ManagementAccess(ManagerRules rules, Metrics metrics, InstantSource clock) {
        this(rules, metrics, clock, Readiness.READY);
    }

    /**
     * Access by these rules, once the app has started.
     *
     * @throws IllegalArgumentException if a key is blank, which would let everybody in
     */
    public ManagementAccess(ManagerRules rules, Metrics metrics, InstantSource clock, Readiness readiness) {
        this.keys = new AccessKeys(List.copyOf(rules.keys()));
        this.readKeys = new AccessKeys(List.copyOf(rules.readKeys()));
        this.rules = rules;
        this.failures = new FailedAttempts(rules.attempts());
        this.metrics = metrics;
        this.clock = clock;
        this.readiness = readiness;
    }

    /**
     * Lets the call pass.
     *
     * @param changes whether it changes something or shows a secret, so that a reader may not make it
     * @throws ManagementException if it may not be made: 401, 403, 429, or 503 where a token cannot be judged or the app has not started
     */
    public void check(ManagerCredentials given, boolean changes) {
        readiness.check();
        Instant now = clock.instant();
        try {
            check(given, changes, now);
        } catch (ManagementException e) {
            metrics.add(Counter.MANAGEMENT_REFUSED_COUNT, 1, e.kind().name());
            throw e;
        }
    }

    /** Whether who {@link #check} lets look may change things too; nothing is counted by it. */
    public boolean mayChange(ManagerCredentials given) {
        Optional<String> bearer = Authorization.of(given.authorization(), "Bearer")
                .filter(any -> given.key().isEmpty());
        try {
            return may(given.key().or(() -> bearer).orElse(""), bearer.isPresent(), true, clock.instant());
        } catch (ManagementException e) {
            return false;
        }
    }

    private void check(ManagerCredentials given, boolean changes, Instant now) {
        Optional<String> bearer = Authorization.of(given.authorization(), "Bearer")
                .filter(any -> given.key().isEmpty());
        if (given.key().isEmpty() && bearer.isEmpty()) {
            throw wrongKey();
        }
        String source = failures.source(given.forwardedFor());
        failures.waitOf(source, now).ifPresent(wait -> {
            throw ManagementException.tooManyFailures(wait);
        });
        try {
            if (!may(given.key().or(() -> bearer).orElse(""), bearer.isPresent(), changes, now)) {
                throw new ManagementException(
                        Kind.FORBIDDEN,
                        "role: reader (expected: the management key or role, as this is no call to read)");
            }
        } catch (ManagementException e) {
            if (!NO_FAILURE.contains(e.kind())) {
                failures.add(source, now);
            }
            throw e;
        }
    }

    /** Whether the credential, if it is a good one, is good for such a call. A key may come as a bearer token, too. */
    private boolean may(String credential, boolean isBearer, boolean changes, Instant now) {
        // Both are always asked: which of them fits must not show in the time it takes.
        boolean isKey = keys.contain(credential);
        boolean isReadKey = readKeys.contain(credential);
        if (isKey || isReadKey) {
            return isKey || !changes;
        }
        if (isBearer && rules.entra().isPresent()) {
            return mayByToken(credential, changes, now);
        }
        throw wrongKey();
    }

    /** Whether the token's principal, if it has one of our roles, has the one for such a call. */
    private boolean mayByToken(String token, boolean changes, Instant now) {
        EntraClaims claims = claims(token, now);
        boolean isContributor = rules.contributors().isHeldBy(claims);
        if (!isContributor && !rules.readers().isHeldBy(claims)) {
            throw new ManagementException(Kind.FORBIDDEN, "role: none (expected: one that may manage)");
        }
        return isContributor || !changes;
    }

    private EntraClaims claims(String token, Instant now) {
        try {
            return rules.entra().orElseThrow().claims(token, now);
        } catch (BearerRefusedException e) {
            boolean isUnknown = e.kind() == BearerRefusedException.Kind.UNAVAILABLE;
            throw new ManagementException(isUnknown ? Kind.UNAVAILABLE : Kind.UNAUTHORIZED, e.getMessage());
        }
    }

    private static ManagementException wrongKey() {
        return new ManagementException(Kind.UNAUTHORIZED, HEADER + ": missing or wrong (expected: the management key)");
    }
}
