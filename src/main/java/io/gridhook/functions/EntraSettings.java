package io.gridhook.functions;

import io.gridhook.core.trust.EntraRules;
import io.gridhook.core.trust.Grant;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How Entra tokens are judged, and what they open.
 *
 * @param keysUrl where the tenant publishes its keys
 * @param rules whose tokens count
 * @param senders who may publish
 * @param contributors who may manage
 * @param readers who may look
 */
record EntraSettings(URI keysUrl, EntraRules rules, Grant senders, Grant contributors, Grant readers) {
    /** Not {@code common}, nor a domain: a token names its tenant by its id, and each of the others would be a stranger. */
    private static final Pattern TENANT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    /** Absent unless a tenant is named. Every setting is asked for, and told if it is wrong. */
    static Optional<EntraSettings> from(SettingsReader reader) {
        String tenant = reader.text("GRIDHOOK_ENTRA_TENANT_ID", "", "a GUID").toLowerCase(Locale.ROOT);
        Set<String> audiences = reader.names("GRIDHOOK_ENTRA_AUDIENCES", Set.of());
        Set<String> issuers = reader.names(
                "GRIDHOOK_ENTRA_ISSUERS",
                Set.of(
                        "https://login.microsoftonline.com/" + tenant + "/v2.0",
                        "https://sts.windows.net/" + tenant + "/"));
        Optional<URI> keysUrl = keysUrl(reader, "https://login.microsoftonline.com/" + tenant + "/discovery/v2.0/keys");
        Grant senders = new Grant(
                reader.names("GRIDHOOK_ENTRA_SENDER_ROLES", Set.of(Grant.SENDER_ROLE)),
                reader.names("GRIDHOOK_ENTRA_SENDER_SCOPES", Set.of()));
        Grant contributors =
                new Grant(reader.names("GRIDHOOK_ENTRA_CONTRIBUTOR_ROLES", Set.of(Grant.CONTRIBUTOR_ROLE)), Set.of());
        Grant readers = new Grant(reader.names("GRIDHOOK_ENTRA_READER_ROLES", Set.of(Grant.READER_ROLE)), Set.of());
        if (tenant.isEmpty()) {
            if (!audiences.isEmpty()) {
                reader.problem("GRIDHOOK_ENTRA_TENANT_ID: empty (expected: a tenant, as there are audiences)");
            }
            return Optional.empty();
        }
        if (!TENANT.matcher(tenant).matches()) {
            reader.problem("GRIDHOOK_ENTRA_TENANT_ID: " + tenant + " (expected: the tenant's id, a GUID)");
        }
        if (audiences.isEmpty()) {
            reader.problem("GRIDHOOK_ENTRA_AUDIENCES: empty (expected: this app's client id or application ID URI)");
            return Optional.empty();
        }
        EntraRules rules = new EntraRules(issuers, audiences);
        return keysUrl.map(url -> new EntraSettings(url, rules, senders, contributors, readers));
    }

    /** Who can change the keys on their way can sign what they like. */
    private static Optional<URI> keysUrl(SettingsReader reader, String unset) {
        String text = reader.text("GRIDHOOK_ENTRA_KEYS_URL", unset, "an https URL");
        try {
            URI url = URI.create(text);
            boolean isLocal = "http".equals(url.getScheme()) && "127.0.0.1".equals(url.getHost());
            if (isLocal || ("https".equals(url.getScheme()) && url.getHost() != null)) {
                return Optional.of(url);
            }
        } catch (IllegalArgumentException e) {
            // As what is a URL, but not of this kind.
        }
        if (reader.isSet("GRIDHOOK_ENTRA_KEYS_URL")) {
            reader.problem("GRIDHOOK_ENTRA_KEYS_URL: " + text + " (expected: an https URL)");
        }
        return Optional.empty();
    }
}
