package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.EventSchema;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever JSON is sent as a definition, it is read and can be stored, or is refused as its author's fault. */
class AnyDefinitionTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** Of the table properties that hold a definition, in UTF-16 code units: DefinitionTable knows the number. */
    private static final int PROPERTIES_CHARS_MAX = 8 * 32_767;

    private final DefinitionCodec codec = new DefinitionCodec(secret -> secret, secret -> secret);
    private final EventSubscriptionReader reader = Definitions.reader(true);
    private final Topic topic = Definitions.topic(EventSchema.CUSTOM, Optional.empty());

    @Test
    void a_damaged_definition_is_read_and_stored_or_refused() {
        String text = System.getProperty("seed", "");
        long seed = text.isEmpty() ? 20260102L : Long.parseLong(text);
        SplittableRandom random = new SplittableRandom(seed);
        int read = 0;
        for (int i = 0; i < 5_000; i++) {
            JsonNode body = damaged(fullest(), random);
            try {
                EventSubscription subscription =
                        reader.read(body, topic, "sub-1", i, Definitions.NOW, Definitions.SECRETS);
                assertEquals(subscription, codec.readSubscription(codec.write(subscription)), "-Dseed=" + seed);
                read++;
            } catch (InvalidDefinitionException e) {
                assertTrue(e.getMessage().length() < 600, () -> "-Dseed=" + seed + " " + e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("-Dseed=" + seed + " " + body, e);
            }
        }
        assertTrue(read > 100 && read < 4_900, "read: " + read);
    }

    @Test
    void the_fullest_definition_fits_into_the_table_properties_for_it() {
        EventSubscription subscription =
                reader.read(fullest(), topic, "s".repeat(64), Long.MAX_VALUE, Definitions.NOW, Definitions.SECRETS);
        UnaryOperator<String> seal = secret -> "v1:0123abcd:" + "x".repeat((secret.length() + 28 + 2) / 3 * 4);
        assertTrue(new DefinitionCodec(seal, seal).write(subscription).length() < PROPERTIES_CHARS_MAX);
    }

    /** A body in which every list and text is as long as it may be, in characters that JSON escapes. */
    private static ObjectNode fullest() {
        ObjectNode body = JSON.objectNode();
        ObjectNode properties = body.putObject("properties");
        ObjectNode destination = properties.putObject("destination").put("endpointType", "WebHook");
        destination
                .putObject("properties")
                .put("endpointUrl", "https://h/" + "a".repeat(2_038))
                .put("maxEventsPerBatch", 5_000)
                .put("preferredBatchSizeInKilobytes", 1_024)
                .put("azureActiveDirectoryTenantId", "t".repeat(253))
                .put("azureActiveDirectoryApplicationIdOrUri", "\\".repeat(512))
                .set("deliveryAttributeMappings", headers());
        ((ObjectNode) destination.path("properties")).putObject("signing").put("scheme", "StandardWebhooks");
        ObjectNode filter = properties.putObject("filter");
        filter.put("subjectBeginsWith", "\"".repeat(512)).put("subjectEndsWith", "\\".repeat(512));
        filter.put("isSubjectCaseSensitive", true);
        filter.set("includedEventTypes", texts(100, "\"".repeat(61)));
        filter.put("enableAdvancedFilteringOnArrays", true).set("advancedFilters", fullestFilters());
        properties.set("labels", texts(25, "\"".repeat(128)));
        properties.put("profile", "cloud").put("eventDeliverySchema", "CustomInputSchema");
        properties.put("expirationTimeUtc", "9999-12-31T23:59:59.999999999Z");
        properties.putObject("persistencePolicy").put("isPersisted", "true");
        ObjectNode retry = properties.putObject("retryPolicy");
        retry.put("maxDeliveryAttempts", 1_000).put("eventExpiryInMinutes", 43_200);
        retry.set("schedule", texts(100, "PT719H59M59.999999999S"));
        ObjectNode deadLetter = properties.putObject("deadLetterDestination").put("endpointType", "StorageBlob");
        deadLetter
                .putObject("properties")
                .put("resourceId", "/" + "\"".repeat(400) + "/storageAccounts/" + "a".repeat(24))
                .put("blobContainerName", "c".repeat(63));
        return body;
    }

    private static ArrayNode headers() {
        ArrayNode array = JSON.arrayNode();
        for (int i = 0; i < 10; i++) {
            ObjectNode header = array.addObject().put("name", i + "n".repeat(127));
            ObjectNode properties =
                    header.put("type", i < 9 ? "Static" : "Dynamic").putObject("properties");
            if (i < 9) {
                properties.put("value", "\\".repeat(4_096)).put("isSecret", true);
            } else {
                properties.put("sourceField", "\\".repeat(512));
            }
        }
        return array;
    }

    private static ArrayNode fullestFilters() {
        ArrayNode filters = JSON.arrayNode();
        for (int i = 0; i < 25; i++) {
            ObjectNode filter = filters.addObject().put("operatorType", "StringNotBeginsWith");
            filter.put("key", "\"".repeat(512)).set("values", texts(1, "\\".repeat(512)));
        }
        return filters;
    }

    private static ArrayNode texts(int count, String text) {
        ArrayNode array = JSON.arrayNode();
        IntStream.range(0, count).forEach(i -> array.add(text));
        return array;
    }

    /** Replaces or removes one property, or one element, somewhere. */
    private static JsonNode damaged(JsonNode json, SplittableRandom random) {
        if (json instanceof ObjectNode object && !object.isEmpty() && random.nextInt(8) > 0) {
            List<String> names =
                    object.properties().stream().map(Map.Entry::getKey).toList();
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(4) == 0) {
                object.remove(name);
            } else {
                object.set(name, damaged(object.get(name), random));
            }
            return object;
        }
        if (json instanceof ArrayNode array && !array.isEmpty() && random.nextBoolean()) {
            int index = random.nextInt(array.size());
            array.set(index, damaged(array.get(index), random));
            return array;
        }
        return other(random);
    }

    private static JsonNode other(SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.numberNode(random.nextInt(-1, 60));
            case 3 -> JSON.numberNode(random.nextDouble());
            case 4 -> JSON.numberNode(new BigInteger("9".repeat(400)));
            case 5 -> JSON.textNode("x".repeat(random.nextInt(5_000)));
            case 6 -> JSON.textNode("\u0000\ud800");
            case 7 -> JSON.textNode("true");
            case 8 -> JSON.arrayNode().add(JSON.arrayNode());
            case 9 -> JSON.objectNode().put("PROPERTIES", "x");
            case 10 -> JSON.textNode("P" + random.nextInt(99) + "D");
            default -> JSON.textNode("");
        };
    }
}
