package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagerRules;
import io.gridhook.app.RedriveFixture;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /manage/deadletters} and {@code /manage/redrives} (issue 8, point 4). */
class RedrivesFunctionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ASKED = "{\"topic\":\"orders\",\"eventSubscription\":\"billing\"";
    private static final String WHOSE = "?topic=orders&eventSubscription=billing";

    private final RedriveFixture fixture = new RedriveFixture();
    private final Logger logger = Logger.getAnonymousLogger();
    private final List<String> lines = new ArrayList<>();
    private final RedrivesFunction redrives =
            new RedrivesFunction(fixture.redrives, access(), fixture.world::now, logger);
    private final DeadLettersFunction letters = new DeadLettersFunction(fixture.letters, access(), fixture.world::now);

    private ManagementAccess access() {
        return new ManagementAccess(
                new ManagerRules(
                        Set.of("secret"),
                        Set.of("reading"),
                        Optional.empty(),
                        Grant.ofRole("none"),
                        Grant.ofRole("none"),
                        AttemptRules.STANDARD),
                new PrometheusMetrics(),
                fixture.world::now);
    }

    @BeforeEach
    void letters() {
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        fixture.world.subscribe("billing");
        fixture.deadLetters(3, 10, "billing");
    }

    private static FakeHttpRequest request(HttpMethod method, String path, String key) {
        return new FakeHttpRequest(method, "https://host:7071" + path).header("aeg-sas-key", key);
    }

    private HttpResponseMessage post(String body) {
        return redrives.redrives(
                request(HttpMethod.POST, "/manage/redrives", "secret").body(body));
    }

    private static JsonNode json(HttpResponseMessage response) {
        try {
            return JSON.readTree(response.getBody().toString());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode expect(int status, HttpResponseMessage response) {
        assertEquals(status, response.getStatusCode(), () -> String.valueOf(response.getBody()));
        return json(response);
    }

    private JsonNode list(String more) {
        return expect(
                200, letters.deadLetters(request(HttpMethod.GET, "/manage/deadletters" + WHOSE + more, "reading")));
    }

    @Test
    void dead_letters_are_listed() {
        JsonNode answer = list("");
        assertEquals(0, answer.path("skippedBlobs").asInt(-1));
        assertFalse(answer.has("nextLink"));
        assertEquals(3, answer.path("value").size());
        JsonNode first = answer.at("/value/0");
        String blob = first.path("blob").asText();
        assertTrue(blob.matches("deadletter/BILLING/2026/11/20/9/[0-9a-f-]{36}[.]json"), blob);
        assertEquals(
                "{'topic':'orders','eventSubscription':'billing','eventId':'e0','eventType':'t','subject':'s',"
                        + "'publishTime':'2026-11-20T09:30:00.0000000Z','deadLetterReason':'UndeliverableDueToHttpBadRequest',"
                        + "'deliveryAttempts':1,'lastDeliveryOutcome':'BadRequest','lastHttpStatusCode':400,"
                        + "'lastDeliveryAttemptTime':'2026-11-20T09:30:00.0000000Z','blob':'" + blob + "','index':0}",
                first.toString().replace('"', '\''));
    }

    @Test
    void pages_lead_on() {
        JsonNode first = list("&%24top=2");
        assertEquals(2, first.path("value").size());
        String link = first.path("nextLink").asText();
        JsonNode second = expect(
                200, letters.deadLetters(new FakeHttpRequest(HttpMethod.GET, link).header("aeg-sas-key", "reading")));
        assertEquals("e2", second.at("/value/0/eventId").asText());
        assertEquals(1, second.path("value").size());
    }

    @ParameterizedTest
    @CsvSource({
        "&eventId=e1, 1",
        "&eventId=e9, 0",
        "&reason=TimeToLiveExceeded, 0",
        "&from=2026-11-20T09:30:01Z, 0",
        "&to=2026-11-20T09:30:00%2B00:00, 3"
    })
    void a_query_chooses(String more, int expected) {
        assertEquals(expected, list(more).path("value").size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?topic=orders",
                "?eventSubscription=billing",
                WHOSE + "&%24top=0",
                WHOSE + "&%24top=1001",
                WHOSE + "&%24top=x",
                WHOSE + "&from=x",
                WHOSE + "&from=2027-01-01T00:00:00Z",
                WHOSE + "&%24skipToken=x",
                WHOSE + "&reson=x"
            })
    void what_is_wrong_is_a_400(String query) {
        expect(400, letters.deadLetters(request(HttpMethod.GET, "/manage/deadletters" + query, "reading")));
    }

    @Test
    void one_letter_is_shown_whole() {
        String blob = list("").at("/value/0/blob").asText();
        JsonNode one = expect(
                200,
                letters.letter(request(
                        HttpMethod.GET,
                        "/manage/deadletters/letter" + WHOSE + "&blob=" + blob + "&index=1",
                        "reading")));
        assertEquals("e1", one.path("eventId").asText());
        assertEquals("e1", one.at("/event/id").asText());
        assertEquals("xxxxxxxxxx", one.at("/event/data").asText());
        assertEquals(1, one.at("/event/deliveryAttempts").asInt());
        expect(
                404,
                letters.letter(request(
                        HttpMethod.GET,
                        "/manage/deadletters/letter" + WHOSE + "&blob=" + blob + "&index=7",
                        "reading")));
        expect(
                400,
                letters.letter(
                        request(HttpMethod.GET, "/manage/deadletters/letter" + WHOSE + "&blob=payloads/x", "reading")));
    }

    /** As deep as a publish allows, and one more for the answer around it. */
    @Test
    void the_deepest_letter_is_shown() {
        String data = "[".repeat(999) + "1.10" + "]".repeat(999);
        String letter = "{\"id\":\"deep\",\"topic\":\"/arm/topics/orders\",\"data\":" + data
                + ",\"publishTime\":\"2026-11-20T09:00:00Z\"}";
        fixture.world.deadLetterStore.write(
                new DeadLetterDestination("/storageAccounts/account", "deadletter"),
                "BILLING/2026/11/20/9/deep.json",
                ("[" + letter + "]").getBytes(StandardCharsets.UTF_8));
        HttpResponseMessage answer = letters.letter(request(
                HttpMethod.GET,
                "/manage/deadletters/letter" + WHOSE + "&blob=deadletter/BILLING/2026/11/20/9/deep.json",
                "reading"));
        assertEquals(200, answer.getStatusCode());
        String body = answer.getBody().toString();
        assertTrue(body.endsWith(",\"event\":" + letter + "}"), body);
    }

    @Test
    void a_redrive_is_begun_shown_and_changed() {
        HttpResponseMessage begun = post(ASKED + ",\"reason\":\"x\",\"ratePerSecond\":5}");
        JsonNode job = expect(202, begun);
        String id = job.path("id").asText();
        assertEquals("https://host:7071/manage/redrives/" + id, begun.getHeader("Location"));
        assertEquals(
                "{'id':'" + id + "','state':'Running','topic':'orders','eventSubscription':'billing',"
                        + "'toEventSubscription':'billing','source':'deadLetters','from':'2026-11-13T09:36:00Z',"
                        + "'to':'2026-11-20T09:36:00Z','reason':'x','ratePerSecond':5,'read':0,'matched':0,'sent':0,"
                        + "'skippedBlobs':0,'createdAt':'2026-11-20T09:36:00Z','createdBy':'key',"
                        + "'updatedAt':'2026-11-20T09:36:00Z'}",
                job.toString().replace('"', '\''));
        assertEquals(job, expect(200, redrives.redrive(request(HttpMethod.GET, "/", "reading"), id)));
        JsonNode all = expect(200, redrives.redrives(request(HttpMethod.GET, "/manage/redrives", "reading")));
        assertEquals(job, all.at("/value/0"));
        FakeHttpRequest change = request(HttpMethod.POST, "/", "secret");
        assertEquals(
                "Paused", expect(200, redrives.pause(change, id)).path("state").asText());
        assertEquals(
                "Running",
                expect(200, redrives.resume(change, id)).path("state").asText());
        JsonNode cancelled = expect(200, redrives.cancel(change, id));
        assertEquals("Cancelled", cancelled.path("state").asText());
        assertEquals("2026-11-20T09:36:00Z", cancelled.path("endedAt").asText());
        expect(409, redrives.pause(change, id));
        expect(404, redrives.pause(change, "none"));
        assertEquals(4, lines.size());
        assertEquals(
                "management action=redrive topic=orders eventSubscription=billing redrive=" + id
                        + " state=Running by=key from=unknown",
                lines.get(0));
    }

    @Test
    void a_dry_run_counts_and_begins_nothing() {
        assertEquals(
                "{'dryRun':true,'matched':1,'isComplete':true,'read':3,'skippedBlobs':0}",
                expect(200, post(ASKED + ",\"eventIds\":[\"e1\"],\"dryRun\":true}"))
                        .toString()
                        .replace('"', '\''));
        assertEquals(List.of(), fixture.redrives.list());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 400",
                "[] | 400",
                "{\"topic\":\"orders\"} | 400",
                "{\"topic\":\"orders\",\"eventSubscription\":\"missing\"} | 404",
                "{\"topic\":\"missing\",\"eventSubscription\":\"billing\"} | 404",
                "{\"topic\":\"orders\",\"eventSubscription\":\"billing\",\"toEventSubscription\":\"missing\"} | 404",
                "{\"topic\":\"orders\",\"eventSubscription\":\"billing\",\"letters\":[{\"blob\":\"payloads/x\"}]} | 400",
                "{\"topic\":\"orders\",\"eventSubscription\":\"billing\",\"rate\":1} | 400"
            })
    void what_cannot_be_begun_is_told(String body, int status) {
        expect(status, post(body));
        assertEquals(List.of(), fixture.redrives.list());
    }

    @Test
    void who_may_read_may_not_send() {
        expect(
                403,
                redrives.redrives(
                        request(HttpMethod.POST, "/manage/redrives", "reading").body(ASKED + "}")));
        expect(401, redrives.redrives(request(HttpMethod.GET, "/manage/redrives", "wrong")));
        expect(401, letters.deadLetters(request(HttpMethod.GET, "/manage/deadletters" + WHOSE, "wrong")));
        expect(405, redrives.redrives(request(HttpMethod.PUT, "/manage/redrives", "secret")));
    }
}
