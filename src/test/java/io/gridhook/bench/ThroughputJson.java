package io.gridhook.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code throughput.json}: all figures of all runs, in units that their names say. */
final class ThroughputJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Instant time;
    private final String machine;
    private final List<WorkloadFigures> figures;

    ThroughputJson(Instant time, String machine, List<WorkloadFigures> figures) {
        this.time = time;
        this.machine = machine;
        this.figures = List.copyOf(figures);
    }

    String text() throws JsonProcessingException {
        ObjectNode root = JSON.createObjectNode();
        root.put("host", "local host").put("time", time.toString()).put("machine", machine);
        goals(root.putArray("goals"));
        ArrayNode workloads = root.putArray("workloads");
        figures.forEach(each -> add(each, workloads.addObject()));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private void goals(ArrayNode to) {
        for (Goal goal : Goal.of(figures)) {
            ObjectNode node = to.addObject();
            node.put("goal", goal.text()).put(goal.isLeast() ? "atLeast" : "atMost", goal.bound());
            goal.figure().ifPresent(figure -> node.put("measured", figure));
            node.put("reached", goal.isReached());
        }
    }

    private static void add(WorkloadFigures figures, ObjectNode to) {
        to.put("workload", figures.workload().title());
        to.put("description", figures.workload().description());
        figures.sustained().ifPresent(run -> to.put("sustained", run.step()));
        to.put("ceilingPostsPerSecond", figures.ceiling());
        ArrayNode runs = to.putArray("runs");
        figures.runs().forEach(run -> add(run, runs.addObject()));
    }

    private static void add(RunFigures run, ObjectNode to) {
        to.put("run", run.step()).put("keptUp", run.keptUp());
        to.put("publishesPerSecond", run.publishesPerSecond()).put("deliveriesPerSecond", run.deliveriesPerSecond());
        to.put("deliveries", run.expected()).put("seconds", run.seconds()).put("posts", run.requests());
        to.put("missing", run.missing()).put("duplicates", run.duplicates()).put("refused", run.refused());
        latencies(run.latencies(), to.putObject("publishToReceiptMillis"));
        latencies(run.lateness(), to.putObject("publisherLateMillis"));
        StageUse use = run.use();
        to.putObject("cpuSeconds")
                .put("host", use.host())
                .put("azurite", use.azurite())
                .put("receiver", use.receiver())
                .put("load", use.load())
                .put("others", use.others());
        to.put("hostResidentBytes", use.hostResidentBytes());
        counts(use.storage().transactions(), to.putObject("storageTransactions"));
        counts(use.storage().bytes(), to.putObject("storageRequestBytes"));
        ArrayNode bySecond = to.putArray("deliveriesBySecond");
        run.bySecond().forEach(bySecond::add);
    }

    private static void latencies(Latencies latencies, ObjectNode to) {
        to.put("p50", latencies.millis(50)).put("p99", latencies.millis(99)).put("p999", latencies.millis(99.9));
        to.put("max", latencies.millis(100));
    }

    private static void counts(Map<String, Double> counts, ObjectNode to) {
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> to.put(entry.getKey(), entry.getValue()));
    }
}
