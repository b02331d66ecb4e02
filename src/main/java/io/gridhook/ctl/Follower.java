package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/** Waits for the end of a redrive, and shows how far it is to a person who watches. */
final class Follower {
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    /** Ours: an instance that restarts is back by then. */
    private static final int FAILURES_MAX = 10;

    private static final Set<String> ENDED = Set.of("Completed", "Cancelled", "Failed");

    private final Call call;
    private final Server server;
    private final OptionalLong total;

    /** {@code total} is how many dead letters are to be sent, if that is known: a redrive itself learns it as it reads. */
    Follower(Call call, Server server, OptionalLong total) {
        this.call = call;
        this.server = server;
        this.total = total;
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
            call.world().err().print("\r" + ProgressBar.of(job.json(), total));
            call.world().err().flush();
        }
    }

    /** How far a redrive is, in one line. */
    static final class ProgressBar {
        private static final int WIDTH = 30;
        /** Covers what an earlier, longer line left. */
        private static final int LINE_CHARS = 78;

        private ProgressBar() {}

        static String of(JsonNode job, OptionalLong total) {
            long sent = Math.max(0, job.path("sent").asLong());
            String progress = total.isPresent() ? bar(sent, Math.max(sent, total.getAsLong())) : sent + " sent, ";
            String text = progress + job.path("read").asLong() + " read, " + Shown.text(Call.text(job, "state"));
            return text.length() >= LINE_CHARS
                    ? text.substring(0, LINE_CHARS)
                    : text + " ".repeat(LINE_CHARS - text.length());
        }

        private static String bar(long sent, long all) {
            int full = all == 0 ? 0 : (int) (WIDTH * sent / all);
            return "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] " + sent + " of " + all + " sent, ";
        }
    }
}
