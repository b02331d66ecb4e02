package io.gridhook.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Measures what a delivery costs at one point after the other, on one stage, at one rate: as many deliveries a second at each. */
final class FlatnessBench {
    private static final int CONNECTIONS = 16;
    private static final long NANOS = 1_000_000_000L;

    private final LoadStage stage;
    private final Progress progress;
    private final double perSecond;
    private final Corpus corpus = Corpus.read();
    private int run;

    /**
     * A run.
     *
     * @param perSecond deliveries
     */
    FlatnessBench(LoadStage stage, Progress progress, double perSecond) {
        this.stage = stage;
        this.progress = progress;
        this.perSecond = perSecond;
    }

    /** The figures of each point, in order; what comes first warms up, and is measured again. */
    List<FlatnessFigures> run(List<FlatnessPoint> warmUp, List<FlatnessPoint> points) throws Exception {
        for (FlatnessPoint point : warmUp) {
            progress.line("warm-up: " + line(measured(point)));
        }
        List<FlatnessFigures> figures = new ArrayList<>();
        for (FlatnessPoint point : points) {
            FlatnessFigures measured = measured(point);
            progress.line(line(measured));
            figures.add(measured);
        }
        return figures;
    }

    private FlatnessFigures measured(FlatnessPoint point) throws Exception {
        stage.calls().createTopic(point.name(), "EventGridSchema");
        for (int i = 0; i < point.subscriptions(); i++) {
            stage.calls().putSubscription(point.name(), "s-" + i, subscription(point, i));
        }
        try {
            List<PublishBody> bodies = corpus.bodies(point.batch());
            sample(point, bodies); // definitions are read, and code is compiled
            StageUse before = stage.use();
            long deliveries = 0;
            long missing = 0;
            for (int i = 0; i < point.samples(); i++) {
                Ledger ledger = sample(point, bodies);
                deliveries += ledger.expected();
                missing += ledger.missing();
            }
            return new FlatnessFigures(point, deliveries, missing, stage.use().since(before));
        } finally {
            for (int i = 0; i < point.subscriptions(); i++) {
                stage.calls().delete("/topics/" + point.name() + "/eventSubscriptions/s-" + i);
            }
            stage.calls().delete("/topics/" + point.name());
            stage.queues().clear();
        }
    }

    private Ledger sample(FlatnessPoint point, List<PublishBody> bodies) throws IOException {
        run++;
        stage.sink().receipts((id, endpoint, nanos) -> {});
        double gap = NANOS * point.deliveriesOfOnePublish() / perSecond;
        long[] offsets = LongStream.range(0, point.publishes())
                .map(i -> (long) (i * gap))
                .toArray();
        try (Load load = stage.load(point.name(), run, bodies, CONNECTIONS)) {
            Ledger ledger = new Ledger(run, load.openLoop(offsets), point.matching());
            LoadRunner.awaitAll(stage, ledger);
            return ledger;
        }
    }

    /** The first ones take all; the others ask for a value that no event has, each for another. */
    private String subscription(FlatnessPoint point, int i) {
        String filter = i < point.matching()
                ? ""
                : ",\"filter\":{\"advancedFilters\":[{\"operatorType\":\"StringIn\",\"key\":\"data.customer.city\",\"values\":[\"none-"
                        + i + "\"]}]}";
        return "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                + stage.sink().url() + i + "\"}}" + filter + "}}";
    }

    private static String line(FlatnessFigures figures) {
        return String.format(
                Locale.ROOT,
                "%s %,d: %,d deliveries, %.1f µs of the host, %.4f transactions (%.4f in all), %,.0f bytes; %d missing",
                figures.point().series().title(),
                figures.point().size(),
                figures.deliveries(),
                figures.cpuMicros(),
                figures.transactions(),
                figures.allTransactions(),
                figures.bytes(),
                figures.missing());
    }
}
