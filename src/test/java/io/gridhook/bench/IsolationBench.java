package io.gridhook.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Do bad endpoints change the latency of the others? Each round runs every {@link Arm}, one after the other. */
final class IsolationBench {
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(250);
    /** Ours: an event of about half a kilobyte, which does not compress. */
    private static final int DATA_BYTES = 300;

    private static final String DATA = data();

    private final BenchStage stage;
    private final ClosedPort closedPort;
    private final IsolationScenario scenario;
    private final IsolationLoad load;
    private final Consumer<String> progress;

    IsolationBench(
            BenchStage stage,
            ClosedPort closedPort,
            IsolationScenario scenario,
            IsolationLoad load,
            Consumer<String> progress) {
        this.stage = stage;
        this.closedPort = closedPort;
        this.scenario = scenario;
        this.load = load;
        this.progress = progress;
    }

    /** All rounds, in the order in which they ran; one before them only warms up, and is not among them. */
    List<IsolationRun> run() throws Exception {
        progress.accept(scenario.title() + ": " + scenario.description());
        progress.accept("warms up: " + run(0, Arm.WELL));
        List<IsolationRun> runs = new ArrayList<>();
        for (int round = 1; round <= load.rounds(); round++) {
            for (Arm arm : Arm.values()) {
                IsolationRun run = run(round, arm);
                progress.accept(run.toString());
                runs.add(run);
            }
        }
        return runs;
    }

    private IsolationRun run(int round, Arm arm) throws Exception {
        String topic = scenario.title() + "-" + round + "-" + arm.name().toLowerCase(Locale.ROOT);
        String key = stage.calls().createTopic(topic, "EventGridSchema");
        int endpoints = arm == Arm.WITHOUT ? scenario.good() : scenario.good() + scenario.bad();
        for (int endpoint = 0; endpoint < endpoints; endpoint++) {
            stage.calls().subscribe(topic, name(endpoint), url(topic, arm, endpoint), filter(endpoint));
        }
        List<Arrival> arrivals = arrivals(topic, round, arm);
        OpenLoop.Outcome outcome = new OpenLoop(arrival -> publish(topic, key, arrival)).run(arrivals);
        long waiting = stage.waiting();
        Map<String, Long> receipts = awaitReceipts(expected(arrivals, outcome));
        IsolationRun run = result(round, arm, arrivals, outcome, receipts, waiting);
        cleanUp(topic, endpoints);
        return run;
    }

    private List<Arrival> arrivals(String ids, int round, Arm arm) {
        List<Arrival> good = Arrivals.poisson(
                round,
                ids + "-good-",
                load.perSecond(),
                IntStream.range(0, scenario.good()).boxed().toList(),
                load.leadIn(),
                Duration.ZERO,
                load.end());
        if (arm == Arm.WITHOUT) {
            return good;
        }
        return Arrivals.merge(
                good,
                Arrivals.poisson(
                        -round - 1,
                        ids + "-bad-",
                        scenario.batch() == 1 ? load.perSecond() : load.perSecond() / 10,
                        IntStream.range(scenario.good(), scenario.good() + scenario.bad())
                                .boxed()
                                .toList(),
                        load.leadIn(),
                        load.leadIn(),
                        load.end()));
    }

    private String url(String topic, Arm arm, int endpoint) {
        String path = "/" + topic + "/" + endpoint;
        if (arm != Arm.BAD || endpoint < scenario.good()) {
            return stage.receiver().url("/ok" + path);
        }
        return scenario.mood().equals("closed")
                ? closedPort.url(path)
                : stage.receiver().url("/" + scenario.mood() + path);
    }

    /** Of its subscription, and the start of the subjects that are for it. */
    private static String name(int endpoint) {
        return "endpoint-" + endpoint;
    }

    private static String filter(int endpoint) {
        return ",\"filter\":{\"subjectBeginsWith\":\"" + name(endpoint) + "/\"}";
    }

    private CompletableFuture<Boolean> publish(String topic, String key, Arrival arrival) {
        if (arrival.endpoint() < scenario.good() || scenario.batch() == 1) {
            return stage.publish(topic, key, "[" + event(arrival.eventId(), arrival.endpoint(), DATA) + "]");
        }
        // Without data, so that a message holds them all.
        return stage.publish(
                topic,
                key,
                IntStream.range(0, scenario.batch())
                        .mapToObj(i -> event(arrival.eventId() + "-" + i, arrival.endpoint(), ""))
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private static String event(String id, int endpoint, String data) {
        return "{\"id\":\"" + id + "\",\"subject\":\"" + name(endpoint)
                + "/\",\"eventType\":\"Bench.Event\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":\"" + data + "\"}";
    }

    /** The accepted events for good endpoints. */
    private List<Arrival> expected(List<Arrival> arrivals, OpenLoop.Outcome outcome) {
        return arrivals.stream()
                .filter(arrival -> arrival.endpoint() < scenario.good())
                .filter(arrival -> outcome.due().containsKey(arrival.eventId()))
                .toList();
    }

    private Map<String, Long> awaitReceipts(List<Arrival> expected) throws Exception {
        long deadline = System.nanoTime() + ARRIVAL_MAX.toNanos();
        Map<String, Long> receipts = new HashMap<>(stage.receiver().receipts());
        while (!isAll(expected, receipts) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL.toNanos());
            stage.receiver().receipts().forEach((id, nanos) -> receipts.merge(id, nanos, Math::min));
        }
        return receipts;
    }

    private static boolean isAll(List<Arrival> expected, Map<String, Long> receipts) {
        return expected.stream().allMatch(arrival -> receipts.containsKey(arrival.eventId()));
    }

    private IsolationRun result(
            int round,
            Arm arm,
            List<Arrival> arrivals,
            OpenLoop.Outcome outcome,
            Map<String, Long> receipts,
            long waiting) {
        Latencies latencies = new Latencies();
        int missing = 0;
        for (Arrival arrival : expected(arrivals, outcome)) {
            Long receipt = receipts.get(arrival.eventId());
            if (receipt == null) {
                missing++;
            } else if (arrival.measured()) {
                latencies.record(receipt - outcome.due().getOrDefault(arrival.eventId(), receipt));
            }
        }
        return new IsolationRun(round, arm, latencies, missing, outcome.refused(), waiting, outcome.lateness());
    }

    /** What still hangs is answered and what still waits is forgotten, until nothing is left of this run. */
    private void cleanUp(String topic, int endpoints) throws Exception {
        for (int endpoint = 0; endpoint < endpoints; endpoint++) {
            stage.calls().delete("/topics/" + topic + "/eventSubscriptions/" + name(endpoint));
        }
        stage.calls().delete("/topics/" + topic);
        int quiet = 0;
        while (quiet < 4) {
            stage.expectAlive();
            stage.receiver().release();
            quiet = stage.waiting() == 0 ? quiet + 1 : 0;
            stage.clear();
            LockSupport.parkNanos(POLL.toNanos());
        }
        stage.receiver().receipts();
    }

    private static String data() {
        byte[] bytes = new byte[DATA_BYTES];
        new Random(1).nextBytes(bytes);
        return new String(Base64.getEncoder().encode(bytes), StandardCharsets.US_ASCII);
    }
}
