package io.gridhook.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often each fault met each step, and how often other things happened, over any number of runs. */
final class FaultTable {
    private final Map<String, Map<Fault, Long>> met = new TreeMap<>();
    private final Map<String, Long> events = new TreeMap<>();

    synchronized void met(String step, Fault fault) {
        row(step).merge(fault, 1L, Long::sum);
    }

    /** Counts what is no fault of a call. */
    synchronized void happened(String event, long times) {
        events.merge(event, times, Long::sum);
    }

    synchronized long times(String event) {
        return events.getOrDefault(event, 0L);
    }

    /** Adds the counts of a run that has ended. */
    synchronized void add(FaultTable run) {
        run.met.forEach((step, counts) -> {
            Map<Fault, Long> row = row(step);
            counts.forEach((fault, times) -> row.merge(fault, times, Long::sum));
        });
        run.events.forEach(this::happened);
    }

    /** The {@code steps} that some fault never met. */
    synchronized List<String> neverMet(List<String> steps) {
        List<String> never = new ArrayList<>();
        for (String step : steps) {
            for (Fault fault : Fault.values()) {
                if (!row(step).containsKey(fault)) {
                    never.add(step + " " + fault);
                }
            }
        }
        return never;
    }

    /** As Markdown. */
    synchronized String text() {
        StringBuilder text = new StringBuilder("| Step |");
        StringBuilder line = new StringBuilder("|---|");
        for (Fault fault : Fault.values()) {
            text.append(' ').append(fault).append(" |");
            line.append("---:|");
        }
        text.append('\n').append(line).append('\n');
        met.forEach((step, counts) -> {
            text.append("| ").append(step).append(" |");
            for (Fault fault : Fault.values()) {
                text.append(' ').append(counts.getOrDefault(fault, 0L)).append(" |");
            }
            text.append('\n');
        });
        text.append("\n| What else happened | Times |\n|---|---:|\n");
        events.forEach((event, times) ->
                text.append("| ").append(event).append(" | ").append(times).append(" |\n"));
        return text.toString();
    }

    private Map<Fault, Long> row(String step) {
        return met.computeIfAbsent(step, key -> new EnumMap<>(Fault.class));
    }
}
