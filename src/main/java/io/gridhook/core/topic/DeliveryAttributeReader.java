package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.JsonPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code deliveryAttributeMappings} (behaviour §12). Messages never repeat a value, which may be a secret. */
final class DeliveryAttributeReader {
    private static final String MAPPINGS = "deliveryAttributeMappings";
    private static final String TYPES = "Static or Dynamic";
    /** Ours, after the 512 characters of a filter value (behaviour §8.5). */
    private static final int PATH_CHARS_MAX = 512;

    private DeliveryAttributeReader() {}

    static List<DeliveryAttribute> read(JsonFields properties, SecretSource secrets) {
        Optional<JsonNode> given = properties.value(MAPPINGS);
        if (given.isEmpty()) {
            return List.of();
        }
        JsonNode array = given.get();
        if (!array.isArray() || array.size() > DeliveryAttributeRules.COUNT_MAX) {
            throw new InvalidDefinitionException(MAPPINGS + ": "
                    + (array.isArray() ? array.size() + " elements" : "not an array")
                    + " (expected: an array of 0.." + DeliveryAttributeRules.COUNT_MAX + ")");
        }
        List<DeliveryAttribute> attributes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode element : array) {
            DeliveryAttribute attribute = attribute(element, attributes.size(), secrets);
            if (!names.add(attribute.name().toLowerCase(Locale.ROOT))) {
                throw JsonFields.wrong(
                        MAPPINGS + ".name", attribute.name(), "another name for each, in any letter case");
            }
            attributes.add(attribute);
        }
        return attributes;
    }

    private static DeliveryAttribute attribute(JsonNode element, int index, SecretSource secrets) {
        if (!element.isObject()) {
            throw new InvalidDefinitionException(
                    MAPPINGS + "[" + index + "]: not an object (expected: name, type and properties)");
        }
        JsonFields mapping = JsonFields.of(element, MAPPINGS + "[" + index + "]");
        String name = name(mapping);
        String type = mapping.text("type").orElseThrow(() -> mapping.missing("type", TYPES));
        JsonFields properties = mapping.object("properties").orElseThrow(() -> mapping.missing("properties", TYPES));
        DeliveryAttribute attribute =
                switch (type.toLowerCase(Locale.ROOT)) {
                    case "static" -> fixed(name, properties, secrets);
                    case "dynamic" -> dynamic(name, properties);
                    default -> throw JsonFields.wrong(MAPPINGS + ".type", type, TYPES);
                };
        properties.end();
        mapping.end();
        return attribute;
    }

    private static String name(JsonFields mapping) {
        String name = mapping.text("name").orElseThrow(() -> mapping.missing("name", "a header's name"));
        if (!DeliveryAttributeRules.isName(name)) {
            throw JsonFields.wrong(MAPPINGS + ".name", name, DeliveryAttributeRules.NAME_EXPECTED);
        }
        if (DeliveryAttributeRules.isTaken(name)) {
            throw JsonFields.wrong(MAPPINGS + ".name", name, "a header that neither HTTP nor Gridhook sets itself");
        }
        return name;
    }

    private static DeliveryAttribute fixed(String name, JsonFields properties, SecretSource secrets) {
        boolean isSecret = properties.flag("isSecret").orElse(false);
        properties.value("value").filter(value -> !value.isTextual()).ifPresent(value -> {
            throw wrongValue(name, "not a string");
        });
        String value = properties
                .text("value")
                .or(() -> isSecret ? secrets.secretValue(name) : Optional.empty())
                .orElseThrow(() -> wrongValue(name, "missing"));
        if (!DeliveryAttributeRules.isValue(value)) {
            throw wrongValue(name, value.length() + " characters, or one that no header may have");
        }
        return new DeliveryAttribute.Fixed(name, value, isSecret);
    }

    private static InvalidDefinitionException wrongValue(String name, String found) {
        return new InvalidDefinitionException(MAPPINGS + " " + name + ".value: " + found + " (expected: "
                + DeliveryAttributeRules.VALUE_EXPECTED + ")");
    }

    private static DeliveryAttribute dynamic(String name, JsonFields properties) {
        String path = properties
                .text("sourceField", PATH_CHARS_MAX)
                .orElseThrow(() -> properties.missing("sourceField", JsonPath.EXPECTED));
        return new DeliveryAttribute.Dynamic(
                name,
                JsonPath.parse(path)
                        .orElseThrow(() -> JsonFields.wrong(MAPPINGS + ".sourceField", path, JsonPath.EXPECTED)));
    }
}
