package io.gridhook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One size at which the cost of a delivery is measured.
 *
 * @param series which of the curves it is a point of
 * @param size of what grows
 * @param subscriptions of the topic
 * @param matching how many of them an event goes to
 * @param batch events in a publish
 * @param publishes of one sample
 * @param samples one after the other, each until all has come; what they cost is added up
 */
record FlatnessPoint(Series series, int size, int subscriptions, int matching, int batch, int publishes, int samples) {
    private static final int BATCH = 100;

    /** What grows. */
    enum Series {
        EVENTS("events", "events, in publishes of 100, to one subscription"),
        MATCHING("subscriptions", "subscriptions that all match: packs of as many deliveries, but for the last"),
        OTHERS("subscriptions, one matches", "subscriptions of which one matches, in publishes of 100 events");

        private final String title;
        private final String description;

        Series(String title, String description) {
            this.title = title;
            this.description = description;
        }

        String title() {
            return title;
        }

        String description() {
            return description;
        }
    }

    /**
     * All, smallest first.
     *
     * @param eventsMax the largest number of events
     * @param deliveriesLeast so many at each point, or its CPU time could not be told
     */
    static List<FlatnessPoint> all(int eventsMax, int deliveriesLeast) {
        List<FlatnessPoint> points = new ArrayList<>();
        for (int events = BATCH; events <= eventsMax; events *= 10) {
            points.add(new FlatnessPoint(
                    Series.EVENTS, events, 1, 1, BATCH, events / BATCH, Math.max(1, deliveriesLeast / events)));
        }
        for (int subscriptions : new int[] {1, 10, 100, 500}) {
            int batch = Math.max(1, BATCH / subscriptions);
            int publishes = Math.max(1, deliveriesLeast / (batch * subscriptions));
            points.add(new FlatnessPoint(
                    Series.MATCHING, subscriptions, subscriptions, subscriptions, batch, publishes, 1));
        }
        for (int subscriptions : new int[] {1, 10, 100, 500}) {
            points.add(new FlatnessPoint(
                    Series.OTHERS, subscriptions, subscriptions, 1, BATCH, Math.max(1, deliveriesLeast / BATCH), 1));
        }
        return points;
    }

    int deliveriesOfOnePublish() {
        return batch * matching;
    }

    /** Of its topic. */
    String name() {
        return "flat-" + series.name().toLowerCase(Locale.ROOT) + "-" + size;
    }
}
