package io.gridhook.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Draws arrivals as independent publishers make them: the pauses are exponentially distributed. */
final class Arrivals {
    private Arrivals() {}

    /**
     * Events for {@code endpoints} endpoints, each as likely as the other, of which those before {@code leadIn} do not count.
     *
     * @param seed the same one draws the same arrivals
     * @param ids the start of each event's id
     * @param perSecond the mean rate, above 0
     * @param from the first may come at this time
     */
    static List<Arrival> poisson(
            long seed,
            String ids,
            double perSecond,
            List<Integer> endpoints,
            Duration leadIn,
            Duration from,
            Duration to) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Arrival> arrivals = new ArrayList<>();
        double nanos = from.toNanos() + pause(random, perSecond);
        while (nanos < to.toNanos()) {
            int endpoint = endpoints.get(random.nextInt(endpoints.size()));
            arrivals.add(new Arrival((long) nanos, endpoint, ids + arrivals.size(), nanos >= leadIn.toNanos()));
            nanos += pause(random, perSecond);
        }
        return arrivals;
    }

    /** Times alone, in nanoseconds after the start; the same seed draws the same ones. */
    static long[] offsets(long seed, double perSecond, Duration to) {
        SplittableRandom random = new SplittableRandom(seed);
        LongStream.Builder offsets = LongStream.builder();
        for (double nanos = pause(random, perSecond); nanos < to.toNanos(); nanos += pause(random, perSecond)) {
            offsets.add((long) nanos);
        }
        return offsets.build().toArray();
    }

    /** Both, in the order of their times. */
    static List<Arrival> merge(List<Arrival> some, List<Arrival> others) {
        return Stream.concat(some.stream(), others.stream())
                .sorted(Comparator.comparingLong(Arrival::offsetNanos))
                .toList();
    }

    private static double pause(SplittableRandom random, double perSecond) {
        return -Math.log(1 - random.nextDouble()) / perSecond * 1e9;
    }
}
