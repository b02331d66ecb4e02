package io.gridhook.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One process that called a queue by one transport.
 *
 * @param firstSeconds from its start to the first message put
 * @param firstCpuSeconds used by then
 * @param classes loaded by then
 * @param callsPerSecond of many at once, warm
 * @param cpuMicros of each of these, in this process alone
 * @param allocatedBytes by each of these
 */
record TransportRun(
        double firstSeconds,
        double firstCpuSeconds,
        double classes,
        double callsPerSecond,
        double cpuMicros,
        double allocatedBytes) {
    /** As a process prints it. */
    String line() {
        return String.format(
                Locale.ROOT,
                "first=%.3f firstCpu=%.3f classes=%.0f calls=%.0f cpu=%.1f allocated=%.0f",
                firstSeconds,
                firstCpuSeconds,
                classes,
                callsPerSecond,
                cpuMicros,
                allocatedBytes);
    }

    /**
     * Of what {@link #line} wrote.
     *
     * @throws IllegalArgumentException if something is missing
     */
    static TransportRun parse(String line) {
        Map<String, Double> values = new TreeMap<>();
        for (String pair : line.strip().split(" ", -1)) {
            String[] parts = pair.split("=", -1);
            if (parts.length == 2) {
                values.put(parts[0], Double.valueOf(parts[1]));
            }
        }
        return new TransportRun(
                value(values, "first"),
                value(values, "firstCpu"),
                value(values, "classes"),
                value(values, "calls"),
                value(values, "cpu"),
                value(values, "allocated"));
    }

    private static double value(Map<String, Double> values, String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + ": missing in " + values);
        }
        return value;
    }
}
