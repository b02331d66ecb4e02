package io.gridhook.adapter.storage;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import java.net.URI;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code AzureWebJobsStorage} and its variants, as the Functions host does (functions-runtime §4). */
final class StorageSettings {
    private static final String CONNECTION = "AzureWebJobsStorage";
    private static final String ACCOUNT_NAME = CONNECTION + "__accountName";
    private static final String CREDENTIAL = CONNECTION + "__credential";
    private static final String CLIENT_ID = CONNECTION + "__clientId";
    /** Storage accounts: 3 to 24 lower-case letters and digits. */
    static final Pattern ACCOUNT = Pattern.compile("[a-z0-9]{3,24}");

    private static final Pattern ACCOUNT_KEY =
            Pattern.compile("(?:^|;)\\s*AccountKey=([^;]*)", Pattern.CASE_INSENSITIVE);

    private final Function<String, @Nullable String> env;

    StorageSettings(Function<String, @Nullable String> env) {
        this.env = env;
    }

    StorageAccess access(HttpClient client) {
        return setting(CONNECTION).<StorageAccess>map(StorageSettings::account).orElseGet(() -> identity(client));
    }

    /** The SDK finds a key that is none only when it signs its first request. */
    private static StorageAccess account(String connectionString) {
        Matcher key = ACCOUNT_KEY.matcher(connectionString);
        if (key.find() && !isBase64(key.group(1))) {
            throw new IllegalArgumentException(
                    CONNECTION + ": its AccountKey is not base64 (expected: the account's key)");
        }
        return new StorageAccess.ByConnectionString(connectionString);
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text.strip()).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private StorageAccess identity(HttpClient client) {
        return new StorageAccess.ByIdentity(
                serviceUri("blob"), serviceUri("queue"), serviceUri("table"), credential(client));
    }

    private String serviceUri(String service) {
        String name = CONNECTION + "__" + service + "ServiceUri";
        return setting(name).map(uri -> checkedUri(name, uri)).orElseGet(() -> accountUri(name, service));
    }

    private String accountUri(String missing, String service) {
        String account = setting(ACCOUNT_NAME)
                .orElseThrow(() -> new IllegalArgumentException(CONNECTION
                        + ": missing (expected: a connection string such as UseDevelopmentStorage=true, or, for an identity, "
                        + ACCOUNT_NAME + " or " + missing + ")"));
        if (!ACCOUNT.matcher(account).matches()) {
            throw new IllegalArgumentException(
                    ACCOUNT_NAME + ": " + account + " (expected: 3 to 24 lower-case letters and digits)");
        }
        return "https://" + account + "." + service + ".core.windows.net";
    }

    private static String checkedUri(String name, String text) {
        try {
            URI uri = URI.create(text);
            if ("https".equals(uri.getScheme()) && uri.getHost() != null && uri.getQuery() == null) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw badUri(name, e);
        }
        throw badUri(name, null);
    }

    /** Without the value, which may hold a signature. */
    private static IllegalArgumentException badUri(String name, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                name + ": not a service's URI (expected: https://<account>.<service>.core.windows.net)", cause);
    }

    private TokenCredential credential(HttpClient client) {
        Optional<String> kind = setting(CREDENTIAL);
        String clientId = setting(CLIENT_ID).orElse(null);
        if (kind.isEmpty()) {
            return new DefaultAzureCredentialBuilder()
                    .httpClient(client)
                    .managedIdentityClientId(clientId)
                    .build();
        }
        if (!kind.get().toLowerCase(Locale.ROOT).equals("managedidentity")) {
            throw new IllegalArgumentException(CREDENTIAL + ": " + kind.get() + " (expected: managedidentity)");
        }
        return new ManagedIdentityCredentialBuilder()
                .httpClient(client)
                .clientId(clientId)
                .build();
    }

    private Optional<String> setting(String name) {
        return Optional.ofNullable(env.apply(name)).map(String::strip).filter(value -> !value.isEmpty());
    }
}
