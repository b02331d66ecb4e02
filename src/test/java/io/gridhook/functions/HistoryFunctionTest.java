package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.DeliveryLookup;
import io.gridhook.app.EventFates;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.PipelineFixture;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.history.Rows;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /manage/deliveries} and {@code GET /manage/events/{id}/why} (issue 8, point 1). */
class HistoryFunctionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HistoryRules RULES = HistoryRules.parse("failures", true, Duration.ofDays(7));

    private final PipelineFixture world = new PipelineFixture(RULES);
    private final Instant before = world.now().minusSeconds(60);
    private final HistoryFunction function = function(RULES);

    private HistoryFunction function(HistoryRules rules) {
        DeliveryLookup lookup = new DeliveryLookup(world.history, world.recorder);
        return new HistoryFunction(
                new HistoryReport(
                        lookup, new EventFates(lookup, world.pipeline.catalog(), world.pipeline.health()), rules),
                ManagementFixture.access("secret"),
                world::now);
    }

    private void logged(HistoryRow... rows) {
        world.history.append(
                HistoryBatch.of(List.of(rows), "i-" + rows[0].eventId().hashCode())
                        .batch());
    }

    private static FakeHttpRequest get(String url) {
        return new FakeHttpRequest(HttpMethod.GET, url).header("aeg-sas-key", "secret");
    }

    private HttpResponseMessage call(String pathAndQuery) {
        FakeHttpRequest request = get("https://host" + pathAndQuery);
        return pathAndQuery.startsWith("/manage/events/") ? function.why(request) : function.deliveries(request);
    }

    private JsonNode answer(String pathAndQuery) {
        HttpResponseMessage response = call(pathAndQuery);
        assertEquals(200, response.getStatusCode(), () -> response.getBody().toString());
        return json(response);
    }

    private static JsonNode json(HttpResponseMessage response) {
        try {
            return JSON.readTree(response.getBody().toString());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static String without(JsonNode json, String... names) {
        ((com.fasterxml.jackson.databind.node.ObjectNode) json).remove(List.of(names));
        return json.toString().replace('"', '\'');
    }

    @Test
    void rows_say_what_happened() {
        logged(
                Rows.published(before, "e", false),
                Rows.attempted(before.plusSeconds(1), "e", 2, Rows.AGAIN),
                Rows.ended(before.plusSeconds(2), "e", "TimeToLiveExceeded", "a/b.json"));
        JsonNode answer = answer("/manage/deliveries?eventId=e");
        assertEquals(
                "{'deliveries':'failures','publishes':true,'retention':'P7D'}",
                answer.get("kept").toString().replace('"', '\''));
        assertEquals(
                "{'topic':'orders','eventId':'e','eventSubscription':'billing','kind':'end','outcome':'deadLettered',"
                        + "'reason':'TimeToLiveExceeded','blob':'a/b.json'}",
                without(answer.get("value").get(0), "time"));
        assertEquals(
                "{'topic':'orders','eventId':'e','eventSubscription':'billing','eventType':'Order.Placed','kind':'attempt',"
                        + "'attempt':2,'outcome':'Busy','endpoint':'billing.example','durationInMs':12,'httpStatus':503,"
                        + "'response':'try later','nextStep':'retry','nextTime':'2026-11-20T12:00:10.123456700Z'}",
                without(answer.get("value").get(1), "time"));
        assertEquals(
                "{'topic':'orders','eventId':'e','kind':'publish','outcome':'published','eventType':'Order.Placed',"
                        + "'matched':[],'notMatched':[{'eventSubscription':'billing','clause':'filter.advancedFilters[0]',"
                        + "'key':'data.size','value':'3','expected':'NumberIn 4, 5'}]}",
                without(answer.get("value").get(2), "time"));
        assertFalse(answer.has("nextLink"));
    }

    @ParameterizedTest
    @CsvSource({
        "eventId=a, 1",
        "eventId=x, 0",
        "topic=ORDERS, 2",
        "topic=other, 0",
        "eventSubscription=Billing, 2",
        "eventSubscription=audit, 0",
        "outcome=busy, 1",
        "OUTCOME=Delivered, 1",
        "outcome=dropped, 0",
        "from=2026-11-20T09:29:30Z, 1",
        "to=2026-11-20T09:29:30%2B00:00, 1",
        "to=2026-11-20T10:29:30+01:00, 1",
        "from=2026-11-20T09:29:30Z&outcome=busy, 0"
    })
    void rows_are_found(String query, int rows) {
        logged(Rows.attempted(before, "a", 1, Rows.AGAIN));
        logged(Rows.attempted(before.plusSeconds(50), "b", 2, Rows.COMPLETE));
        assertEquals(rows, answer("/manage/deliveries?" + query).get("value").size());
    }

    @Test
    void next_links_lead_to_all_rows() {
        for (int i = 0; i < 10; i++) {
            logged(Rows.attempted(before.plusSeconds(i), "e-" + i, 1, Rows.AGAIN));
        }
        List<String> ids = new ArrayList<>();
        String next = "/manage/deliveries?$top=3&topic=orders";
        while (!next.isEmpty()) {
            JsonNode page = answer(next.replace("$", "%24"));
            page.get("value").forEach(row -> ids.add(row.get("eventId").asText()));
            assertTrue(page.get("value").size() <= 3);
            URI link = URI.create(page.path("nextLink").asText());
            next = link.getRawQuery() == null ? "" : link.getRawPath() + "?" + link.getRawQuery();
            // What comes meanwhile is in no page of this window.
            world.pass(Duration.ofSeconds(1));
            logged(Rows.attempted(world.now(), "new-" + ids.size(), 1, Rows.AGAIN));
        }
        assertEquals(List.of("e-9", "e-8", "e-7", "e-6", "e-5", "e-4", "e-3", "e-2", "e-1", "e-0"), ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from=noon | from: noon (expected: a time such as 2026-11-20T09:30:00Z)",
                "to=2026-11-20 | to: 2026-11-20 (expected: a time such as 2026-11-20T09:30:00Z)",
                "from=2026-11-21T00:00:00Z | from: 2026-11-21T00:00:00Z (expected: not after to, which is 2026-11-20T09:30:00Z)",
                "from=2026-11-20T09:00:00Z&to=2026-11-20T08:00:00Z | from: 2026-11-20T09:00:00Z (expected: not after to, which is 2026-11-20T08:00:00Z)",
                "%24top=0 | $top: 0 (expected: 1..1000)",
                "%24top=1001 | $top: 1001 (expected: 1..1000)",
                "%24top=x | $top: x (expected: 1..1000)",
                "%24skipToken=x | $skipToken: wrong (expected: that of a nextLink)",
                "%24skipToken=MTIzNA | $skipToken: wrong (expected: that of a nextLink)",
                "%24skipToken=JyBvciAnYScgZXEgJ2E6MA | $skipToken: wrong (expected: that of a nextLink)",
                "event=x | event: not known (expected: eventId, topic, eventSubscription, outcome, from, to, $top, $skipToken)",
                "outcome=lost | outcome: lost (expected: one of deadLettered, dropped, published, Delivered, BadRequest, Unauthorized,"
            })
    void what_is_wrong_is_said(String query, String message) {
        HttpResponseMessage response = call("/manage/deliveries?" + query);
        assertEquals(400, response.getStatusCode());
        String said = json(response).get("error").get("details").get("message").asText();
        assertTrue(said.startsWith(message), said);
    }

    /** Of any length: a window may begin before all time and end after it. */
    @Test
    void a_window_may_be_as_long_as_one_likes() {
        logged(Rows.attempted(before, "e", 1, Rows.AGAIN));
        assertEquals(
                1,
                answer("/manage/deliveries?from=-999999999-01-01T00:00:00Z&to=%2B999999999-01-01T00:00:00Z")
                        .get("value")
                        .size());
    }

    @Test
    void why_answers_for_each_subscription() {
        world.subscribe("audit");
        world.subscribe("billing");
        logged(Rows.published(before, "e", true), Rows.attempted(before.plusSeconds(1), "e", 2, Rows.AGAIN));
        JsonNode answer = answer("/manage/events/e/why?topic=orders");
        assertEquals("e", answer.get("eventId").asText());
        assertTrue(answer.get("isComplete").asBoolean());
        JsonNode audit = answer.get("value").get(0);
        assertEquals("unknown", audit.get("status").asText());
        assertEquals(
                "Nothing is kept of it for this subscription. The log keeps failures alone: it was delivered by its first"
                        + " attempt, or not tried yet, or not wanted, or never published. Rows are kept for P7D.",
                audit.get("why").asText());
        JsonNode billing = answer.get("value").get(1);
        assertEquals("waiting", billing.get("status").asText());
        assertEquals(
                "Attempt 2 failed: Busy (HTTP 503). The next was planned for 2026-11-20T12:00:10.123456700Z.",
                billing.get("why").asText());
        assertEquals(2, billing.get("lastAttempt").get("attempt").asInt());
        assertEquals("try later", billing.get("lastAttempt").get("response").asText());
        assertEquals(before.toString(), billing.get("accepted").asText());
    }

    @Test
    void why_names_the_clause_and_the_value() {
        world.subscribe("billing");
        logged(Rows.published(before, "e", false));
        assertEquals(
                "{'topic':'orders','eventSubscription':'billing','status':'notMatched','why':'Not wanted:"
                        + " filter.advancedFilters[0] at data.size asks for NumberIn 4, 5, the event has 3.',"
                        + "'clause':'filter.advancedFilters[0]','key':'data.size','value':'3','expected':'NumberIn 4, 5'}",
                without(answer("/manage/events/e/why").get("value").get(0), "accepted"));
    }

    @Test
    void why_says_how_it_ended() {
        world.subscribe("billing");
        logged(Rows.ended(before, "kept", "TimeToLiveExceeded", "a/b.json"));
        logged(Rows.ended(before, "dropped", "SubscriptionDeleted", ""));
        logged(Rows.attempted(before, "in", 2, Rows.COMPLETE));
        JsonNode kept = answer("/manage/events/kept/why").get("value").get(0);
        assertEquals("Dead-lettered for TimeToLiveExceeded.", kept.get("why").asText());
        assertEquals("a/b.json", kept.get("end").get("blob").asText());
        assertEquals(
                "Dropped for SubscriptionDeleted; it is kept nowhere.",
                answer("/manage/events/dropped/why")
                        .get("value")
                        .get(0)
                        .get("why")
                        .asText());
        assertEquals(
                "Delivered by attempt 2.",
                answer("/manage/events/in/why").get("value").get(0).get("why").asText());
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, a/b",
        "a%2Fb, a/b",
        "a%2fb/why, a/b/why",
        "why, why",
        "%C3%A4%20%26%3F%23, ä &?#",
        "a+b, a+b",
        "a%2Bb, a+b",
        "100%25, 100%",
        "a%2F..%2Fb, a/../b"
    })
    void any_id_can_be_asked_about(String path, String id) {
        world.subscribe("billing");
        logged(Rows.attempted(before, id, 1, Rows.AGAIN));
        JsonNode answer = answer("/manage/events/" + path + "/why");
        assertEquals(id, answer.get("eventId").asText());
        assertEquals("waiting", answer.get("value").get(0).get("status").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/manage/events/", "/manage/events/why", "/manage/events/e", "/manage/events//why"})
    void another_path_is_not_found(String path) {
        assertEquals(404, call(path).getStatusCode());
    }

    @Test
    void an_event_that_nobody_knows_has_a_hint() {
        JsonNode answer = answer("/manage/events/e/why");
        assertEquals(0, answer.get("value").size());
        assertTrue(answer.get("hint").asText().contains("topic=<name>"));
        assertEquals(404, call("/manage/events/e/why?topic=nowhere").getStatusCode());
    }

    @Test
    void a_damaged_batch_is_told() {
        logged(Rows.attempted(before, "e", 1, Rows.AGAIN));
        world.history.append(new HistoryBatch(HistoryBatch.key(before, "broken"), new byte[1], new byte[] {9}));
        JsonNode answer = answer("/manage/events/e/why");
        assertEquals(1, answer.get("unreadableBatches").asInt());
        assertFalse(answer.get("isComplete").asBoolean());
        assertEquals(1, answer("/manage/deliveries").get("unreadableBatches").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/manage/deliveries", "/manage/events/e/why"})
    void they_are_for_those_who_have_a_key(String path) {
        FakeHttpRequest request = new FakeHttpRequest(HttpMethod.GET, "https://host" + path);
        HttpResponseMessage response = path.endsWith("why") ? function.why(request) : function.deliveries(request);
        assertEquals(401, response.getStatusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/manage/deliveries", "/manage/events/e/why"})
    void storage_that_does_not_answer_is_said(String path) {
        world.refuse(step -> step.startsWith("history"));
        assertEquals(503, call(path).getStatusCode());
    }
}
