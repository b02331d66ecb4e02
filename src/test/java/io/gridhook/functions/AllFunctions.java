package io.gridhook.functions;

import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.app.PipelineFixture;
import io.gridhook.app.PublisherRules;
import io.gridhook.app.Readiness;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.util.Optional;
import java.util.Set;

/** What strangers, publishers and managers can call, over stores in memory; called as the host routes requests. */
final class AllFunctions {
    static final String MANAGEMENT_KEY = "secret";

    /** Of wrong credentials, so that what comes after them is still looked at. */
    private static final AttemptRules ANY_NUMBER = new AttemptRules(Integer.MAX_VALUE, 1);

    private static final String TO_ENDPOINT = "https://h/?code=1";
    private static final String SIGNED = "{'properties':{'destination':{'endpointType':'WebHook',"
            + "'properties':{'endpointUrl':'https://h/','signing':{'scheme':'StandardWebhooks'}}}}}";

    private final PipelineFixture world = new PipelineFixture();
    private final ManagementFixture management = new ManagementFixture();
    private final PublishFunction publish = new PublishFunction(
            new PublishCall(
                    world.newPipeline(new PublisherRules(Optional.empty(), Grant.ofRole("none"), ANY_NUMBER))
                            .publisher(),
                    world::now),
            "orders");
    private final TopicsFunction topics;
    private final SubscriptionsFunction subscriptions;
    private final SubscriptionSecretsFunction secrets;
    private final SubscriptionActionsFunction actions;
    private final ValidateFunction validate;

    /**
     * Topics {@code orders}, {@code clouds} and {@code custom} for both; {@code orders} with a subscription. Domains to publish to: {@code
     * shops}, and {@code skies} for CloudEvents.
     */
    AllFunctions() {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        world.topic("custom", EventSchema.CUSTOM);
        world.subscribe("kept");
        world.topic("shops/", EventSchema.EVENT_GRID);
        world.topic("skies/", EventSchema.CLOUD_EVENT_V1_0);
        world.subscribeTo("shops/berlin", "billing");
        world.subscribeTo("skies/", "audit");
        ManagerRules rules = new ManagerRules(
                Set.of(MANAGEMENT_KEY),
                Set.of(),
                Optional.empty(),
                Grant.ofRole("none"),
                Grant.ofRole("none"),
                ANY_NUMBER);
        ManagementAccess access = new ManagementAccess(rules, new PrometheusMetrics(), world::now);
        EdgeDefinitions definitions = new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false));
        topics = new TopicsFunction(management.topics, definitions, access);
        subscriptions = new SubscriptionsFunction(management.subscriptions, management.dryRun, definitions, access);
        secrets = new SubscriptionSecretsFunction(management.subscriptions, definitions, access);
        actions = new SubscriptionActionsFunction(FixtureActions.of(management), definitions, access);
        validate = new ValidateFunction(management.consents, Readiness.READY);
        management.topics.put("orders", ManagementFixture.json("{}"));
        management.topics.put("custom", ManagementFixture.json("{'inputSchema':'CustomEventSchema'}"));
        management.subscriptions.put("orders", "kept", ManagementFixture.to(TO_ENDPOINT));
        management.subscriptions.put("orders", "signed", ManagementFixture.json(SIGNED));
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
        if (path[1].equals("domains")) {
            return publish.domain(request, topic);
        }
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
            case 5 ->
                rest.equals("api")
                        ? publish.cloud(request, topic)
                        : subscriptions.subscription(request, topic, path[4]);
            default ->
                switch (path[5]) {
                    case "test" -> subscriptions.test(request, topic, path[4]);
                    case "getFullUrl" -> subscriptions.getFullUrl(request, topic, path[4]);
                    case "pause" -> actions.pause(request, topic, path[4]);
                    case "resume" -> actions.resume(request, topic, path[4]);
                    case "disable" -> actions.disable(request, topic, path[4]);
                    case "enable" -> actions.enable(request, topic, path[4]);
                    case "sendTestEvent" -> actions.sendTestEvent(request, topic, path[4]);
                    case "getDeliveryAttributes" -> secrets.getDeliveryAttributes(request, topic, path[4]);
                    case "listSigningSecrets" -> secrets.listSigningSecrets(request, topic, path[4]);
                    case "rotateSigningSecret" -> secrets.rotateSigningSecret(request, topic, path[4]);
                    default -> validate.validate(request, topic, path[4]);
                };
        };
    }
}
