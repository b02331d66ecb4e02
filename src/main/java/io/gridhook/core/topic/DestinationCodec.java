package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.trust.SigningSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The destination in a stored subscription: URL, header values and signing secrets sealed. */
final class DestinationCodec {
    private final UnaryOperator<String> seal;
    private final UnaryOperator<String> open;

    DestinationCodec(UnaryOperator<String> seal, UnaryOperator<String> open) {
        this.seal = seal;
        this.open = open;
    }

    /** Whether it has nothing that the first version does not know. */
    static boolean isPlain(WebhookDestination destination) {
        return destination.deliveryAttributes().isEmpty()
                && destination.entra().isEmpty()
                && destination.signing().isEmpty();
    }

    /** Whether older instances, which know webhooks alone, cannot deliver to it. */
    static boolean isQueue(WebhookDestination destination) {
        return destination.queue().isPresent();
    }

    ObjectNode write(WebhookDestination destination) {
        ObjectNode json = DefinitionCodec.object();
        json.put("endpointType", destination.type().wireName());
        if (destination.queue().isPresent()) {
            StorageQueue queue = destination.queue().get();
            json.put("resourceId", queue.resourceId()).put("queueName", queue.queueName());
            queue.messageTimeToLiveInSeconds().ifPresent(seconds -> json.put("messageTimeToLiveInSeconds", seconds));
            return json;
        }
        json.put("endpointUrl", seal.apply(destination.endpointUrl()));
        destination.maxEventsPerBatch().ifPresent(events -> json.put("maxEventsPerBatch", events));
        destination.preferredBatchSizeInKilobytes().ifPresent(size -> json.put("preferredBatchSizeInKilobytes", size));
        if (!destination.deliveryAttributes().isEmpty()) {
            ArrayNode attributes = json.putArray("deliveryAttributes");
            destination.deliveryAttributes().forEach(attribute -> attributes.add(attribute(attribute)));
        }
        destination.entra().ifPresent(entra -> json.putObject("entra")
                .put("tenantId", entra.tenantId())
                .put("applicationIdOrUri", entra.applicationIdOrUri()));
        destination.signing().ifPresent(secrets -> json.set("signing", signing(secrets)));
        return json;
    }

    WebhookDestination read(JsonNode json) {
        WebhookDestination.Type type = WebhookDestination.Type.parse(DefinitionCodec.text(json, "endpointType"))
                .orElseThrow(() -> DefinitionCodec.unreadable(json, "endpointType"));
        if (type == WebhookDestination.Type.STORAGE_QUEUE) {
            return WebhookDestination.of(new StorageQueue(
                    DefinitionCodec.text(json, "resourceId"),
                    DefinitionCodec.text(json, "queueName"),
                    DefinitionCodec.number(json, "messageTimeToLiveInSeconds")));
        }
        List<DeliveryAttribute> attributes = new ArrayList<>();
        json.path("deliveryAttributes").forEach(attribute -> attributes.add(readAttribute(attribute)));
        return new WebhookDestination(
                type,
                open.apply(DefinitionCodec.text(json, "endpointUrl")),
                DefinitionCodec.number(json, "maxEventsPerBatch"),
                DefinitionCodec.number(json, "preferredBatchSizeInKilobytes"),
                attributes,
                DefinitionCodec.child(json, "entra")
                        .map(entra -> new EntraApplication(
                                DefinitionCodec.text(entra, "tenantId"),
                                DefinitionCodec.text(entra, "applicationIdOrUri"))),
                DefinitionCodec.child(json, "signing").map(this::readSigning));
    }

    /** All values are sealed: not everybody says which of them are secrets. */
    private ObjectNode attribute(DeliveryAttribute attribute) {
        ObjectNode json = DefinitionCodec.object().put("name", attribute.name());
        if (attribute instanceof DeliveryAttribute.Fixed fixed) {
            json.put("value", seal.apply(fixed.value())).put("isSecret", fixed.isSecret());
        } else if (attribute instanceof DeliveryAttribute.Dynamic dynamic) {
            json.put("sourceField", dynamic.sourceField().toString());
        }
        return json;
    }

    private DeliveryAttribute readAttribute(JsonNode json) {
        String name = DefinitionCodec.text(json, "name");
        if (json.has("sourceField")) {
            return new DeliveryAttribute.Dynamic(
                    name,
                    JsonPath.parse(DefinitionCodec.text(json, "sourceField"))
                            .orElseThrow(() -> DefinitionCodec.unreadable(json, "sourceField")));
        }
        return new DeliveryAttribute.Fixed(
                name, open.apply(DefinitionCodec.text(json, "value")), DefinitionCodec.flag(json, "isSecret"));
    }

    private ObjectNode signing(SigningSecrets secrets) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("secret", seal.apply(secrets.current().text()));
        secrets.previous().ifPresent(before -> json.put(
                        "previousSecret", seal.apply(before.secret().text()))
                .put("previousSecretExpires", before.expires().toString()));
        return json;
    }

    private SigningSecrets readSigning(JsonNode json) {
        Optional<SigningSecrets.Previous> previous = DefinitionCodec.child(json, "previousSecret")
                .map(secret -> new SigningSecrets.Previous(
                        new SigningSecret(open.apply(secret.asText())),
                        Instant.parse(DefinitionCodec.text(json, "previousSecretExpires"))));
        return new SigningSecrets(new SigningSecret(open.apply(DefinitionCodec.text(json, "secret"))), previous);
    }
}
