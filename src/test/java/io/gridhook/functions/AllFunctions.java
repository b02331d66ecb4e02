package io.gridhook.functions;

import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.PipelineFixture;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;

/** What strangers, publishers and managers can call, over stores in memory; called as the host routes requests. */
final class AllFunctions {
    static final String MANAGEMENT_KEY = "secret";

    private static final String TO_ENDPOINT = "https://h/?code=1";

    private final PipelineFixture world = new PipelineFixture();
    private final ManagementFixture management = new ManagementFixture();
    private final PublishFunction publish =
            new PublishFunction(new PublishCall(world.pipeline.publisher(), world::now), "orders");
    private final TopicsFunction topics;
    private final SubscriptionsFunction subscriptions;

    /** Topics {@code orders}, {@code clouds} and {@code custom} for both; {@code orders} with a subscription. */
    AllFunctions() {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        world.topic("custom", EventSchema.CUSTOM);
        world.subscribe("kept");
        ManagementAccess access = ManagementFixture.access(MANAGEMENT_KEY);
        EdgeDefinitions definitions = new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false));
        topics = new TopicsFunction(management.topics, definitions, access);
        subscriptions = new SubscriptionsFunction(management.subscriptions, definitions, access);
        management.topics.put("orders", ManagementFixture.json("{}"));
        management.topics.put("custom", ManagementFixture.json("{'inputSchema':'CustomEventSchema'}"));
        management.subscriptions.put("orders", "kept", ManagementFixture.to(TO_ENDPOINT));
    }

    /** Its answer; 404 is the host's where no route fits. */
    Answer answer(RawRequest raw) {
        return answer(raw, raw.toFake());
    }

    /** Like {@link #answer(RawRequest)}, with a request that was made before. */
    Answer answer(RawRequest raw, FakeHttpRequest request) {
        String[] path = raw.path().split("/", -1);
        HttpResponseMessage response = routed(request, path);
        return new Answer(response, raw.isToCloudsRoute());
    }

    PublishFunction publish() {
        return publish;
    }

    private HttpResponseMessage routed(FakeHttpRequest request, String[] path) {
        String topic = path.length > 2 ? path[2] : "";
        String rest = path.length > 3 ? path[3] : "";
        return switch (path.length) {
            case 2 -> topics.topics(request);
            case 3 -> path[1].equals("api") ? publish.defaultTopic(request) : topics.topic(request, topic);
            case 4 ->
                switch (rest) {
                    case "events" -> publish.edge(request, topic);
                    case "listKeys" -> topics.listKeys(request, topic);
                    case "regenerateKey" -> topics.regenerateKey(request, topic);
                    default -> subscriptions.subscriptions(request, topic);
                };
            default ->
                rest.equals("api")
                        ? publish.cloud(request, topic)
                        : subscriptions.subscription(request, topic, path[4]);
        };
    }
}
