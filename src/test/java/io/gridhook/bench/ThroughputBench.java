package io.gridhook.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Runs workloads one after the other on one stage: for each the highest rate that is kept up with, half of it, and the ceiling. */
final class ThroughputBench {
    private static final String SCHEMA = "EventGridSchema";

    private final LoadStage stage;
    private final ThroughputOptions options;
    private final LoadRunner runner;
    private final Ceiling ceiling;
    private final Corpus corpus = Corpus.read();
    private final Consumer<String> progress;

    ThroughputBench(LoadStage stage, ThroughputOptions options, Progress progress) {
        this.stage = stage;
        this.options = options;
        this.progress = progress::line;
        this.runner = new LoadRunner(stage, options, progress);
        this.ceiling = new Ceiling(stage, options, progress);
    }

    /** The figures of each, in order. */
    List<WorkloadFigures> run() throws Exception {
        warmUp();
        List<WorkloadFigures> figures = new ArrayList<>();
        for (Workload workload : options.workloads()) {
            progress.accept(workload.title() + ": " + workload.description());
            figures.add(measured(workload));
        }
        return figures;
    }

    /** Classes load and code is compiled; its figures are not reported. */
    private void warmUp() throws Exception {
        subscribe(Workload.SINGLE, "warm-up");
        WarmUp rounds = new WarmUp();
        while (rounds.isWarming()) {
            RunFigures run = runner.closed(target(Workload.SINGLE, "warm-up"), "warm-up", options.probe());
            progress.accept(run.toString());
            rounds.add(run.deliveriesPerSecond());
        }
        unsubscribe(Workload.SINGLE, "warm-up");
    }

    private WorkloadFigures measured(Workload workload) throws Exception {
        subscribe(workload, workload.title());
        try {
            LoadTarget target = target(workload, workload.title());
            if (workload == Workload.IDLE) {
                RunFigures idle = runner.idle(target, options.idle());
                return new WorkloadFigures(workload, List.of(idle), Optional.of(idle), Optional.empty(), 0);
            }
            return workload.isSearched() ? searched(target) : steady(target);
        } finally {
            unsubscribe(workload, workload.title());
        }
    }

    private WorkloadFigures steady(LoadTarget target) throws IOException {
        double rate = options.rate().orElse(ThroughputOptions.STEADY_PER_SECOND);
        RunFigures run = runner.open(target, "steady", rate, options.steady());
        progress.accept(run.toString());
        return new WorkloadFigures(target.workload(), List.of(run), Optional.of(run), Optional.empty(), 0);
    }

    private WorkloadFigures searched(LoadTarget target) throws IOException {
        List<RunFigures> runs = new ArrayList<>();
        Optional<RunFigures> sustained = options.rate().isPresent() ? given(target, runs) : search(target, runs);
        Optional<RunFigures> half = Optional.empty();
        if (sustained.isPresent()) {
            half = Optional.of(open(target, "half", sustained.get().publishesPerSecond() / 2, runs));
        }
        double postsPerSecond = ceiling.measure(target.workload(), target.bodies());
        return new WorkloadFigures(target.workload(), runs, sustained, half, postsPerSecond);
    }

    private Optional<RunFigures> given(LoadTarget target, List<RunFigures> runs) throws IOException {
        RunFigures run = open(target, "as asked", options.rate().orElseThrow(), runs);
        return Optional.of(run).filter(RunFigures::keptUp);
    }

    private Optional<RunFigures> search(LoadTarget target, List<RunFigures> runs) throws IOException {
        RunFigures probe = runner.closed(target, "closed loop", options.probe());
        progress.accept(probe.toString());
        runs.add(probe);
        double estimate =
                probe.steadyPerSecond(options.probe()) / target.workload().deliveries();
        RateSearch search = new RateSearch(Math.max(estimate, 1), options.tries());
        Optional<RunFigures> sustained = Optional.empty();
        for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
            RunFigures run = open(target, share(search.share()), rate.getAsDouble(), runs);
            search.tried(run.keptUp());
            sustained = run.keptUp() ? Optional.of(run) : sustained;
        }
        return sustained;
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.0f %% of the closed loop", 100 * share);
    }

    private RunFigures open(LoadTarget target, String step, double rate, List<RunFigures> runs) throws IOException {
        RunFigures run = runner.open(target, step, rate, options.run());
        progress.accept(run.toString());
        runs.add(run);
        return run;
    }

    private LoadTarget target(Workload workload, String topic) {
        return new LoadTarget(workload, topic, workload.bodies(corpus));
    }

    private void subscribe(Workload workload, String topic) {
        stage.calls().createTopic(topic, SCHEMA);
        for (int endpoint = 0; endpoint < workload.endpoints(); endpoint++) {
            String url = stage.sink().url() + endpoint;
            stage.calls().putSubscription(topic, name(endpoint), workload.subscription(url));
        }
    }

    private void unsubscribe(Workload workload, String topic) {
        for (int endpoint = 0; endpoint < workload.endpoints(); endpoint++) {
            stage.calls().delete("/topics/" + topic + "/eventSubscriptions/" + name(endpoint));
        }
        stage.calls().delete("/topics/" + topic);
        stage.queues().clear();
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    }

    private static String name(int endpoint) {
        return "endpoint-" + endpoint;
    }
}
