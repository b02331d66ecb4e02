package io.gridhook.core.topic;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which containers dead letters may be written to. Whoever saves a subscription writes blobs with the app's identity, so it is a few and
 * no more: unless a list says otherwise, any container of the app's own account; in it never one that Gridhook or the Functions host
 * keeps for itself.
 *
 * @param ownAccount the app's storage account
 * @param isEmulator whether storage is Azurite, which stands for every account
 * @param ownContainers what Gridhook keeps in its account beside dead letters
 * @param allowed the list; empty for the app's own account
 */
public record DeadLetterDestinations(
        String ownAccount, boolean isEmulator, Set<String> ownContainers, List<Allowed> allowed) {
    /** The setting with the list, for messages. */
    public static final String SETTING = "GRIDHOOK_DEADLETTER_DESTINATIONS";

    /** What the Functions host and its deployments keep in the app's account: leases, keys, and the code that runs. */
    private static final List<String> HOST_PREFIXES =
            List.of("azure-webjobs-", "app-package", "scm-releases", "function-releases");

    public DeadLetterDestinations {
        ownContainers = Set.copyOf(ownContainers);
        allowed = List.copyOf(allowed);
    }

    /**
     * One entry of the list.
     *
     * @param container empty for all of the account's
     */
    public record Allowed(String account, Optional<String> container) {
        private static final Pattern ENTRY = Pattern.compile("[a-z0-9]{3,24}/([*]|(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*)");

        /**
         * Reads {@code account/container}, or {@code account/*} for all of its containers.
         *
         * @throws IllegalArgumentException naming the text and what is expected
         */
        public static Allowed parse(String text) {
            if (!ENTRY.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        text + " (expected: account/container, or account/* for all of them)");
            }
            int slash = text.indexOf('/');
            return new Allowed(
                    text.substring(0, slash),
                    Optional.of(text.substring(slash + 1)).filter(name -> !name.equals("*")));
        }

        boolean matches(String otherAccount, String name) {
            return account.equals(otherAccount)
                    && container.map(only -> only.equals(name)).orElse(true);
        }

        @Override
        public String toString() {
            return account + "/" + container.orElse("*");
        }
    }

    /** Why a destination may not be written to, naming the property, its value and what is expected; empty if it may be. */
    public Optional<String> refusal(DeadLetterDestination destination) {
        String account = destination.accountName();
        String container = destination.blobContainerName();
        boolean isOwn = isEmulator || account.equals(ownAccount);
        if (isOwn && isKept(container.toLowerCase(Locale.ROOT))) {
            return Optional.of("blobContainerName: " + container
                    + " (expected: a container that neither Gridhook nor the Functions host keeps for itself)");
        }
        if (allowed.isEmpty()) {
            return isOwn
                    ? Optional.empty()
                    : Optional.of("resourceId: storage account " + account + " (expected: the app's own, " + ownAccount
                            + ", or one that " + SETTING + " allows)");
        }
        return allowed.stream().anyMatch(entry -> entry.matches(account, container))
                ? Optional.empty()
                : Optional.of("deadLetterDestination: " + account + "/" + container + " (expected: one that " + SETTING
                        + " allows)");
    }

    private boolean isKept(String container) {
        return ownContainers.contains(container) || HOST_PREFIXES.stream().anyMatch(container::startsWith);
    }
}
