package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.local.ChaosLedger.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The local host, killed again and again under load and started again at once: what was accepted ends, and little of it twice (DESIGN
 * §1). {@code -Psoak} goes on for so many minutes. The seed draws the load, the endpoints' moods and after how many steps each kill
 * comes; what a kill meets is up to the machine.
 */
class ChaosIT {
    private static final int KILLS = 3;
    /** Publishes answered and events ended between the start of a host and its kill: some seconds of load. */
    private static final int STEPS_MIN = 12_000;

    private static final int STEPS_SPREAD = 4_000;
    /** In a soak, whose slow answers keep messages open for seconds, kills are as much further apart. */
    private static final int SOAK_STEPS_FACTOR = 5;
    /** Ours: under 1 % of the deliveries (issue 3). */
    private static final double DUPLICATES_MAX = 0.01;
    /** A message that two kills met is hidden for 2 minutes, one that three met for 4 (Inbox). */
    private static final Duration REST_MAX = Duration.ofMinutes(20);

    private static final Duration STEPS_WAIT_MAX = Duration.ofMinutes(5);
    private static final long SLOW_MILLIS_SHORT = 500;
    private static final long SLOW_MILLIS_SOAK = 6_000;
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
    /** Short, so that what a kill met before it was leased goes on soon. */
    private static final List<String> LEASE = List.of("--lease=PT5S");
    /** The real host's. */
    private static final List<String> SOAK_LEASE = List.of("--lease=PT10M");

    private final long minutes =
            Long.parseLong(System.getProperty("soak", "").isBlank() ? "0" : System.getProperty("soak"));
    private final ChaosLedger ledger = new ChaosLedger();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Test
    void every_accepted_event_ends_whatever_is_killed() throws Exception {
        long seed = seed();
        say("seed " + seed + (minutes > 0 ? ", for " + minutes + " minutes" : ""));
        SplittableRandom random = new SplittableRandom(seed);
        long slow = minutes > 0 ? SLOW_MILLIS_SOAK : SLOW_MILLIS_SHORT;
        try (ChaosStorage storage = new ChaosStorage();
                ChaosEndpoints endpoints = new ChaosEndpoints(ledger, random.split(), slow);
                ChaosPublisher publisher = new ChaosPublisher(ledger, random.split())) {
            killUnderLoad(storage, endpoints, publisher, random);
            letRest(storage, publisher);
            List<Delivery> deadLetters = storage.deadLetters();
            deadLetters.forEach(ledger::ended);
            say(figures() + ", " + deadLetters.size() + " dead letters");
            assertEquals(Set.of(), ledger.missing(), "accepted, and without an end");
            assertEquals(List.of(), storage.poison());
            assertEveryEndWasMet();
            assertTrue(ledger.duplicates() < DUPLICATES_MAX * ledger.endCount(), figures());
        }
    }

    /** Ends with no host. */
    private void killUnderLoad(
            ChaosStorage storage, ChaosEndpoints endpoints, ChaosPublisher publisher, SplittableRandom random)
            throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
        for (int kills = 1; kills <= KILLS || System.nanoTime() < end; kills++) {
            try (HostProcess host = start(storage)) {
                if (kills == 1) {
                    endpoints.subscribe(host.calls());
                    publisher.start();
                }
                publisher.publishTo(host.calls());
                ledger.awaitSteps(ledger.steps() + stepsToKill(random), STEPS_WAIT_MAX);
                assertTrue(host.isAlive(), host.lines());
                host.kill();
                publisher.hostIsGone();
                say("kill " + kills + ": " + figures());
            }
        }
    }

    private int stepsToKill(SplittableRandom random) {
        int steps = STEPS_MIN + random.nextInt(STEPS_SPREAD);
        return minutes > 0 ? steps * SOAK_STEPS_FACTOR : steps;
    }

    /** One more host, under load as well; then all that is under way comes to its end. */
    private void letRest(ChaosStorage storage, ChaosPublisher publisher) throws Exception {
        try (HostProcess host = start(storage)) {
            publisher.publishTo(host.calls());
            ledger.awaitSteps(ledger.steps() + STEPS_MIN, STEPS_WAIT_MAX);
            publisher.stop();
            Poll.until("no message is left", REST_MAX, () -> storage.messages() == 0);
            assertTrue(host.isAlive(), host.lines());
        }
    }

    /** Else the run proves less than it says. */
    private void assertEveryEndWasMet() {
        assertTrue(ledger.unansweredCount() > 0, "no kill met a publish");
        assertTrue(ledger.endCount(ChaosEndpoints.FLAKY) > 0, "flaky took nothing");
        assertTrue(ledger.endCount(ChaosEndpoints.REFUSING) > 0, "nothing was refused");
    }

    private HostProcess start(ChaosStorage storage) throws Exception {
        Map<String, String> settings = Map.of(
                "AzureWebJobsStorage",
                storage.connectionString(),
                "GRIDHOOK_DEADLETTER_DELAY",
                "PT1S",
                "GRIDHOOK_FIRST_ATTEMPT_LEASE",
                minutes > 0 ? "PT1M" : "PT10S",
                "GRIDHOOK_LEASE_RECEIVED",
                "true");
        return HostProcess.start(
                data, System.getProperty("java.class.path"), SMALL, settings, minutes > 0 ? SOAK_LEASE : LEASE);
    }

    private String figures() {
        return ledger.acceptedCount() + " deliveries accepted, " + ledger.unansweredCount() + " publishes unanswered, "
                + ledger.endCount() + " ends, " + ledger.duplicates() + " of them duplicates ("
                + String.format(Locale.ROOT, "%.2f", 100.0 * ledger.duplicates() / Math.max(1, ledger.endCount()))
                + " %)";
    }

    private static long seed() {
        String seed = System.getProperty("seed", "");
        return seed.isBlank() ? ThreadLocalRandom.current().nextLong(1_000_000) : Long.parseLong(seed);
    }

    private static void say(String line) {
        System.out.println("Chaos: " + line);
    }
}
