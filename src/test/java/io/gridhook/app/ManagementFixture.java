package io.gridhook.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.TopicIds;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** The management use cases over stores in memory; keys and generations are counted. */
public final class ManagementFixture {
    private static final ObjectMapper JSON = new ObjectMapper();

    public final DefinitionStores stores = new DefinitionStores();
    /** What the use cases said has changed, in order. */
    public final List<String> changed = new ArrayList<>();

    /** The subscriptions whose endpoints got a fresh start, with their URLs, in order. */
    public final List<String> freshStarts = new ArrayList<>();

    private final AtomicLong count = new AtomicLong();

    public final Topics topics = new Topics(
            stores.topics(),
            stores.subscriptions(),
            RetryProfiles.standard(),
            () -> "key-" + count.incrementAndGet(),
            changed::add);

    public final Subscriptions subscriptions = new Subscriptions(
            stores.topics(),
            stores.subscriptions(),
            new EventSubscriptionReader(RetryProfiles.standard(), false),
            count::incrementAndGet,
            Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC),
            changed::add,
            subscription -> freshStarts.add(
                    subscription.name() + " " + subscription.destination().endpointUrl()));

    public final DryRun dryRun = new DryRun(
            topics,
            subscriptions,
            new TopicRules(
                    RetryProfiles.standard(),
                    new TopicIds("/arm/", "/edge/topics/", false),
                    () -> new UUID(0, count.incrementAndGet())),
            Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));

    /** JSON written with single quotes. */
    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A subscription's body. */
    public static JsonNode to(String endpointUrl) {
        return json("{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'" + endpointUrl
                + "'}}}}");
    }
}
