package io.gridhook.app;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The input that {@link Dispatch} works on: its time, and the commands decided so far. */
final class Step {
    private Instant now = Instant.EPOCH;
    private List<Command> commands = new ArrayList<>();

    /** Begins the next one. */
    void begin(Instant at) {
        now = at;
        commands = new ArrayList<>();
    }

    Instant now() {
        return now;
    }

    List<Command> commands() {
        return commands;
    }

    void command(Command next) {
        commands.add(next);
    }

    /** Starts a timer; one that is due fires at once. */
    Timer start(Timer.Kind kind, DeliveryRound round, Object of, String id, Duration delay) {
        Timer timer = new Timer(kind, round, of, id);
        commands.add(new Command.Start(timer, delay.isNegative() ? Duration.ZERO : delay));
        return timer;
    }

    void forget(Timer timer) {
        commands.add(new Command.Forget(timer));
    }
}
