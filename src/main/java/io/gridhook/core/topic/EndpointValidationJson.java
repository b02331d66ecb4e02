package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** {@link EndpointValidation} as it is stored with its subscription; one that is not required is left out, as older rows have none. */
final class EndpointValidationJson {
    private EndpointValidationJson() {}

    static Optional<ObjectNode> write(EndpointValidation validation) {
        if (validation.equals(EndpointValidation.NOT_REQUIRED)) {
            return Optional.empty();
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("state", validation.state().name());
        validation.code().ifPresent(code -> json.put("code", code.toString()));
        validation.until().ifPresent(until -> json.put("until", until.toString()));
        validation.allowedRate().ifPresent(rate -> json.put("allowedRate", rate));
        return Optional.of(json);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     * @throws java.time.format.DateTimeParseException if its time is none
     */
    static EndpointValidation read(JsonNode json) {
        return new EndpointValidation(
                EndpointValidation.State.valueOf(json.path("state").asText()),
                text(json, "code").map(UUID::fromString),
                text(json, "until").map(Instant::parse),
                json.has("allowedRate")
                        ? OptionalInt.of(json.path("allowedRate").asInt())
                        : OptionalInt.empty());
    }

    private static Optional<String> text(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).map(JsonNode::asText);
    }
}
