package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;

/** Waits for the end of a redrive, and shows how far it is to a person who watches. */
final class Follower {
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    /** Ours: an instance that restarts is back by then. */
    private static final int FAILURES_MAX = 10;

    private static final Set<String> ENDED = Set.of("Completed", "Cancelled", "Failed");

    private final Call call;
    private final Server server;

    Follower(Call call, Server server) {
        this.call = call;
        this.server = server;
    }

    /** Until it has ended, whoever pauses it meanwhile; the last answer is printed. */
    ExitCode follow(Answer started) {
        String path = RedriveCommand.REDRIVES + "/" + Query.encoded(Call.text(started.json(), "id"));
        Answer job = started;
        show(job);
        while (!ENDED.contains(state(job))) {
            job = next(path);
            show(job);
        }
        if (call.world().isTerminal()) {
            call.world().err().println();
        }
        RedriveCommand.shown(call, job);
        return state(job).equals("Completed") ? ExitCode.DONE : ExitCode.NOT_COMPLETED;
    }

    private Answer next(String path) {
        for (int failures = 0; ; failures++) {
            pause();
            try {
                return server.get(path);
            } catch (CtlException e) {
                if (!e.isPassing() || failures >= FAILURES_MAX) {
                    throw e;
                }
            }
        }
    }

    private void pause() {
        try {
            call.world().pause().of(BETWEEN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CtlException.unreachable("interrupted; the redrive goes on");
        }
    }

    private static String state(Answer job) {
        return Call.text(job.json(), "state");
    }

    private void show(Answer job) {
        if (call.world().isTerminal()) {
            call.world().err().print("\r" + ProgressBar.of(job.json()));
            call.world().err().flush();
        }
    }

    /** How far a redrive is, in one line. */
    static final class ProgressBar {
        private static final int WIDTH = 30;
        /** Covers what an earlier, longer line left. */
        private static final int LINE_CHARS = 78;

        private ProgressBar() {}

        static String of(JsonNode job) {
            long matched = Math.max(0, job.path("matched").asLong());
            long sent = Math.min(matched, Math.max(0, job.path("sent").asLong()));
            int full = matched == 0 ? 0 : (int) (WIDTH * sent / matched);
            String text = "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] " + sent + " of " + matched + " sent, "
                    + job.path("read").asLong() + " read, " + Shown.text(Call.text(job, "state"));
            return text.length() >= LINE_CHARS
                    ? text.substring(0, LINE_CHARS)
                    : text + " ".repeat(LINE_CHARS - text.length());
        }
    }
}
