package io.gridhook.simulation;

import io.gridhook.app.DeliveryProbe;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Gives each command of a delivery engine a time of its own, mostly a few milliseconds and now and then longer than an invocation waits,
 * so that its result meets every state that the message can have reached meanwhile.
 */
final class Latencies implements DeliveryProbe {
    /** What the results of commands wait in: the states that a lock used to hide. */
    static final List<String> STATES = List.of("WAITING", "ASKING", "SENT", "HANDING_OFF", "HANDED_OFF", "SETTLING");

    private static final int USUAL_MILLIS = 20;
    private static final int SLOW_MILLIS = 700;
    /** More than a budget of 3 s. */
    private static final int SLOWEST_MILLIS = 4_000;

    private final Life life;
    private final SplittableRandom random;

    Latencies(Life life, SplittableRandom random) {
        this.life = life;
        this.random = random;
    }

    @Override
    public boolean delays(String name, Runnable command) {
        // The thread that decides on a POST sends it before it waits for anything: no other order is possible.
        boolean isDelayed = !name.equals("Send");
        if (isDelayed) {
            int millis = random.nextInt(most());
            if (millis > SLOW_MILLIS) {
                // A message may become visible meanwhile, as where storage is slow.
                life.explainRepeats();
            }
            life.later(Duration.ofMillis(millis), command);
        }
        return isDelayed;
    }

    private int most() {
        int one = random.nextInt(100);
        return one < 80 ? USUAL_MILLIS : one < 97 ? SLOW_MILLIS : SLOWEST_MILLIS;
    }

    @Override
    public void decided(String input, List<String> commands, Set<String> states) {
        life.engineStates = states;
        String kind = input.split(" ", 3)[1];
        states.forEach(state -> life.happened(kind + " while " + state));
    }
}
