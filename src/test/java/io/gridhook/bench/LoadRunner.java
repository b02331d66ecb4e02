package io.gridhook.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** One load after the other: sends it, waits until all that was accepted has come, and counts. */
final class LoadRunner {
    /** After this what did not come is missing, though it still waits. Longer than a hand-off and two backoffs. */
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(180);

    /** Without a message in any queue, what has not come after this is lost. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** Issue 6: all has come so soon after the end of a load that is kept up with. */
    private static final double LAG_SECONDS_MAX = 5;

    /** Ours: a load is not kept up with if a hundredth of it comes later, or waits longer for a free connection. */
    private static final double LATENCY_P99_MILLIS_MAX = 2_000;

    private static final double LATENESS_P99_MILLIS_MAX = 1_000;
    private static final Duration POLL = Duration.ofMillis(100);

    private final LoadStage stage;
    private final int connections;
    private final Progress progress;
    private int run; // of this stage; stands in the ids

    LoadRunner(LoadStage stage, ThroughputOptions options, Progress progress) {
        this.stage = stage;
        this.connections = options.connections();
        this.progress = progress;
    }

    /** As fast as publishes are answered and their events come, so that no line builds up. */
    RunFigures closed(LoadTarget target, String step, Duration duration) throws IOException {
        return run(target, step, duration, load -> {
            ReceiptPace pace = new ReceiptPace(stage.sink(), target.workload().deliveries());
            return load.closedLoop(duration, pace);
        });
    }

    /** At a mean rate, in publishes a second, at times that are drawn before. */
    RunFigures open(LoadTarget target, String step, double rate, Duration duration) throws IOException {
        long[] offsets = Arrivals.offsets(run + 1L, rate, duration);
        return run(target, step, duration, load -> load.openLoop(offsets));
    }

    /** Nothing, for a time. */
    RunFigures idle(LoadTarget target, Duration duration) throws IOException {
        return run(target, "idle", duration, load -> {
            long end = System.nanoTime() + duration.toNanos();
            for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            Publishes none = new Publishes(1);
            none.end();
            return none;
        });
    }

    private interface Sending {
        Publishes by(Load load) throws IOException;
    }

    private RunFigures run(LoadTarget target, String step, Duration duration, Sending sending) throws IOException {
        run++;
        stage.sink().receipts((id, endpoint, nanos) -> {});
        try (Load load = stage.load(target.topic(), run, target.bodies(), connections)) {
            String what = target.workload().title() + ", " + step;
            return progress.watched(what, duration, () -> measured(target.workload(), step, load, sending));
        }
    }

    private RunFigures measured(Workload workload, String step, Load load, Sending sending) throws IOException {
        StageUse before = stage.use();
        long requests = stage.sink().counts().requests();
        Publishes publishes = sending.by(load);
        Ledger ledger = new Ledger(run, publishes, workload.endpoints());
        awaitAll(stage, ledger);
        StageUse use = stage.use().since(before);
        long came = stage.sink().counts().requests() - requests;
        return figures(workload, step, publishes, ledger, came, use);
    }

    /** Also until every message is deleted, so that its transactions count, and nothing of this load is left to the next. */
    static void awaitAll(LoadStage stage, Ledger ledger) throws IOException {
        long deadline = System.nanoTime() + ARRIVAL_MAX.toNanos();
        long quietUntil = System.nanoTime() + QUIET.toNanos();
        long now = System.nanoTime();
        while (now < deadline) {
            stage.sink().receipts(ledger);
            boolean isQuiet = stage.queues().waiting() == 0;
            if (isQuiet && (ledger.missing() == 0 || now >= quietUntil)) {
                break;
            }
            LockSupport.parkNanos(POLL.toNanos());
            now = System.nanoTime();
            quietUntil = isQuiet ? quietUntil : now + QUIET.toNanos();
        }
        stage.sink().receipts(ledger);
    }

    private static RunFigures figures(
            Workload workload, String step, Publishes publishes, Ledger ledger, long requests, StageUse use) {
        double rate = publishes.seconds() == 0 ? 0 : publishes.count() / publishes.seconds();
        boolean keptUp = publishes.refused() == 0
                && ledger.missing() == 0
                && ledger.seconds() <= publishes.seconds() + LAG_SECONDS_MAX
                && ledger.latencies().millis(99) <= LATENCY_P99_MILLIS_MAX
                && publishes.lateness().millis(99) <= LATENESS_P99_MILLIS_MAX;
        return new RunFigures(
                workload,
                step,
                rate,
                ledger.expected(),
                ledger.seconds(),
                ledger.latencies(),
                publishes.lateness(),
                ledger.missing(),
                ledger.duplicates() + ledger.strays(),
                publishes.refused(),
                publishes.refusals(),
                requests,
                use,
                ledger.bySecond(),
                keptUp);
    }
}
