package io.gridhook.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Many days, on all processors: each has a world of its own, and only what it counted is added up. */
final class Campaign {
    /** Every call of storage that the way of an event makes. */
    private static final List<String> STEPS = List.of(
            "deliveries.put",
            "deliveries.receive",
            "deliveries.delete",
            "deliveries.hide",
            "retries.put",
            "retries.receive",
            "retries.update",
            "retries.delete",
            "retries.hide",
            "deadletters.put",
            "deadletters.receive",
            "deadletters.delete",
            "deadletters.hide",
            "deadletters.update",
            "payloads.put",
            "payloads.get",
            "payloads.deleteBefore",
            "topics.find",
            "subscriptions.list",
            "topics.create",
            "topics.delete",
            "subscriptions.find",
            "subscriptions.create",
            "subscriptions.replace",
            "subscriptions.delete",
            "subscriptions.listAll",
            "health.list",
            "health.create",
            "health.replace",
            "health.delete",
            "deadLetterStore.write",
            "poison.keep");

    private static final List<String> EVENTS = List.of(
            "host LEASE_LOST",
            "host LEASE_RENEWED",
            "host DUPLICATED",
            "host OUT_OF_ORDER",
            "two instances work on one endpoint",
            Life.LEFT,
            Life.AT_ONCE,
            Life.AT_ONCE_CRASH,
            Life.BUSY,
            Simulation.SEVERAL_TOPICS,
            Life.SHARED,
            Life.SHARED_CRASH,
            NoticeWatch.TOLD,
            NoticeWatch.DEAD,
            Day.SPLIT);

    private static final Duration BETWEEN_NEWS = Duration.ofSeconds(30);
    private static final int BLOCK = 500;
    private static final int COMPLAINTS_SHOWN = 20;

    /** Results that meet a state which only latencies make last. */
    private static final List<String> MEETINGS = List.of(
            "answered while HANDING_OFF",
            "fired while HANDING_OFF",
            "fired while ASKING",
            "admitted while HANDED_OFF",
            "received while SETTLING",
            "answered while SETTLING",
            "handedOff while HANDED_OFF",
            "settled while ASKING");

    private final double faults;
    private final boolean hasLatencies;
    private final long started = System.nanoTime();
    private final FaultTable table = new FaultTable();
    private final AtomicLong days = new AtomicLong();
    private final AtomicLong ends = new AtomicLong();
    private final AtomicLong secondEnds = new AtomicLong();
    private final AtomicLong secondEndsByOutage = new AtomicLong();
    private final AtomicLong endsByLateAnswers = new AtomicLong();
    private final List<String> complaints = new ArrayList<>();
    private long lastNews = started;

    /** Days in which any call goes wrong with this probability. */
    Campaign(double faults) {
        this(faults, false);
    }

    /** Days on which the commands of the delivery engine take their time, too. */
    static Campaign withLatencies(double faults) {
        return new Campaign(faults, true);
    }

    private Campaign(double faults, boolean hasLatencies) {
        this.faults = faults;
        this.hasLatencies = hasLatencies;
    }

    /** The seeds from 1 to {@code count}, or the one that is to be replayed. */
    static LongStream seeds(long count) {
        return isWhole() ? LongStream.rangeClosed(1, count) : LongStream.of(Long.parseLong(seed()));
    }

    static boolean isWhole() {
        return seed().isEmpty();
    }

    private static String seed() {
        return System.getProperty("seed", "");
    }

    static String at(long seed, String what) {
        return what + " (mvn test -Dtest=DeliverySimulationTest -Dseed=" + seed + ")";
    }

    /** Runs this many days; in a soak, as many as fit its minutes, but no fewer. */
    void run(long count) {
        seeds(count).parallel().forEach(this::runDay);
        long end = started + soak().toNanos();
        for (long seed = count + 1; isWhole() && complaints.isEmpty() && System.nanoTime() < end; seed += BLOCK) {
            LongStream.range(seed, seed + BLOCK).parallel().forEach(this::runDay);
            tellNews(seed + BLOCK);
        }
    }

    private static Duration soak() {
        String minutes = System.getProperty("soak", "");
        return Duration.ofMinutes(minutes.isEmpty() ? 0 : Long.parseLong(minutes));
    }

    private void tellNews(long seed) {
        long now = System.nanoTime();
        if (now - lastNews > BETWEEN_NEWS.toNanos()) {
            lastNews = now;
            System.out.println(
                    "simulation: seed " + seed + " after " + elapsed().toSeconds() + " s");
        }
    }

    private void runDay(long seed) {
        try {
            SplittableRandom latencies = new SplittableRandom(~seed);
            Day day = hasLatencies
                    ? Day.run(seed, faults, life -> new Latencies(life, latencies))
                    : Day.run(seed, faults, Variant.NONE);
            table.add(day.world.faults.table());
            days.incrementAndGet();
            ends.addAndGet(day.checks().ends());
            endsByLateAnswers.addAndGet(day.checks().endsByLateAnswers());
            (day.hasOutage() ? secondEndsByOutage : secondEnds)
                    .addAndGet(day.checks().secondEnds());
            day.complaints().forEach(complaint -> complain(seed, complaint.toString()));
        } catch (RuntimeException e) {
            complain(seed, e.toString());
        }
    }

    private synchronized void complain(long seed, String what) {
        if (complaints.size() < COMPLAINTS_SHOWN) {
            complaints.add(at(seed, what));
        }
    }

    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    long ends() {
        return ends.get();
    }

    /** On days without an outage. */
    long secondEnds() {
        return secondEnds.get();
    }

    /** What a whole run must have met, and did not. */
    List<String> neverMet() {
        List<String> never = new ArrayList<>(table.neverMet(hasLatencies ? Latencies.STATES : STEPS));
        Stream<List<String>> events =
                hasLatencies ? Stream.of(MEETINGS) : Stream.of(EVENTS, Renewal.EVENTS, Pauses.EVENTS);
        events.flatMap(List::stream).filter(event -> table.times(event) == 0).forEach(never::add);
        return never;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    /** Writes down how often each fault met each step. */
    void report() throws IOException {
        String figures = "# Simulation\n\n" + days + " days in " + elapsed().toSeconds() + " s, with " + ends
                + " ends.\n\n| Second ends, each explained | Number |\n|---|---:|\n| by a fault, on days without an outage | "
                + secondEnds + " |\n| by a fault, on days with one | " + secondEndsByOutage
                + " |\n| by an answer after the response timeout | " + endsByLateAnswers + " |\n\n";
        Path report = Path.of("target", hasLatencies ? "latencies-report.md" : "simulation-report.md");
        Files.createDirectories(report.getParent());
        Files.writeString(report, figures + table.text());
    }
}
