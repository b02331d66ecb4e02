package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.core.topic.ArmPath;
import java.util.Map;
import java.util.Optional;

/**
 * A call of ARM's form that may be made.
 *
 * @param message as it came
 * @param path what it names
 * @param rawPath how the caller spelt that
 * @param version of the API, one of those that are known
 */
record ArmRequest(HttpRequestMessage<Optional<String>> message, ArmPath path, String rawPath, String version) {
    HttpMethod method() {
        return message.getHttpMethod();
    }

    String baseUrl() {
        return CalledUrl.base(message);
    }

    JsonNode body() {
        return DefinitionBody.of(message);
    }

    Optional<String> query(String name) {
        return query(message, name);
    }

    /** A query parameter, its name in any letter case. */
    static Optional<String> query(HttpRequestMessage<?> message, String name) {
        return message.getQueryParameters().entrySet().stream()
                .filter(parameter -> parameter.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
