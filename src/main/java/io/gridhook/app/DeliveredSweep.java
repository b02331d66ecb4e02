package io.gridhook.app;

import io.gridhook.core.delivery.DeadLetterFolder;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterArchive.Listed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Deletes what {@link DeliveredKeeper} kept and is older than the retention, hour by hour. Folders are few, but each look at one is a
 * transaction: so it is done once in an hour, and oftener only while there is more than a sweep can delete. Safe to run twice at once.
 */
public final class DeliveredSweep {
    /** Ours: folders end with their hours, so nothing becomes too old meanwhile. */
    static final Duration EVERY = Duration.ofHours(1);
    /** Ours: well below the host's {@code functionTimeout}. */
    static final Duration TIME_MAX = Duration.ofMinutes(1);
    /** Ours: blobs of a list that are kept at a time. */
    private static final int LIST_MOST = 1_000;

    private final DeadLetterArchive archive;
    private final DeadLetterDestination destination;
    private final Duration retention;
    private final InstantSource clock;
    private volatile Instant next = Instant.MIN;

    /**
     * The sweep of one app.
     *
     * @param destination where they are kept
     * @param retention the age of their hour's end at which they are deleted
     */
    public DeliveredSweep(
            DeadLetterArchive archive, DeadLetterDestination destination, Duration retention, InstantSource clock) {
        this.archive = archive;
        this.destination = destination;
        this.retention = retention;
        this.clock = clock;
    }

    /**
     * One round, if it is time for one.
     *
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer or refuses
     */
    public void sweep() {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        Round round = new Round(now.minus(retention), now.plus(TIME_MAX));
        for (String subscription : archive.folders(destination, "")) {
            round.folder(DeadLetterFolder.of(subscription));
        }
        if (!round.isTimeUp()) {
            next = now.plus(EVERY);
        }
    }

    private final class Round {
        private final Instant before;
        private final Instant end;

        private Round(Instant before, Instant end) {
            this.before = before;
            this.end = end;
        }

        boolean isTimeUp() {
            return !clock.instant().isBefore(end);
        }

        void folder(DeadLetterFolder folder) {
            if (isTimeUp()) {
                return;
            }
            if (folder.isHour()) {
                delete(folder);
                return;
            }
            List<DeadLetterFolder> old = archive.folders(destination, folder.prefix()).stream()
                    .flatMap(name -> folder.child(name).stream())
                    .filter(this::mayHoldOld)
                    .sorted(Comparator.comparing(DeadLetterFolder::from))
                    .toList();
            old.forEach(this::folder);
        }

        /** Whether an hour in it is too old; of an hour, whether it is. */
        private boolean mayHoldOld(DeadLetterFolder folder) {
            return !folder.from().plus(Duration.ofHours(1)).isAfter(before);
        }

        private void delete(DeadLetterFolder hour) {
            Optional<String> first = Optional.of("");
            while (first.isPresent()) {
                DeadLetterArchive.Page page = archive.list(destination, hour.prefix(), first.get(), LIST_MOST);
                for (Listed blob : page.blobs()) {
                    if (isTimeUp()) {
                        return;
                    }
                    archive.delete(destination, blob.name());
                }
                first = page.next();
            }
        }
    }
}
