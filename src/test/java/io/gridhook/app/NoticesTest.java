package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Notices over the whole pipeline: what is told, to whom, how often, and that nothing else notices. */
class NoticesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BAD = "UndeliverableDueToHttpBadRequest";

    private final PipelineFixture world = new PipelineFixture();
    private Pipeline pipeline = world.newPipelineWithNotices("gridhook");

    /** Somebody wants notices. */
    private void watch() {
        world.topic("gridhook", EventSchema.EVENT_GRID);
        world.subscribe("gridhook", "watching", wanted().drops());
        world.forget();
    }

    private void publish(int count) {
        world.publish(pipeline, PipelineFixture.events(count, 10)).join();
        work(world.deliveries);
    }

    /** Works off what shows now. */
    private void work(InMemoryDeliveryQueue queue) {
        while (queue.nextVisibleAt()
                .filter(shows -> !shows.isAfter(world.now()))
                .isPresent()) {
            assertTrue(world.invoke(pipeline, queue, world.receive(queue)));
        }
    }

    private void passAndRetry(Duration time) {
        world.pass(time);
        work(world.retries);
    }

    private List<JsonNode> notices(Duration wait) {
        world.pass(wait);
        return notices();
    }

    /** What was posted to who watches, and is forgotten. */
    private List<JsonNode> notices() {
        world.posts.clear();
        work(world.deliveries);
        List<JsonNode> events = new ArrayList<>();
        world.posts.stream()
                .filter(post -> post.endpointUrl().equals("https://watching"))
                .forEach(post -> {
                    JsonNode body = json(post.body().toString());
                    (body.isArray() ? body : List.of(body)).forEach(events::add);
                });
        world.posts.clear();
        return events;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    /** Type without its prefix, subscription, cause and count. */
    private static List<String> lines(List<JsonNode> notices) {
        return notices.stream()
                .map(notice -> notice.path("eventType").asText().replace("Gridhook.", "") + " "
                        + notice.path("data").path("eventSubscription").asText() + " "
                        + notice.path("data").path("cause").asText() + " "
                        + notice.path("data").path("count").asText())
                .toList();
    }

    private List<String> troubles() {
        return world.log.stream().filter(line -> line.startsWith("trouble")).toList();
    }

    @Test
    void dead_letters_are_told_as_an_event_of_event_grids_schema() {
        watch();
        world.subscribe("billing");
        world.answers("billing", 400);
        publish(3);
        world.passUntilShown(world.deadLetters);
        work(world.deadLetters);
        List<JsonNode> notices = notices(NoticeSender.GATHERED);
        assertEquals(1, notices.size());
        JsonNode data = notices.get(0).path("data");
        assertEquals(
                "deadletter/" + data.path("blob").asText(),
                world.deadLetterStore.blobs().keySet().iterator().next().replace("account/", ""));
        String at = "2026-11-20T09:35:00";
        assertEquals(
                json(("{'id':'" + notices.get(0).path("id").asText() + "','eventType':'Gridhook.EventDeadLettered',"
                                + "'subject':'topics/orders/eventSubscriptions/billing','eventTime':'" + at
                                + ".0000000Z','dataVersion':'1','data':{'topic':'orders','eventSubscription':'billing',"
                                + "'cause':'" + BAD + "','blob':'"
                                + data.path("blob").asText()
                                + "','count':3,'since':'" + at + "Z'},'topic':'/arm/topics/gridhook',"
                                + "'metadataVersion':'1'}")
                        .replace('\'', '"')),
                notices.get(0));
        assertEquals(List.of(), troubles());
    }

    @Test
    void a_topic_of_cloud_events_gets_cloud_events() {
        world.topic("gridhook", EventSchema.CLOUD_EVENT_V1_0);
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        world.subscribe("gridhook", "watching", wanted().drops());
        publish(2);
        world.pass(NoticeSender.GATHERED);
        String body = world.deliveries.bodies().isEmpty()
                ? ""
                : PipelineFixture.packs(world.deliveries)
                        .get(0)
                        .tasks()
                        .get(0)
                        .event()
                        .payload()
                        .match(inline -> inline.event().json().toString(), keptElsewhere -> "");
        JsonNode event = json(body);
        assertEquals(
                json(("{'specversion':'1.0','source':'/arm/topics/gridhook','id':'"
                                + event.path("id").asText()
                                + "','type':'Gridhook.EventDropped','subject':'topics/orders/eventSubscriptions/billing',"
                                + "'time':'2026-11-20T09:30:00.0000000Z','datacontenttype':'application/json',"
                                + "'data':{'topic':'orders','eventSubscription':'billing','cause':'" + BAD
                                + "','count':2,'since':'2026-11-20T09:30:00Z'}}")
                        .replace('\'', '"')),
                event);
    }

    @Test
    void an_endpoint_that_enters_probation_and_comes_back_is_told_with_its_host() {
        watch();
        world.subscribe("billing");
        world.answers("billing", 503);
        publish(10);
        List<JsonNode> entered = notices(NoticeSender.GATHERED);
        assertEquals(List.of("EndpointInProbation billing Busy 1"), lines(entered));
        assertEquals("billing", entered.get(0).path("data").path("endpoint").asText());
        assertEquals(
                "2026-11-20T09:30:10Z",
                entered.get(0).path("data").path("until").asText());
        world.answers("billing", 200);
        passAndRetry(Duration.ofMinutes(1));
        assertEquals(List.of("EndpointRecovered billing Busy 1"), lines(notices(NoticeSender.GATHERED)));
    }

    /** The first two attempts of an event may fail without anybody having to know. */
    @Test
    void a_subscription_that_fails_for_half_a_minute_is_told_and_that_it_delivers_again() {
        watch();
        world.subscribe("billing");
        world.answers("billing", 500);
        publish(1);
        passAndRetry(Duration.ofSeconds(10));
        assertEquals(List.of(), notices(NoticeSender.GATHERED));
        passAndRetry(Duration.ofSeconds(20));
        List<JsonNode> failing = notices(NoticeSender.GATHERED);
        assertEquals(List.of("SubscriptionFailing billing GenericError 3"), lines(failing));
        assertEquals(
                "2026-11-20T09:30:00Z",
                failing.get(0).path("data").path("since").asText());
        world.answers("billing", 200);
        passAndRetry(Duration.ofMinutes(2));
        assertEquals(List.of("SubscriptionRecovered billing  1"), lines(notices(NoticeSender.GATHERED)));
        publish(1);
        assertEquals(List.of(), notices(NoticeSender.GATHERED));
    }

    /** It refuses events, and works. */
    @Test
    void a_subscription_that_refuses_events_is_not_failing() {
        watch();
        world.subscribe("billing");
        world.answers("billing", 400);
        for (int i = 0; i < 5; i++) {
            publish(1);
            world.pass(Duration.ofSeconds(20));
        }
        assertEquals(List.of(), notices(NoticeSender.GATHERED));
    }

    @Test
    void an_endpoint_that_is_gone_is_told() {
        watch();
        world.subscribe("billing", wanted().schedule(Duration.ofSeconds(10)));
        world.answers("billing", 410);
        publish(2);
        assertEquals(List.of("SubscriptionDisabled billing GenericError 1"), lines(notices(NoticeSender.GATHERED)));
    }

    @Test
    void one_of_a_kind_is_told_in_fifteen_minutes_and_then_all_that_came_meanwhile() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.subscribe("other", wanted().drops());
        world.answers("billing", 400);
        publish(2);
        assertEquals(List.of("EventDropped billing " + BAD + " 2"), lines(notices(NoticeSender.GATHERED)));
        for (int i = 0; i < 5; i++) {
            publish(1);
            assertEquals(List.of(), notices(Duration.ofMinutes(2)));
        }
        world.answers("other", 400);
        publish(1);
        assertEquals(List.of("EventDropped other " + BAD + " 1"), lines(notices(NoticeSender.GATHERED)));
        List<JsonNode> summed = notices(Duration.ofMinutes(5));
        assertEquals(List.of("EventDropped billing " + BAD + " 6"), lines(summed));
        assertEquals(
                "2026-11-20T09:30:10Z", summed.get(0).path("data").path("since").asText());
        assertEquals(
                "2026-11-20T09:40:10.0000000Z", summed.get(0).path("eventTime").asText());
        assertEquals(List.of(), notices(Duration.ofHours(1)));
    }

    /** Else each would make the next, for ever. */
    @Test
    void nothing_that_happens_to_who_is_told_is_told() {
        world.topic("GridHook", EventSchema.EVENT_GRID);
        world.subscribe("GridHook", "watching", wanted());
        world.subscribe("GridHook", "dropping", wanted().drops());
        world.subscribe("GridHook", "gone", wanted().schedule(Duration.ofSeconds(10)));
        world.subscribe("GridHook", "failing", wanted());
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        world.answers("watching", 400);
        world.answers("dropping", 400);
        world.answers("gone", 410);
        world.answers("failing", 404);
        publish(1);
        assertEquals(1, notices(NoticeSender.GATHERED).size());
        for (int i = 0; i < 100; i++) {
            world.pass(Duration.ofMinutes(15));
            work(world.retries);
            work(world.deadLetters);
            assertEquals(List.of(), notices());
        }
        assertEquals(1L, world.counts.get("PublishSuccessCount GridHook"));
        assertTrue(world.counts.keySet().stream().anyMatch(each -> each.startsWith("DeadLetteredCount GridHook")));
        assertTrue(world.counts.containsKey("EndpointDisabledCount GridHook gone"), world.counts::toString);
    }

    @Test
    void a_topic_that_nobody_made_is_looked_for_every_five_minutes_while_there_is_something_to_tell() {
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        world.forget();
        for (int second = 0; second < 330; second += 10) {
            world.pass(Duration.ofSeconds(10));
            world.posts.clear();
            publish(1);
        }
        assertEquals(
                2,
                world.calls.stream().filter(call -> call.equals("topics.find")).count() - ofOrders());
        watch();
        world.pass(Duration.ofMinutes(5));
        publish(1);
        assertEquals(List.of("EventDropped billing " + BAD + " 1"), lines(notices(NoticeSender.GATHERED)));
    }

    /** The topic {@code orders} is looked up whenever what is cached is five seconds old, with its subscriptions. */
    private long ofOrders() {
        return world.calls.stream()
                .filter(call -> call.equals("subscriptions.list"))
                .count();
    }

    @Test
    void where_notices_are_off_nobody_looks_for_a_topic() {
        pipeline = world.newPipeline();
        watch();
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        world.forget();
        assertEquals(List.of(), notices(Duration.ofHours(1)));
        pipeline.flushNotices().join();
        assertEquals(List.of(), world.calls);
    }

    @Test
    void a_topic_with_a_schema_of_its_own_gets_none_and_that_is_said_once() {
        world.topics.create(new Topic(
                "gridhook",
                EventSchema.CUSTOM,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys(PipelineFixture.KEY, PipelineFixture.OTHER_KEY)));
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        for (int i = 0; i < 3; i++) {
            publish(1);
            assertEquals(List.of(), notices(Duration.ofMinutes(6)));
        }
        assertEquals(
                List.of("trouble: topic gridhook has a schema of its own (expected: EventGridSchema or"
                        + " CloudEventSchemaV1_0): no notices are published to it"),
                troubles());
    }

    /** Refused or its answer lost: the same events go again, and nobody who publishes or delivers is told. */
    @Test
    void what_storage_does_not_take_is_published_again_with_the_same_ids() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        world.loseAnswers("deliveries.put");
        List<JsonNode> first = notices(NoticeSender.GATHERED);
        world.refuse("topics.find", "deliveries.put");
        assertEquals(List.of(), notices(NoticeSender.AGAIN));
        world.refuseNothing();
        List<JsonNode> again = notices(NoticeSender.AGAIN);
        assertEquals(List.of("EventDropped billing " + BAD + " 1"), lines(again));
        assertEquals(first, again);
        assertEquals(List.of(), notices(Duration.ofHours(1)));
        publish(1);
        assertNotEquals(
                first.get(0).path("id"), notices(NoticeSender.GATHERED).get(0).path("id"));
    }

    /** While storage is away. */
    @Test
    void storage_is_asked_once_a_minute_however_much_there_is_to_tell() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.subscribe("other", wanted().drops());
        world.answers("billing", 400);
        world.answers("other", 400);
        publish(1);
        world.refuse("topics.find");
        world.forget();
        for (int i = 0; i < 6; i++) {
            world.pass(Duration.ofSeconds(10));
        }
        assertEquals(1, world.calls.size());
        world.pass(Duration.ofSeconds(10));
        assertEquals(2, world.calls.size());
    }

    @Test
    void a_topic_that_is_deleted_meanwhile_loses_them_and_that_is_said_and_counted() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        world.refuse("deliveries.put");
        world.pass(NoticeSender.GATHERED);
        world.refuseNothing();
        assertTrue(world.topics.delete("gridhook"));
        world.pass(NoticeSender.AGAIN);
        assertEquals(1L, world.counts.get("NoticeLeftOutCount Refused"));
        assertEquals(
                List.of("trouble: 1 notices are refused by topic gridhook: it is gone: they are lost"), troubles());
        assertEquals(List.of(), notices(Duration.ofHours(1)));
    }

    @Test
    void the_end_of_an_instance_tells_what_waits() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        pipeline.flushNotices().join();
        assertEquals(List.of("EventDropped billing " + BAD + " 1"), lines(notices()));
        publish(1);
        pipeline.flushNotices().join();
        assertEquals(List.of("EventDropped billing " + BAD + " 1"), lines(notices()), "within the quarter of an hour");
        pipeline.flushNotices().join();
        assertEquals(List.of(), notices());
    }

    @Test
    void a_flush_that_storage_refuses_fails() {
        watch();
        world.subscribe("billing", wanted().drops());
        world.answers("billing", 400);
        publish(1);
        world.refuse("topics.find");
        assertTrue(pipeline.flushNotices().isCompletedExceptionally());
    }

    /** While nobody takes them. */
    @Test
    void what_waits_is_bounded_and_what_has_no_room_is_counted() {
        Notices notices = new Notices(Optional.of("gridhook"), world.ports.metrics(), world::now);
        for (int i = 0; i < Notices.KEPT_MAX + 7; i++) {
            notices.beside(world.told()).ended(new SubscriptionRef("orders", "s-" + i, 1), "e", "dropped", BAD, "");
        }
        notices.beside(world.told()).ended(new SubscriptionRef("orders", "s-0", 1), "e", "dropped", BAD, "");
        assertEquals(7L, world.counts.get("NoticeLeftOutCount Full"));
        assertEquals(Notices.KEPT_MAX, notices.take(world.now()).size());
        // Told, but not to be told again yet: they keep their room for a quarter of an hour.
        notices.beside(world.told()).ended(new SubscriptionRef("orders", "more", 1), "e", "dropped", BAD, "");
        assertEquals(8L, world.counts.get("NoticeLeftOutCount Full"));
        world.pass(Notices.EVERY);
        notices.beside(world.told()).ended(new SubscriptionRef("orders", "more", 1), "e", "dropped", BAD, "");
        assertEquals(8L, world.counts.get("NoticeLeftOutCount Full"));
        assertEquals(1, notices.take(world.now()).size());
    }

    /** Behaviour §16: a domain's topic is named by its path. */
    @Test
    void a_subscription_of_a_domains_topic_has_its_path_as_the_subject() {
        watch();
        world.topics.create(new Topic(
                "shops/",
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys(PipelineFixture.KEY, PipelineFixture.OTHER_KEY)));
        world.subscribe("shops/berlin", "billing", wanted().drops());
        world.answers("billing", 400);
        String event = PipelineFixture.event("e0", 10).replace("{\"id\"", "{\"topic\":\"berlin\",\"id\"");
        pipeline.publisher()
                .publish(
                        "shops/",
                        PublisherCredentials.ofKey(Optional.of(PipelineFixture.KEY)),
                        PipelineFixture.body("[" + event + "]"))
                .join();
        work(world.deliveries);
        List<JsonNode> notices = notices(NoticeSender.GATHERED);
        assertEquals(List.of("EventDropped billing " + BAD + " 1"), lines(notices));
        assertEquals(
                "domains/shops/topics/berlin/eventSubscriptions/billing",
                notices.get(0).path("subject").asText());
        assertEquals("shops/berlin", notices.get(0).path("data").path("topic").asText());
    }
}
