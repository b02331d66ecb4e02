package io.gridhook.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** The same publishes and POSTs with no storage and no logic between, as fast as they go. */
final class Ceiling {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(30);
    /** No id of a run; what came is only counted. */
    private static final int RUN = EventIds.RUNS_MAX;

    private final LoadStage stage;
    private final Duration duration;
    private final int connections;
    private final Progress progress;

    Ceiling(LoadStage stage, ThroughputOptions options, Progress progress) {
        this.stage = stage;
        this.duration = options.ceiling();
        this.connections = options.connections();
        this.progress = progress;
    }

    /** POSTs a second, all of them answered, of the best round; rounds go on while they are faster, as code is compiled meanwhile. */
    double measure(Workload workload, List<PublishBody> bodies) throws IOException {
        WarmUp rounds = new WarmUp();
        while (rounds.isWarming()) {
            double perSecond =
                    progress.watched(workload.title() + ", ceiling", duration, () -> round(workload, bodies));
            rounds.add(perSecond);
        }
        progress.line(String.format(Locale.ROOT, "%s, ceiling: %,.0f POSTs/s", workload.title(), rounds.best()));
        return rounds.best();
    }

    private double round(Workload workload, List<PublishBody> bodies) throws IOException {
        long before = stage.sink().counts().requests();
        long start = System.nanoTime();
        try (Load load = stage.ceilingLoad(workload, RUN, bodies, connections)) {
            Publishes publishes = load.closedLoop(duration, Load.Pace.AS_ANSWERED);
            long expected = (long) publishes.accepted() * workload.posts();
            long came = awaitAll(before, expected);
            stage.sink().receipts((id, endpoint, nanos) -> {});
            return came / ((System.nanoTime() - start) / 1e9);
        }
    }

    private long awaitAll(long before, long expected) throws IOException {
        long deadline = System.nanoTime() + ARRIVAL_MAX.toNanos();
        long came = stage.sink().counts().requests() - before;
        while (came < expected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL.toNanos());
            came = stage.sink().counts().requests() - before;
        }
        return came;
    }
}
