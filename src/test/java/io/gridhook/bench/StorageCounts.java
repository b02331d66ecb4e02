package io.gridhook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the host says of its calls to storage, as far as it says it.
 *
 * @param transactions by service and operation, such as {@code Queue PutMessage}, and by what else the host tells apart
 * @param bytes sent, likewise
 */
record StorageCounts(Map<String, Double> transactions, Map<String, Double> bytes) {
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    StorageCounts {
        transactions = Map.copyOf(transactions);
        bytes = Map.copyOf(bytes);
    }

    /** Out of {@code /metrics}. */
    static StorageCounts read(String metrics) {
        return new StorageCounts(read(metrics, "StorageTransactionCount"), read(metrics, "StorageRequestBytes"));
    }

    private static Map<String, Double> read(String metrics, String name) {
        Map<String, Double> counts = new TreeMap<>();
        Matcher line =
                Pattern.compile("(?m)^" + name + "(?:_total)?\\{(.*)} (\\S+)").matcher(metrics);
        while (line.find()) {
            counts.merge(labels(line.group(1)), Double.parseDouble(line.group(2)), Double::sum);
        }
        return counts;
    }

    /** Service and operation first, whatever the order is in which labels come. */
    private static String labels(String text) {
        Map<String, String> values = new TreeMap<>();
        Matcher label = LABEL.matcher(text);
        while (label.find()) {
            values.put(label.group(1), label.group(2));
        }
        List<String> ordered = new ArrayList<>();
        Stream.of("Service", "Operation")
                .map(values::remove)
                .filter(Objects::nonNull)
                .forEach(ordered::add);
        ordered.addAll(values.values());
        return String.join(" ", ordered);
    }

    /** What came since then. */
    StorageCounts since(StorageCounts before) {
        return new StorageCounts(minus(transactions, before.transactions), minus(bytes, before.bytes));
    }

    private static Map<String, Double> minus(Map<String, Double> after, Map<String, Double> before) {
        Map<String, Double> left = new TreeMap<>();
        after.forEach((name, value) -> {
            double difference = value - before.getOrDefault(name, 0.0);
            if (difference > 0) {
                left.put(name, difference);
            }
        });
        return left;
    }

    /** Whether the host counts them at all. */
    boolean isCounted() {
        return !transactions.isEmpty();
    }

    double total() {
        return sum(transactions, "");
    }

    /** Without those that go by the clock: polls, definitions and health read again, and looks at the queues' lengths. */
    double byEvents() {
        return sum(transactions, "(?i)(queue (put|delete|update)message|blob ).*");
    }

    /** Messages put. */
    double puts() {
        return sum(transactions, "(?i)queue.*(put|send|enqueue).*");
    }

    /** Bytes of requests that store something. */
    double bytesPut() {
        return sum(bytes, "(?i).*(put|send|enqueue|upload|update|insert|merge).*");
    }

    private static double sum(Map<String, Double> counts, String pattern) {
        return counts.entrySet().stream()
                .filter(entry -> pattern.isEmpty() || entry.getKey().matches(pattern))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
