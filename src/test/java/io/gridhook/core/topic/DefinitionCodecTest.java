package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterValue;
import io.gridhook.core.filter.OperatorType;
import io.gridhook.core.retry.RetrySchedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored definitions come back as they were, and secrets are never in the text. */
class DefinitionCodecTest {
    private static final String SEAL = "sealed:";

    private final DefinitionCodec codec = new DefinitionCodec(
            secret -> SEAL + new StringBuilder(secret).reverse(),
            text -> new StringBuilder(text.substring(SEAL.length())).reverse().toString());

    @Test
    void any_subscription_comes_back_as_it_was() {
        long seed = seed();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            EventSubscription subscription = subscription(random);
            assertEquals(subscription, codec.readSubscription(codec.write(subscription)), "-Dseed=" + seed);
        }
    }

    @Test
    void any_topic_comes_back_as_it_was() {
        long seed = seed();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            Topic topic = topic(random);
            assertEquals(topic, codec.readTopic(codec.write(topic)), "-Dseed=" + seed);
        }
    }

    @Test
    void secrets_are_stored_sealed() {
        String topic = codec.write(new Topic(
                "t",
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys("first-key", "second-key")));
        assertFalse(topic.contains("first-key") || topic.contains("second-key"), topic);
        String subscription = codec.write(subscription(new SplittableRandom(1)));
        assertFalse(subscription.contains("code="), subscription);
        assertTrue(subscription.contains(SEAL), subscription);
    }

    /** As it was written before {@code disableLocalAuth} was there. */
    @Test
    void an_older_row_is_read() {
        Topic read =
                codec.readTopic("{'formatVersion':1,'name':'orders','inputSchema':'EventGridSchema',".replace('\'', '"')
                        + "\"key1\":\"sealed:1-yek\",\"key2\":\"sealed:2-yek\"}");
        assertEquals(Definitions.topic(EventSchema.EVENT_GRID, Optional.empty()), read);
        assertFalse(read.disableLocalAuth());
        assertEquals(
                "{\"formatVersion\":1,\"name\":\"orders\",\"inputSchema\":\"EventGridSchema\","
                        + "\"key1\":\"sealed:1-yek\",\"key2\":\"sealed:2-yek\"}",
                codec.write(read),
                "an older instance reads it");
    }

    @Test
    void a_definition_names_its_format_version() {
        assertTrue(codec.write(topic(new SplittableRandom(1))).startsWith("{\"formatVersion\":1,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                   | formatVersion:  (expected: 1 or 2)",
                "[                                    | stored definition: not JSON (expected: what this codec wrote)",
                "{\"formatVersion\":3,\"name\":\"t\"} | formatVersion: 3 (expected: 1 or 2)",
                "{\"name\":\"t\"}                     | formatVersion:  (expected: 1 or 2)",
                "{\"formatVersion\":1}                | stored name: missing (expected: what this codec wrote)",
            })
    void what_it_did_not_write_is_refused(String text, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> codec.readTopic(text))
                        .getMessage());
    }

    private static long seed() {
        String seed = System.getProperty("seed", "");
        return seed.isEmpty() ? 20260101L : Long.parseLong(seed);
    }

    private static Topic topic(SplittableRandom random) {
        return new Topic(
                text(random),
                one(random, EventSchema.values()),
                random.nextBoolean()
                        ? InputSchemaMapping.NONE
                        : new InputSchemaMapping(
                                field(random),
                                field(random),
                                field(random),
                                field(random),
                                field(random),
                                field(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of("edge"),
                new TopicKeys(text(random), text(random)),
                random.nextBoolean());
    }

    private static InputSchemaMapping.Field field(SplittableRandom random) {
        return new InputSchemaMapping.Field(
                random.nextBoolean() ? "" : text(random), random.nextBoolean() ? "" : text(random));
    }

    private static EventSubscription subscription(SplittableRandom random) {
        return new EventSubscription(
                text(random),
                text(random),
                random.nextLong(),
                new WebhookDestination(
                        one(random, WebhookDestination.Type.values()),
                        "https://h/?code=" + text(random),
                        number(random),
                        number(random)),
                one(random, DeliverySchema.values()),
                random.nextBoolean() ? Optional.empty() : Optional.of(filter(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of(retry(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of("cloud-2019"),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new DeadLetterDestination("/a/b/" + text(random), "dl")),
                random.nextBoolean() ? List.of() : List.of(text(random), "b"),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))),
                random.nextBoolean() ? Optional.empty() : Optional.of("true"));
    }

    private static EventFilter filter(SplittableRandom random) {
        List<String> types = List.of(text(random), text(random));
        return random.nextBoolean()
                ? new EventFilter(types, text(random), text(random), random.nextBoolean())
                : new EventFilter(types, "", "", false, random.nextBoolean(), advanced(random));
    }

    private static List<AdvancedFilter> advanced(SplittableRandom random) {
        BigDecimal low = new BigDecimal(one(random, new String[] {"-1e-400", "0.10", "100", "12345678901234567890.5"}));
        return List.of(
                new AdvancedFilter(OperatorType.NUMBER_IN, "data.n", List.of(new FilterValue.Decimal(low))),
                new AdvancedFilter(
                        OperatorType.NUMBER_NOT_IN_RANGE,
                        "data.n",
                        List.of(new FilterValue.Range(low, new BigDecimal("1e40")), new FilterValue.Range(low, low))),
                new AdvancedFilter(
                        OperatorType.STRING_CONTAINS,
                        "subject",
                        List.of(new FilterValue.Text("\"\\\ud83d\ude00"), new FilterValue.Text(""))),
                new AdvancedFilter(
                        OperatorType.BOOL_EQUALS, "data.b", List.of(new FilterValue.Flag(random.nextBoolean()))),
                new AdvancedFilter(OperatorType.IS_NOT_NULL, "data.x", List.of()));
    }

    /** An older instance refuses what it would lose, and delivers what it need not refuse. */
    @Test
    void only_a_subscription_with_advanced_filters_is_of_version_2() {
        String plain = codec.write(Definitions.read(Definitions.with("'filter':{'subjectBeginsWith':'/x'}")));
        assertEquals(1, DefinitionCodec.formatVersion(plain));
        assertFalse(plain.contains("dvanced"), plain);
        for (String filter : List.of(
                "'advancedFilters':[{'operatorType':'IsNotNull','key':'data.x'}]",
                "'enableAdvancedFilteringOnArrays':true")) {
            String text = codec.write(Definitions.read(Definitions.with("'filter':{" + filter + "}")));
            assertEquals(2, DefinitionCodec.formatVersion(text));
        }
    }

    @Test
    void a_stored_filter_that_cannot_be_read_is_refused() {
        String text = codec.write(Definitions.read(
                Definitions.with("'filter':{'advancedFilters':[{'operatorType':'IsNotNull','key':'data.x'}]}")));
        String message = String.valueOf(assertThrows(
                        IllegalArgumentException.class,
                        () -> codec.readSubscription(text.replace("IsNotNull", "IsOdd")))
                .getMessage());
        assertTrue(
                message.startsWith("stored advancedFilters[0].operatorType: IsOdd (expected: one of NumberIn,"),
                message);
    }

    private static RetrySettings retry(SplittableRandom random) {
        return new RetrySettings(
                number(random),
                number(random),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new RetrySchedule(List.of(Duration.ofMillis(1_500), Duration.ofDays(30)))),
                random.nextBoolean());
    }

    private static <T> T one(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static OptionalInt number(SplittableRandom random) {
        return random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt());
    }

    private static String text(SplittableRandom random) {
        String letters = "aZ9-\"\\/\u0001\u00e9\u2028 ";
        StringBuilder text = new StringBuilder("x");
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.append(random.nextBoolean() ? "\ud83d\ude00" : "").toString();
    }
}
