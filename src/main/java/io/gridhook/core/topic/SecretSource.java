package io.gridhook.core.topic;

import io.gridhook.core.trust.SigningSecret;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where a definition's secrets come from when its author does not say them.
 *
 * @param stored the destination as it is so far: a secret that is not repeated is kept, as it is not shown either
 * @param fresh makes a signing secret
 */
public record SecretSource(Optional<WebhookDestination> stored, Supplier<SigningSecret> fresh) {
    Optional<SigningSecrets> signing() {
        return stored.flatMap(WebhookDestination::signing);
    }

    /** The value of the secret header of that name. */
    Optional<String> secretValue(String name) {
        return stored.stream()
                .flatMap(destination -> destination.deliveryAttributes().stream())
                .filter(attribute -> attribute.name().equalsIgnoreCase(name))
                .flatMap(attribute -> attribute instanceof DeliveryAttribute.Fixed fixed && fixed.isSecret()
                        ? Optional.of(fixed.value()).stream()
                        : Optional.<String>empty().stream())
                .findFirst();
    }
}
