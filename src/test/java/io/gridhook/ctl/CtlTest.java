package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 8, point 8: the command line, against a server that answers as it is told. */
class CtlTest {
    private final StubServer server = new StubServer();

    @AfterEach
    void close() {
        server.close();
    }

    private Run run(String... args) {
        return Run.at(server.url(), args);
    }

    /** What each command asks for, in the words of the API. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "health | GET /health",
                "overview | GET /manage/overview",
                "settings | GET /manage/settings",
                "topics | GET /topics",
                "subscriptions orders | GET /topics/orders/eventSubscriptions",
                "pause orders billing | POST /topics/orders/eventSubscriptions/billing/pause",
                "resume orders billing | POST /topics/orders/eventSubscriptions/billing/resume",
                "disable orders billing | POST /topics/orders/eventSubscriptions/billing/disable",
                "enable orders billing | POST /topics/orders/eventSubscriptions/billing/enable",
                "why a/b?c | GET /manage/events/a%2Fb%3Fc/why",
                "why 42 --topic shops/berlin | GET /manage/events/42/why?topic=shops%2Fberlin",
                "deliveries --outcome Busy --limit 7 | GET /manage/deliveries?outcome=Busy&%24top=7",
                "deliveries --event-id 1&2 --topic t --subscription s --from a --to b | GET /manage/deliveries?eventId=1%262&topic=t&eventSubscription=s&from=a&to=b&%24top=100",
                "ledger | GET /manage/ledger",
                "deadletters list orders billing --reason TimeToLiveExceeded | GET /manage/deadletters?topic=orders&eventSubscription=billing&reason=TimeToLiveExceeded&%24top=100",
                "deadletters show orders billing mine/A/1.json 3 | GET /manage/deadletters/letter?topic=orders&eventSubscription=billing&blob=mine%2FA%2F1.json&index=3",
                "redrive list | GET /manage/redrives",
                "redrive show r1 | GET /manage/redrives/r1",
                "redrive pause r1 | POST /manage/redrives/r1/pause",
                "redrive resume r1 | POST /manage/redrives/r1/resume",
                "redrive cancel r1 | POST /manage/redrives/r1/cancel",
                "redrive start orders billing | POST /manage/redrives",
            })
    void each_command_is_one_call(String command, String line) {
        server.says(line, 200, "{'value':[]}");
        Run run = run(command.split(" ", -1));
        assertEquals(0, run.code(), run.err());
        assertEquals(List.of(line), server.lines());
        assertEquals("a key", server.asked().get(0).key());
    }

    @Test
    void tables_are_for_people_and_json_is_the_servers() {
        String body = "{'total':{'accepted':3,'delivered':1,'deadLettered':1,'dropped':{'Forbidden':1},'open':0},"
                + "'unaccounted':1.50,'error':'…','value':[{'topic':'orders','eventSubscription':'billing','accepted':3,"
                + "'delivered':1,'deadLettered':1,'dropped':{'Forbidden':1},'open':0}]}";
        server.says("GET /manage/ledger", 200, body);
        assertEquals("""
                TOPIC   SUBSCRIPTION  ACCEPTED  DELIVERED  DEAD-LETTERED  DROPPED  OPEN
                orders  billing       3         1          1              1        0
                all                   3         1          1              1        0
                unaccounted: 1.50
                """, run("ledger").out());
        assertEquals(body.replace('\'', '"') + "\n", run("ledger", "--json").out());
        assertEquals(body.replace('\'', '"') + "\n", run("--json", "ledger").out());
    }

    @Test
    void all_topics_subscriptions_are_listed_one_topic_after_the_other() {
        server.says("GET /topics", 200, "[{'name':'a-1'},{'name':'b-1'}]");
        server.says(
                "GET /topics/a-1/eventSubscriptions",
                200,
                "[{'name':'s','properties':{'topicName':'a-1','deliveryState':'Paused','provisioningState':'Succeeded',"
                        + "'destination':{'endpointType':'WebHook','properties':{'endpointBaseUrl':'https://h/'}}}}]");
        server.says("GET /topics/b-1/eventSubscriptions", 200, "[{'name':'q','properties':{'topicName':'b-1'}}]");
        assertEquals("""
                TOPIC  NAME  STATE   PROVISIONING  TYPE     DESTINATION
                a-1    s     Paused  Succeeded     WebHook  https://h/
                b-1    q     Active
                """, run("subscriptions").out());
        assertEquals("[{\"name\":\"s\"", run("subscriptions", "--json").out().substring(0, 12));
    }

    /** A page may be empty and lead on; the link's query is followed, whatever host it names. */
    @Test
    void pages_are_followed_to_the_limit() {
        String first = "GET /manage/deliveries?%24top=3";
        String next = "GET /manage/deliveries?x=1&%24skipToken=";
        server.says(
                first,
                200,
                "{'kept':{},'value':[{'eventId':'1'}],'nextLink':'http://evil.example/p?x=1&%24skipToken=a'}");
        server.says(next + "a", 200, "{'value':[],'nextLink':'http://h/?x=1&%24skipToken=b'}");
        server.says(next + "b", 200, "{'value':[{'eventId':'2'},{'eventId':'3'},{'eventId':'4'}]}");
        Run run = run("deliveries", "--limit", "3", "--json");
        assertEquals(
                "{\"kept\":{},\"value\":[{\"eventId\":\"1\"},{\"eventId\":\"2\"},{\"eventId\":\"3\"}]}\n", run.out());
        assertEquals("there is more: --limit says how many rows are shown\n", run.err());
        assertEquals(List.of(first, next + "a", next + "b"), server.lines());
    }

