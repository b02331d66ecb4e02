package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.port.AccessTokens.AccessToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §3.4: the notice that a subscription is deleted. */
class DeletionNoticesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
    private static final String EVENT_GRID = "EventGridSchema";

    private final ManagementFixture management = new ManagementFixture();
    private final List<WebhookRequest> posts = new ArrayList<>();
    private CompletableFuture<AttemptOutcome> answer =
            CompletableFuture.completedFuture(AttemptOutcome.Responded.of(200));
    private CompletableFuture<AccessToken> token = CompletableFuture.completedFuture(new AccessToken("token-1", NOW));

    private final DeletionNotices store = new DeletionNotices(
            management.stores.subscriptions(),
            management.stores.topics(),
            RetryProfiles.standard(),
            new TopicIds("/arm/topics/", "/edge/topics/", false),
            this::post,
            application -> token,
            () -> new UUID(0, 7),
            () -> NOW);

    private CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        assertEquals(Duration.ofSeconds(30), timeout);
        posts.add(request);
        return answer;
    }

    private EventSubscription saved(String topicProperties, String schema, String destination) {
        management.topics.put("orders", json("{'properties':{" + topicProperties + "}}"));
        return management.subscriptions.put(
                "orders",
                "billing",
                json("{'properties':{'eventDeliverySchema':'" + schema
                        + "','destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://hook/?code=x'"
                        + destination + "}}}}"));
    }

    @Test
    void an_endpoint_is_told_in_event_grids_schema() {
        saved("", EVENT_GRID, "");
        assertTrue(store.delete("orders", "billing"));
        WebhookRequest post = posts.get(0);
        assertEquals("https://hook/?code=x", post.endpointUrl());
        assertEquals("SubscriptionDeletion", header(post, "aeg-event-type"));
        assertEquals("BILLING", header(post, "aeg-subscription-name"));
        assertEquals("application/json; charset=utf-8", header(post, "Content-Type"));
        assertEquals(
                json("[{'id':'00000000-0000-0000-0000-000000000007','topic':'/arm/topics/orders','subject':'','data':{"
                        + "'eventSubscriptionId':'/arm/topics/orders/providers/Microsoft.EventGrid/eventSubscriptions/billing'},"
                        + "'eventType':'Microsoft.EventGrid.SubscriptionDeletedEvent',"
                        + "'eventTime':'2026-11-20T09:30:00.0000000Z','metadataVersion':'1','dataVersion':'1'}]"),
                body(post));
    }

    /** Ours: a receiver of CloudEvents reads nothing else. */
    @Test
    void an_endpoint_for_cloud_events_is_told_by_one() {
        saved("'inputSchema':'CloudEventSchemaV1_0'", DeliverySchema.CLOUD_EVENT_V1_0.wireName(), "");
        assertTrue(store.delete("orders", "billing"));
        WebhookRequest post = posts.get(0);
        assertEquals("application/cloudevents+json; charset=utf-8", header(post, "Content-Type"));
        assertEquals("SubscriptionDeletion", header(post, "aeg-event-type"));
        assertEquals("eventgrid.azure.net", header(post, "Origin"));
        assertEquals("1.0", body(post).path("specversion").asText());
        assertEquals(
                "Microsoft.EventGrid.SubscriptionDeletedEvent",
                body(post).path("type").asText());
    }

    /** Behaviour §12, §18: what its deliveries have, its notice has. */
    @Test
    void the_notice_has_the_headers_the_token_and_the_signature_of_deliveries() {
        saved(
                "",
                EVENT_GRID,
                ",'deliveryAttributeMappings':[{'name':'X-A','type':'Static','properties':{'value':'v'}}],"
                        + "'azureActiveDirectoryTenantId':'00000000-0000-0000-0000-000000000001',"
                        + "'azureActiveDirectoryApplicationIdOrUri':'api://receiver','signing':{'scheme':'StandardWebhooks'}");
        assertTrue(store.delete("orders", "billing"));
        assertEquals("v", header(posts.get(0), "X-A"));
        assertEquals("Bearer token-1", header(posts.get(0), "Authorization"));
        assertTrue(header(posts.get(0), "webhook-signature").startsWith("v1,"));
    }

    /** Behaviour §4.1, and ours: editions that document no handshake document no notice. */
    @ParameterizedTest
    @CsvSource({"cloud, 1", "cloud-2021, 1", "cloud-2019, 1", "edge, 0", "kubernetes, 0"})
    void only_the_clouds_profiles_tell(String profile, int told) {
        boolean isKubernetes = profile.equals("kubernetes");
        saved(
                "'profile':'" + profile + "'" + (isKubernetes ? ",'inputSchema':'CloudEventSchemaV1_0'" : ""),
                isKubernetes ? DeliverySchema.CLOUD_EVENT_V1_0.wireName() : EVENT_GRID,
                "");
        assertTrue(store.delete("orders", "billing"));
        assertEquals(told, posts.size());
    }

    @Test
    void an_endpoint_that_never_agreed_is_not_told() {
        EventSubscription saved = saved("", EVENT_GRID, "");
        EndpointValidation awaiting = EndpointValidation.awaiting(new UUID(1, 1), NOW.plusSeconds(60));
        assertTrue(replace(saved.with(awaiting)));
        assertTrue(store.delete("orders", "billing"));
        saved("", EVENT_GRID, "");
        assertTrue(replace(saved.with(awaiting.failed())));
        assertTrue(store.delete("orders", "billing"));
        assertEquals(List.of(), posts);
        saved("", EVENT_GRID, "");
        assertTrue(replace(saved.with(EndpointValidation.succeeded(OptionalInt.empty()))));
        assertTrue(store.delete("orders", "billing"));
        assertEquals(1, posts.size());
    }

    private boolean replace(EventSubscription subscription) {
        return store.replace(
                subscription, store.find("orders", "billing").orElseThrow().etag());
    }

    @Test
    void what_was_not_deleted_is_not_told() {
        EventSubscription saved = saved("", EVENT_GRID, "");
        assertFalse(store.delete("orders", "other"));
        assertTrue(store.delete(saved));
        assertFalse(store.delete(saved));
        assertEquals(1, posts.size());
    }

    @Test
    void whatever_the_endpoint_does_the_subscription_is_deleted_once_and_told_once() {
        List<CompletableFuture<AttemptOutcome>> answers = List.of(
                new CompletableFuture<>(),
                CompletableFuture.failedFuture(new IllegalStateException("broken")),
                CompletableFuture.completedFuture(AttemptOutcome.Responded.of(503)));
        for (CompletableFuture<AttemptOutcome> each : answers) {
            posts.clear();
            answer = each;
            saved("", EVENT_GRID, "");
            assertTrue(store.delete("orders", "billing"));
            assertEquals(1, posts.size());
            assertEquals(Optional.empty(), store.find("orders", "billing"));
        }
    }

    @Test
    void a_client_that_throws_does_not_keep_a_subscription_from_being_deleted() {
        DeletionNotices throwing = new DeletionNotices(
                management.stores.subscriptions(),
                management.stores.topics(),
                RetryProfiles.standard(),
                new TopicIds("/arm/topics/", "/edge/topics/", false),
                (request, timeout) -> {
                    throw new IllegalStateException("full");
                },
                application -> token,
                () -> new UUID(0, 7),
                () -> NOW);
        saved("", EVENT_GRID, "");
        assertTrue(throwing.delete("orders", "billing"));
        assertEquals(Optional.empty(), store.find("orders", "billing"));
    }

    /** Ours: as many as one topic can have are under way at a time. */
    @Test
    void notices_are_bounded() {
        answer = new CompletableFuture<>();
        for (int i = 0; i < DeletionNotices.OPEN_MAX + 2; i++) {
            saved("", EVENT_GRID, "");
            assertTrue(store.delete("orders", "billing"));
        }
        assertEquals(DeletionNotices.OPEN_MAX, posts.size());
        answer.complete(AttemptOutcome.Responded.of(200));
        saved("", EVENT_GRID, "");
        assertTrue(store.delete("orders", "billing"));
        assertEquals(DeletionNotices.OPEN_MAX + 1, posts.size());
    }

    @Test
    void a_topic_that_is_deleted_takes_leave_for_all_its_subscriptions() {
        saved("", EVENT_GRID, "");
        Topics topics = new Topics(
                management.stores.topics(), store, RetryProfiles.standard(), () -> "key", () -> NOW, changed -> {});
        topics.delete("orders");
        assertEquals(1, posts.size());
        assertThrows(ManagementException.class, () -> topics.get("orders"));
    }

    private static JsonNode body(WebhookRequest post) {
        return json(post.body().toString());
    }

    private static String header(WebhookRequest post, String name) {
        return post.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(WebhookRequest.Header::value)
                .findFirst()
                .orElse("");
    }
}
