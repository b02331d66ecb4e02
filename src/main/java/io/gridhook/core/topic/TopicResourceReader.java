package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a topic has as a resource of ARM (behaviour §13.2). */
final class TopicResourceReader {
    /** Azure Resource Manager, "Tag usage and recommendations": 50 tags, names of 512 characters, values of 256. */
    static final int TAGS_MAX = 50;

    private static final int TAG_NAME_CHARS_MAX = 512;
    private static final int TAG_VALUE_CHARS_MAX = 256;
    /** Ours. */
    private static final int LOCATION_CHARS_MAX = 128;
    /** Ours. */
    private static final int IDENTITIES_MAX = 10;
    /** Ours: longer than any ARM id. */
    private static final int ID_CHARS_MAX = 1_024;

    private static final List<String> IDENTITY_TYPES =
            List.of("None", "SystemAssigned", "UserAssigned", "SystemAssigned, UserAssigned");
    private static final List<String> BOUNDARIES = List.of("WithinGeopair", "WithinRegion");

    private TopicResourceReader() {}

    static TopicResource read(JsonFields body, JsonFields properties) {
        Optional<JsonFields> identity = body.object("identity");
        TopicResource resource = new TopicResource(
                body.text("location", LOCATION_CHARS_MAX).filter(text -> !text.isEmpty()),
                tags(body),
                identity.flatMap(given -> oneOf(given, "type", IDENTITY_TYPES)),
                identity.map(TopicResourceReader::userAssigned).orElse(List.of()),
                oneOf(properties, "dataResidencyBoundary", BOUNDARIES));
        identity.ifPresent(given -> {
            given.ignore("principalId", "tenantId");
            given.end();
        });
        return resource;
    }

    private static Map<String, String> tags(JsonFields body) {
        Map<String, String> tags = new HashMap<>();
        body.value("tags").ifPresent(json -> {
            if (!json.isObject() || json.size() > TAGS_MAX) {
                throw JsonFields.wrong("tags", json, "an object of at most " + TAGS_MAX + " strings");
            }
            json.properties().forEach(tag -> tags.put(tagName(tag.getKey()), tagValue(tag.getValue())));
        });
        return tags;
    }

    private static String tagName(String name) {
        if (name.isEmpty() || name.length() > TAG_NAME_CHARS_MAX || hasControls(name)) {
            throw JsonFields.wrong("tags", name, "names of 1.." + TAG_NAME_CHARS_MAX + " characters");
        }
        return name;
    }

    private static String tagValue(JsonNode value) {
        String text = value.asText();
        if (!value.isTextual() || text.length() > TAG_VALUE_CHARS_MAX || hasControls(text)) {
            throw JsonFields.wrong(
                    "tags", value, "values that are strings of 0.." + TAG_VALUE_CHARS_MAX + " characters");
        }
        return text;
    }

    private static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    private static Optional<String> oneOf(JsonFields fields, String name, List<String> allowed) {
        return fields.text(name).map(given -> allowed.stream()
                .filter(one -> one.equalsIgnoreCase(given))
                .findFirst()
                .orElseThrow(() -> JsonFields.wrong(name, given, "one of " + allowed)));
    }

    private static List<String> userAssigned(JsonFields identity) {
        List<String> ids = new ArrayList<>();
        identity.value("userAssignedIdentities").ifPresent(json -> {
            if (!json.isObject() || json.size() > IDENTITIES_MAX) {
                throw JsonFields.wrong("userAssignedIdentities", json, "an object of at most " + IDENTITIES_MAX);
            }
            json.fieldNames().forEachRemaining(id -> {
                if (id.isEmpty() || id.length() > ID_CHARS_MAX || hasControls(id)) {
                    throw JsonFields.wrong("userAssignedIdentities", id, "ARM ids");
                }
                ids.add(id);
            });
        });
        return ids;
    }
}