    /** Each page says what of it alone could not be read. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deliveries --limit 3 | GET /manage/deliveries? | unreadableBatches | batches of the log",
                "deadletters list t s --limit 3 | GET /manage/deadletters?topic=t&eventSubscription=s& | skippedBlobs | blobs"
            })
    void what_could_not_be_read_is_that_of_all_pages(String command, String line, String name, String what) {
        server.says(line + "%24top=3", 200, "{'" + name + "':1,'value':[{'eventId':'1'}],'nextLink':'http://h/?x=1'}");
        String next = line.substring(0, line.indexOf('?'));
        server.says(next + "?x=1", 200, "{'value':[],'nextLink':'http://h/?x=2'}");
        server.says(next + "?x=2", 200, "{'" + name + "':2,'value':[]}");
        Run run = run(command.split(" ", -1));
        assertEquals(0, run.code(), run.err());
        assertEquals("3 " + what + " could not be read, and are left out\n", run.err());
        assertTrue(run((command + " --json").split(" ", -1)).out().contains("\"" + name + "\":3"));
    }

    @Test
    void all_there_is_has_no_note() {
        server.says("GET /manage/deliveries?%24top=1000", 200, "{'value':[{'eventId':'1'}]}");
        Run run = run("deliveries", "--limit", "5000");
        assertTrue(run.out().contains("1"), run.out());
        assertEquals("", run.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | {'error':{'code':'NotFound','details':{'code':'ResourceNotFound','message':'topic: x does not exist'}}} | 404 ResourceNotFound: topic: x does not exist",
                "400 | {'error':{'code':'BadRequest','message':'m','details':[{'code':'c','message':'m'}]}} | 400 BadRequest: m",
                "401 | {'error':{'code':'AuthenticationFailed','message':'m','details':[]}} | 401 AuthenticationFailed: m",
                "502 | <html>bad gateway</html> | 502: <html>bad gateway</html>",
                "302 | '' | 302:",
                "200 | <html>sign in</html> | 200: no JSON (expected: Gridhook's answer): <html>sign in</html>",
            })
    void a_refusal_is_said_in_one_line_and_ends_with_1(int status, String body, String said) {
        server.says("GET /topics", status, body);
        Run run = run("topics");
        assertEquals(1, run.code());
        assertEquals("", run.out());
        assertEquals("gridhook-ctl: " + said, run.err().strip());
        assertEquals(1, server.lines().size(), "a redirect was followed");
    }

    @Test
    void who_has_no_key_is_told_where_it_comes_from() {
        server.says("GET /topics", 401, "{}");
        Run run = Run.of(Map.of("GRIDHOOK_URL", server.url()), false, "topics");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("set GRIDHOOK_KEY or give --key-file"), run.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "why",
                "pause orders",
                "topics --limit 1",
                "topics --url ftp://h",
                "topics --url https://user:password@h",
                "topics --url https://h/?key=1",
                "topics --url https://",
                "topics --key-file nowhere",
                "deliveries --limit x",
                "deliveries --limit 0",
                "redrive",
                "redrive start orders",
                "redrive start orders billing --letter a",
                "redrive start orders billing --letter a#b",
                "redrive start orders billing --filter nowhere.json",
                "topics --key secret",
            })
    void wrong_usage_ends_with_2(String command) {
        Run run = run(command.isEmpty() ? new String[0] : command.split(" ", -1));
        assertEquals(2, run.code(), run.err());
        assertEquals("", run.out());
        assertTrue(run.err().startsWith("gridhook-ctl: "), run.err());
        assertFalse(run.err().contains("password"), run.err());
        assertEquals(List.of(), server.lines());
    }

    @Test
    void a_server_that_is_not_there_ends_with_3() {
        String url = server.url();
        server.close();
        Run run = Run.at(url, "topics");
        assertEquals(3, run.code());
        assertEquals("gridhook-ctl: " + url + " is not reachable: nobody listens there\n", run.err());
    }

    /** A name that does not exist, so that nothing is sent anywhere. */
    @Test
    void a_key_goes_nowhere_in_the_open_unless_it_is_meant() {
        Run refused = Run.at("http://gridhook.invalid", "topics");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("--insecure"), refused.err());
        assertEquals(
                3, Run.at("http://gridhook.invalid", "topics", "--insecure").code());
        Run withoutKey = Run.of(Map.of("GRIDHOOK_URL", "http://gridhook.invalid"), false, "health");
        assertEquals(3, withoutKey.code());
    }

    @Test
    void the_key_comes_from_a_file_or_the_environment(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("key"), "of the file\n");
        server.says("GET /topics", 200, "[]");
        Map<String, String> both =
                Map.of("GRIDHOOK_URL", server.url(), "GRIDHOOK_KEY", "of the environment", "GRIDHOOK_TOKEN", "token");
        Run.of(both, false, "topics", "--key-file", file.toString());
        Run.of(both, false, "topics");
        Run.of(Map.of("GRIDHOOK_URL", server.url(), "GRIDHOOK_TOKEN", "token"), false, "topics");
        assertEquals(
                List.of("of the file/", "of the environment/", "/Bearer token"),
                server.asked().stream()
                        .map(each -> each.key() + "/" + each.token())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines", "\u001b[31m", "schlüssel"})
    void what_is_no_key_is_not_shown(String key) {
        Run run = Run.of(Map.of("GRIDHOOK_URL", server.url(), "GRIDHOOK_KEY", key), false, "topics");
        assertEquals(2, run.code());
        assertEquals(
                "gridhook-ctl: GRIDHOOK_KEY: no key (expected: one line of 1..16384 printable ASCII characters) \n"
                        .strip(),
                run.err().strip());
    }

    /** What moves cursors, clears screens, sets titles, turns text around, or ends a line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u001b[2J",
                "\\u009b31m",
                "\\u0007",
                "\\r",
                "\\n",
                "\\u202e",
                "\\u2066",
                "\\u2028",
                "\\u200b",
                "\\u007f"
            })
    void nothing_that_a_server_says_acts_on_a_terminal(String escape) {
        String raw = ApiText.unescaped(escape);
        String body = "{'value':[{'eventId':'" + (raw.charAt(0) < ' ' ? escape : raw) + "','topic':'t'}],'hint':'"
                + escape + "'}";
        server.says("GET /manage/deliveries?%24top=100", 200, body);
        server.says("GET /manage/events/1/why", 200, body);
        server.says("GET /manage/ledger", 404, "{'error':{'code':'" + escape + "','message':'" + escape + "'}}");
        server.says("GET /topics", 500, raw);
        List<Run> runs = new ArrayList<>();
        runs.add(run("deliveries"));
        runs.add(run("deliveries", "--json"));
        runs.add(run("why", "1"));
        runs.add(run("why", "1", "--json"));
        runs.add(run("ledger"));
        runs.add(run("topics"));
        for (Run run : runs) {
            String printed = (run.out() + run.err()).replace("\n", "");
            assertTrue(
                    printed.codePoints()
                            .noneMatch(c -> Character.isISOControl(c)
                                    || Character.getType(c) == Character.FORMAT
                                    || Character.getType(c) == Character.LINE_SEPARATOR),
                    printed);
        }
        assertEquals(2, runs.get(0).out().lines().count(), runs.get(0).out());
        assertEquals(1, runs.get(1).out().lines().count(), runs.get(1).out());
        assertEquals(
                raw,
                new Answer(200, runs.get(1).out()).json().at("/value/0/eventId").asText());
    }

    @Test
    void a_cell_is_no_longer_than_people_read() {
        server.says("GET /manage/events/1/why", 200, "{'value':[{'why':'" + "x".repeat(1_000_000) + "'}]}");
        assertTrue(run("why", "1").out().length() < 1_000);
    }

    @Test
    void a_test_event_that_is_not_taken_ends_with_1() {
        String line = "POST /topics/orders/eventSubscriptions/billing/sendTestEvent";
        server.says(line, 200, "{'eventId':'e','delivered':false,'outcome':'Busy','httpStatus':503,'responseBody':''}");
        server.says(line, 200, "{'eventId':'e','delivered':true,'outcome':'Delivered','httpStatus':200}");
        Run busy = run("test-event", "orders", "billing");
        assertEquals(1, busy.code());
        assertEquals("outcome: Busy\nstatus: 503\nevent: e\n", busy.out());
        assertEquals(0, run("test-event", "orders", "billing").code());
    }

    @Test
    void an_app_that_is_not_well_ends_with_1() {
        server.says("GET /health", 503, "{'status':'unhealthy','reason':'storage does not answer'}");
        Run run = run("health");
        assertEquals(1, run.code());
        assertEquals("status: unhealthy\nreason: storage does not answer\n", run.out());
    }
}
