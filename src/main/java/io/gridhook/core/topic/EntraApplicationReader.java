package io.gridhook.core.topic;

import java.util.List;
import java.util.Optional;

/** Reads {@code azureActiveDirectoryTenantId} and {@code azureActiveDirectoryApplicationIdOrUri} (behaviour §18): both, or neither. */
final class EntraApplicationReader {
    private static final String TENANT = "azureActiveDirectoryTenantId";
    private static final String APPLICATION = "azureActiveDirectoryApplicationIdOrUri";

    private EntraApplicationReader() {}

    static Optional<EntraApplication> read(
            JsonFields properties,
            WebhookDestination.Type type,
            List<DeliveryAttribute> attributes,
            WebhookApplications applications) {
        Optional<String> tenant = properties.text(TENANT).filter(text -> !text.isEmpty());
        Optional<String> application = properties.text(APPLICATION).filter(text -> !text.isEmpty());
        if (tenant.isEmpty() && application.isEmpty()) {
            return Optional.empty();
        }
        String tenantId = tenant.orElseThrow(() -> missing(TENANT, APPLICATION));
        String audience = application.orElseThrow(() -> missing(APPLICATION, TENANT));
        check(TENANT, tenantId, EntraApplication.isTenant(tenantId), EntraApplication.TENANT_EXPECTED);
        check(APPLICATION, audience, EntraApplication.isApplication(audience), EntraApplication.APPLICATION_EXPECTED);
        if (type != WebhookDestination.Type.WEB_HOOK) {
            throw new InvalidDefinitionException(
                    APPLICATION + ": given for " + type.wireName() + " (expected: only for WebHook)");
        }
        if (attributes.stream().anyMatch(attribute -> attribute.name().equalsIgnoreCase("Authorization"))) {
            throw new InvalidDefinitionException("deliveryAttributeMappings Authorization: given beside " + APPLICATION
                    + " (expected: one of the two, as a request has one Authorization)");
        }
        EntraApplication entra = new EntraApplication(tenantId, audience);
        check(APPLICATION, audience, applications.allow(entra), WebhookApplications.EXPECTED);
        return Optional.of(entra);
    }

    private static void check(String field, String value, boolean isGood, String expected) {
        if (!isGood) {
            throw JsonFields.wrong(field, value, expected);
        }
    }

    private static InvalidDefinitionException missing(String field, String other) {
        return new InvalidDefinitionException(field + ": missing (expected: both, as " + other + " is given)");
    }
}
