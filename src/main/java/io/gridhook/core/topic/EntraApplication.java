package io.gridhook.core.topic;

import java.util.regex.Pattern;

/**
 * Whose tokens a webhook takes (behaviour §18).
 *
 * @param tenantId {@code azureActiveDirectoryTenantId}: a GUID or a domain; it becomes part of a URL
 * @param applicationIdOrUri {@code azureActiveDirectoryApplicationIdOrUri}: the audience
 */
public record EntraApplication(String tenantId, String applicationIdOrUri) {
    static final String TENANT_EXPECTED = "a tenant's id or domain, 1..253 of A-Z a-z 0-9 . -";
    static final String APPLICATION_EXPECTED =
            "an application's id or its URI, 1..512 printable characters without blanks";

    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}");
    private static final Pattern APPLICATION = Pattern.compile("[!-~]{1,512}");

    public EntraApplication {
        if (!isTenant(tenantId)) {
            throw new IllegalArgumentException("tenantId: " + tenantId + " (expected: " + TENANT_EXPECTED + ")");
        }
        if (!isApplication(applicationIdOrUri)) {
            throw new IllegalArgumentException(
                    "applicationIdOrUri: " + applicationIdOrUri + " (expected: " + APPLICATION_EXPECTED + ")");
        }
    }

    static boolean isTenant(String text) {
        return TENANT.matcher(text).matches();
    }

    static boolean isApplication(String text) {
        return APPLICATION.matcher(text).matches();
    }
}
