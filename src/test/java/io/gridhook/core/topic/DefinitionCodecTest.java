package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterValue;
import io.gridhook.core.filter.OperatorType;
import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.trust.SigningSecret;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;
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

    @ParameterizedTest
    @CsvSource({"-1", "1", "2147483647", "''"})
    void a_queue_comes_back_as_it_was(String seconds) {
        OptionalInt timeToLive = seconds.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(seconds));
        EventSubscription subscription = subscription(new SplittableRandom(1))
                .with(WebhookDestination.of(new StorageQueue("/x/storageAccounts/abc", "in-box", timeToLive)));
        assertEquals(subscription, codec.readSubscription(codec.write(subscription)));
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

    /** Also the values of headers that are not called secret. */
    @Test
    void what_a_destination_sends_is_stored_sealed() {
        SplittableRandom random = new SplittableRandom(1);
        SigningSecrets signing = SigningSecrets.of(secret(random)).rotated(secret(random), Instant.EPOCH);
        WebhookDestination destination = new WebhookDestination(
                WebhookDestination.Type.WEB_HOOK,
                "https://h/?code=planted",
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(
                        new DeliveryAttribute.Fixed("X-A", "planted", false),
                        new DeliveryAttribute.Fixed("X-B", "planted", true)),
                Optional.empty(),
                Optional.of(signing));
        String stored = codec.write(subscription(random).with(destination));
        assertFalse(stored.contains("planted") || stored.contains("whsec_"), stored);
    }

    /** An instance that does not know of headers and signatures must not deliver without them. */
    @Test
    void a_destination_is_stored_in_the_oldest_version_that_holds_it() {
        WebhookDestination plain = new WebhookDestination(
                WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty());
        EventSubscription subscription = Definitions.read(Definitions.with("")).with(plain);
        assertTrue(codec.write(subscription).startsWith("{\"formatVersion\":1,"));
        String signed = codec.write(subscription.with(plain.with(SigningSecrets.of(secret(new SplittableRandom(1))))));
        assertTrue(signed.startsWith("{\"formatVersion\":2,"), signed);
        String queue = codec.write(subscription.with(
                WebhookDestination.of(new StorageQueue("/x/storageAccounts/abc", "in-box", OptionalInt.of(-1)))));
        assertTrue(queue.startsWith("{\"formatVersion\":4,"), queue);
    }

    /** As version 1 wrote it. */
    @Test
    void an_older_subscription_is_read() {
        EventSubscription read = codec.readSubscription(
                "{'formatVersion':1,'topic':'orders','name':'sub-1','generation':7,'destination':".replace('\'', '"')
                        + "{\"endpointType\":\"WebHook\",\"endpointUrl\":\"sealed:/h//:sptth\"},"
                        + "\"deliverySchema\":\"EventGridSchema\",\"labels\":[]}");
        assertEquals(
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty()),
                read.destination());
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

    /** As it was written before endpoints were validated: it goes on receiving, and an older instance reads what is written of it. */
    @Test
    void an_older_subscription_counts_as_validated() {
        String row = ("{'formatVersion':1,'topic':'orders','name':'sub-1','generation':7,'destination':"
                        + "{'endpointType':'WebHook','endpointUrl':'sealed:/h//:sptth'},'deliverySchema':'EventGridSchema',"
                        + "'labels':[]}")
                .replace('\'', '"');
        EventSubscription read = codec.readSubscription(row);
        assertEquals(EndpointValidation.NOT_REQUIRED, read.validation());
        assertTrue(read.takesEvents(Instant.EPOCH));
        assertEquals(row, codec.write(read));
    }

    @Test
    void a_definition_names_its_format_version() {
        assertTrue(codec.write(topic(new SplittableRandom(1))).startsWith("{\"formatVersion\":1,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                   | formatVersion:  (expected: 1..5)",
                "[                                    | stored definition: not JSON (expected: what this codec wrote)",
                "{\"formatVersion\":6,\"name\":\"t\"} | formatVersion: 6 (expected: 1..5)",
                "{\"name\":\"t\"}                     | formatVersion:  (expected: 1..5)",
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
                random.nextBoolean(),
                TopicResource.NONE,
                AutoTopics.UNSET,
                systemData(random));
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
                destination(random),
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
                random.nextBoolean() ? Optional.empty() : Optional.of("true"),
                validation(random),
                random.nextBoolean()
                        ? DeliveryState.ACTIVE
                        : DeliveryState.of(
                                one(random, DeliveryState.Kind.values()), Instant.ofEpochSecond(random.nextInt())),
                systemData(random));
    }

    private static SystemData systemData(SplittableRandom random) {
        return random.nextBoolean() ? SystemData.NONE : SystemData.createdAt(Instant.ofEpochSecond(random.nextInt()));
    }

    private static WebhookDestination destination(SplittableRandom random) {
        return new WebhookDestination(
                one(random, new WebhookDestination.Type[] {
                    WebhookDestination.Type.WEB_HOOK, WebhookDestination.Type.AZURE_FUNCTION
                }),
                "https://h/?code=" + text(random),
                number(random),
                number(random),
                random.nextBoolean() ? List.of() : attributes(random),
                random.nextBoolean() ? Optional.empty() : Optional.of(new EntraApplication("t", "api://a")),
                random.nextBoolean() ? Optional.empty() : Optional.of(signing(random)));
    }

    private static EndpointValidation validation(SplittableRandom random) {
        EndpointValidation awaiting = EndpointValidation.awaiting(
                new UUID(random.nextLong(), random.nextLong()), Instant.ofEpochSecond(random.nextInt(), 1_000));
        OptionalInt rate = random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(1_000));
        return switch (random.nextInt(5)) {
            case 0 -> EndpointValidation.NOT_REQUIRED;
            case 1 -> EndpointValidation.succeeded(rate);
            case 2 -> awaiting;
            case 3 -> awaiting.confirmed(rate);
            default -> awaiting.failed();
        };
    }

    private static List<DeliveryAttribute> attributes(SplittableRandom random) {
        return List.of(
                new DeliveryAttribute.Fixed("X-A", "planted " + text(random), random.nextBoolean()),
                new DeliveryAttribute.Dynamic("X-B", JsonPath.parse("data.a").orElseThrow()));
    }

    private static SigningSecrets signing(SplittableRandom random) {
        SigningSecrets secrets = SigningSecrets.of(secret(random));
        return random.nextBoolean()
                ? secrets
                : secrets.rotated(secret(random), Instant.ofEpochSecond(random.nextInt(), 1));
    }

    private static SigningSecret secret(SplittableRandom random) {
        byte[] key = new byte[24];
        random.nextBytes(key);
        return SigningSecret.of(key);
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
    void only_a_subscription_with_advanced_filters_is_of_version_3() {
        String plain = codec.write(Definitions.read(Definitions.with("'filter':{'subjectBeginsWith':'/x'}")));
        assertEquals(1, DefinitionCodec.formatVersion(plain));
        assertFalse(plain.contains("dvanced"), plain);
        for (String filter : List.of(
                "'advancedFilters':[{'operatorType':'IsNotNull','key':'data.x'}]",
                "'enableAdvancedFilteringOnArrays':true")) {
            String text = codec.write(Definitions.read(Definitions.with("'filter':{" + filter + "}")));
            assertEquals(3, DefinitionCodec.formatVersion(text));
        }
    }

    /** An older instance would deliver what is held back, and lose that it is when it saves; when it was resumed it may lose. */
    @Test
    void only_a_subscription_that_is_held_back_is_of_version_5() {
        EventSubscription plain = Definitions.read(Definitions.with(""));
        Instant now = Instant.parse("2026-11-20T10:00:00.123Z");
        assertFalse(codec.write(plain).contains("deliveryState"));
        for (DeliveryState.Kind kind : DeliveryState.Kind.values()) {
            EventSubscription subscription = plain.with(DeliveryState.of(kind, now));
            String text = codec.write(subscription);
            assertEquals(kind == DeliveryState.Kind.ACTIVE ? 1 : 5, DefinitionCodec.formatVersion(text));
            assertEquals(subscription, codec.readSubscription(text));
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
