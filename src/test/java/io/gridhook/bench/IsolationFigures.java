package io.gridhook.bench;

import java.util.List;
import java.util.stream.IntStream;

/** What the runs of one scenario say together. */
record IsolationFigures(IsolationScenario scenario, IsolationLoad load, List<IsolationRun> runs) {
    IsolationFigures {
        runs = List.copyOf(runs);
    }

    /** Milliseconds over the rounds; {@code percentile} from 0 to 100. */
    Spread millis(Arm arm, double percentile) {
        return Spread.of(
                of(arm).stream().map(run -> run.latencies().millis(percentile)).toList());
    }

    /** How many times {@code below}'s latency {@code above}'s is: in each round by itself, as its arms ran next to each other. */
    Spread ratio(Arm above, Arm below, double percentile) {
        List<IsolationRun> some = of(above);
        List<IsolationRun> others = of(below);
        return Spread.of(IntStream.range(0, some.size())
                .mapToObj(round -> some.get(round).latencies().millis(percentile)
                        / others.get(round).latencies().millis(percentile))
                .toList());
    }

    /** Accepted events of good endpoints that did not arrive, in all. */
    int missing() {
        return runs.stream().mapToInt(IsolationRun::missing).sum();
    }

    private List<IsolationRun> of(Arm arm) {
        return runs.stream().filter(run -> run.arm() == arm).toList();
    }
}
