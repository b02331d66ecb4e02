package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters sent again, against a server that answers as it is told. */
class RedriveCommandTest {
    private static final String JOB =
            "{'id':'r1','state':'%s','topic':'orders','eventSubscription':'billing','read':10,"
                    + "'matched':%2$d,'sent':%2$d,'skippedBlobs':0}";
    private static final String COUNT = "{'dryRun':true,'matched':%d,'isComplete':%b,'read':10,'skippedBlobs':0}";

    private final StubServer server = new StubServer();

    @AfterEach
    void close() {
        server.close();
    }

    private Run run(String... args) {
        return Run.at(server.url(), args);
    }

    @Test
    void a_redrive_is_started_with_what_was_chosen(@TempDir Path directory) throws Exception {
        Path filter = Files.writeString(directory.resolve("filter.json"), "{\"includedEventTypes\":[\"T\"]}");
        server.says("POST /manage/redrives", 202, JOB.formatted("Running", 0));
        Run run = run(
                "redrive",
                "start",
                "orders",
                "billing",
                "--from",
                "a",
                "--to",
                "b",
                "--reason",
                "r",
                "--event-id",
                "1",
                "--event-id",
                "2",
                "--letter",
                "mine/A#1.json#3",
                "--filter",
                filter.toString(),
                "--to-subscription",
                "other",
                "--rate",
                "50",
                "--source",
                "delivered");
        assertEquals(0, run.code(), run.err());
        assertEquals(
                ("{'topic':'orders','eventSubscription':'billing','from':'a','to':'b','reason':'r','eventIds':['1','2'],"
                                + "'letters':[{'blob':'mine/A#1.json','index':3}],'filter':{'includedEventTypes':['T']},"
                                + "'toEventSubscription':'other','source':'delivered','ratePerSecond':50}")
                        .replace('\'', '"'),
                server.asked().get(0).body());
        assertEquals("id: r1\nstate: Running\nof: orders/billing\nread: 10\nmatched: 0\nsent: 0\n", run.out());
    }

    @Test
    void a_dry_run_counts() {
        server.says(
                "POST /manage/redrives",
                200,
                "{'dryRun':true,'matched':8,'isComplete':false,'read':10,'skippedBlobs':2}");
        Run run = run("redrive", "start", "orders", "billing", "--dry-run", "--follow");
        assertEquals(0, run.code());
        assertEquals("matched: 8\nread: 10\n", run.out());
        assertEquals("2 blobs could not be read, and are left out\nnot all was read: there may be more\n", run.err());
        assertTrue(server.asked().get(0).body().contains("\"dryRun\":true"));
    }

    /** What passes (an instance that restarts) is waited for; how many there are is what a dry run counted before. */
    @ParameterizedTest
    @CsvSource({"Completed, 0", "Cancelled, 4", "Failed, 4"})
    void a_redrive_is_followed_to_its_end(String state, int code) {
        server.says("POST /manage/redrives", 200, COUNT.formatted(8, true));
        server.says("POST /manage/redrives", 202, JOB.formatted("Running", 0));
        String line = "GET /manage/redrives/r1";
        server.says(line, 200, JOB.formatted("Running", 2));
        server.says(line, 503, "{}");
        server.says(line, 200, JOB.formatted("Paused", 4));
        server.says(line, 200, JOB.formatted(state, 8));
        Run run = Run.of(
                Run.environment(server.url()), true, "redrive", "start", "orders", "billing", "--follow", "--json");
        assertEquals(code, run.code(), run.err());
        assertEquals(JOB.formatted(state, 8).replace('\'', '"') + "\n", run.out());
        assertEquals(4, run.pauses().size());
        assertEquals(
                List.of(
                        "{'topic':'orders','eventSubscription':'billing','dryRun':true}",
                        "{'topic':'orders','eventSubscription':'billing'}"),
                server.asked().stream()
                        .limit(2)
                        .map(each -> each.body().replace('"', '\''))
                        .toList());
        assertEquals(
                List.of("0 of 8", "2 of 8", "4 of 8", "8 of 8"),
                run.err()
                        .lines()
                        .flatMap(
                                text -> List.of(text.split("\\] ", -1)).stream().skip(1))
                        .map(text -> text.split(" sent", 2)[0])
                        .toList());
        assertTrue(run.err().contains("[#######-----------------------] 2 of 8 sent, 10 read, Running"), run.err());
    }

    /** A redrive has matched what it has sent: of that a bar would be full at once. */
    @Test
    void there_is_no_bar_where_not_all_was_counted() {
        server.says("POST /manage/redrives", 200, COUNT.formatted(8, false));
        server.says("POST /manage/redrives", 202, JOB.formatted("Running", 2));
        server.says("GET /manage/redrives/r1", 200, JOB.formatted("Completed", 9));
        Run run = Run.of(Run.environment(server.url()), true, "redrive", "start", "orders", "billing", "--follow");
        assertEquals(0, run.code(), run.err());
        assertTrue(run.err().startsWith("\r2 sent, 10 read, Running "), run.err());
        assertTrue(run.err().contains("\r9 sent, 10 read, Completed "), run.err());
    }

    @Test
    void nobody_watches_a_bar_that_is_not_on_a_terminal() {
        server.says("GET /manage/redrives/r1", 200, JOB.formatted("Running", 1));
        server.says("GET /manage/redrives/r1", 200, JOB.formatted("Completed", 8));
        Run run = run("redrive", "show", "r1", "--follow");
        assertEquals(0, run.code());
        assertEquals("", run.err());
        assertEquals(2, server.lines().size());
    }

    @Test
    void a_server_that_stays_away_ends_the_following() {
        server.says("GET /manage/redrives/r1", 200, JOB.formatted("Running", 1));
        server.says("GET /manage/redrives/r1", 503, "{}");
        Run run = run("redrive", "show", "r1", "--follow");
        assertEquals(1, run.code());
        assertEquals(11, run.pauses().size());
    }
}
