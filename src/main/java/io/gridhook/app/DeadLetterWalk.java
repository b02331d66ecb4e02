package io.gridhook.app;

import io.gridhook.core.delivery.DeadLetterFolder;
import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.event.DeadLetterReader;
import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterArchive.Listed;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Goes over the dead letters of one subscription, from folder to folder: the hours that have any, in the order of time, and the blobs of each
 * by name. Nobody can seek in Blob Storage by time, but its folders are few.
 */
final class DeadLetterWalk {
    /** Ours: blobs of a list that are kept at a time. */
    private static final int LIST_MOST = 1_000;

    /** Is shown one letter after the other. */
    interface Visitor {
        /** Asked before a blob is read: false ends the walk before it. */
        boolean goesOn();

        /**
         * Gets a letter.
         *
         * @param next where a walk goes on behind it
         * @return false to end the walk there
         */
        boolean letter(DeadLetter letter, LetterPosition next);

        /** A blob is none of ours, or damaged, or too large. */
        void skipped(String blob);
    }

    /**
     * Whose letters, and of which time.
     *
     * @param destination where they are
     * @param schema of their events, where their blob does not say
     * @param from the first moment
     * @param to the last
     * @param isNewestFirst whether the hours come in that order; else the oldest first
     */
    record Scope(
            DeadLetterDestination destination,
            EventSubscription subscription,
            EventSchema schema,
            Instant from,
            Instant to,
            boolean isNewestFirst) {}

    private final DeadLetterArchive archive;
    private final Scope scope;
    private final Visitor visitor;
    private final Optional<LetterPosition> start;
    private final Optional<DeadLetterFolder> startHour;
    private Optional<LetterPosition> stoppedAt = Optional.empty();

    private DeadLetterWalk(DeadLetterArchive archive, Scope scope, Optional<LetterPosition> start, Visitor visitor) {
        this.archive = archive;
        this.scope = scope;
        this.visitor = visitor;
        this.start = start;
        // A walk may have ended before a blob that is none of ours; it goes on in that hour all the same.
        this.startHour = start.flatMap(position -> DeadLetterFolder.hourOf(position.blob()));
    }

    /**
     * Shows the letters to {@code visitor}.
     *
     * @param start where an earlier walk over the same scope ended; empty for the beginning
     * @return where to go on, or empty if there are no more
     * @throws io.gridhook.port.StorageUnavailableException if the container cannot be read
     */
    static Optional<LetterPosition> walk(
            DeadLetterArchive archive, Scope scope, Optional<LetterPosition> start, Visitor visitor) {
        DeadLetterWalk walk = new DeadLetterWalk(archive, scope, start, visitor);
        walk.folder(DeadLetterFolder.of(scope.subscription().name()));
        return walk.stoppedAt;
    }

    /** The letters of a blob; empty if it holds none of that schema. */
    static Optional<List<DeadLetterReader.Stored>> read(byte[] content, EventSchema schema) {
        try {
            return Optional.of(DeadLetterReader.read(JsonText.of(content), schema));
        } catch (InvalidEventException e) {
            return Optional.empty();
        }
    }

    /** Whether a letter is the subscription's, as far as it says so: that of a CloudEvent does not. */
    static boolean isOf(EventSubscription subscription, DeadLetterRecord letter) {
        if (letter.event().schema() == EventSchema.CLOUD_EVENT_V1_0) {
            return true;
        }
        String topic = letter.event().attributes().source();
        String own = DomainNames.own(subscription.topic());
        return topic.substring(topic.lastIndexOf('/') + 1).equalsIgnoreCase(own);
    }

    /** False: the walk has ended. */
    private boolean folder(DeadLetterFolder folder) {
        if (folder.isHour()) {
            return hour(folder);
        }
        Comparator<DeadLetterFolder> byTime = Comparator.comparing(DeadLetterFolder::from);
        List<DeadLetterFolder> children = archive.folders(scope.destination(), folder.prefix()).stream()
                .flatMap(name -> folder.child(name).stream())
                .filter(child -> child.overlaps(scope.from(), scope.to()) && !isDone(child))
                .sorted(scope.isNewestFirst() ? byTime.reversed() : byTime)
                .toList();
        for (DeadLetterFolder child : children) {
            if (!folder(child)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an earlier walk was through with it. */
    private boolean isDone(DeadLetterFolder folder) {
        return startHour
                .filter(hour -> scope.isNewestFirst()
                        ? !folder.from().isBefore(hour.to())
                        : !folder.to().isAfter(hour.from()))
                .isPresent();
    }

    private boolean hour(DeadLetterFolder folder) {
        Optional<LetterPosition> at = start.filter(position -> position.blob().startsWith(folder.prefix()));
        Optional<String> first = Optional.of(at.map(LetterPosition::blob).orElse(""));
        while (first.isPresent()) {
            DeadLetterArchive.Page page = archive.list(scope.destination(), folder.prefix(), first.get(), LIST_MOST);
            for (Listed blob : page.blobs()) {
                int done = at.filter(position -> position.blob().equals(blob.name()))
                        .map(LetterPosition::letters)
                        .orElse(0);
                if (done < LetterPosition.ALL && isOurs(blob) && !blob(folder, blob, done)) {
                    return false;
                }
            }
            first = page.next();
        }
        return true;
    }

    private boolean isOurs(Listed blob) {
        return blob.label().map(label -> label.names(scope.subscription())).orElse(true);
    }

    private boolean blob(DeadLetterFolder folder, Listed blob, int done) {
        if (!visitor.goesOn()) {
            stoppedAt = Optional.of(new LetterPosition(blob.name(), done));
            return false;
        }
        boolean isNamed = DeadLetterFolder.ofBlob(blob.name()).equals(Optional.of(folder));
        Optional<byte[]> content = isNamed && blob.length() <= DeadLetterReader.BLOB_BYTES_MAX
                ? archive.read(scope.destination(), blob.name(), DeadLetterReader.BLOB_BYTES_MAX)
                : Optional.empty();
        EventSchema schema = blob.label().map(DeadLetterLabel::inputSchema).orElse(scope.schema());
        Optional<List<DeadLetterReader.Stored>> letters = content.flatMap(bytes -> read(bytes, schema));
        if (letters.isEmpty()) {
            visitor.skipped(blob.name());
            return true;
        }
        return letters(folder, blob, letters.get(), done);
    }

    private boolean letters(DeadLetterFolder folder, Listed blob, List<DeadLetterReader.Stored> letters, int done) {
        for (int i = done; i < letters.size(); i++) {
            DeadLetterRecord record = letters.get(i).record();
            Instant time = folder.within(record.lastDeliveryAttemptTime().orElse(record.publishTime()));
            boolean isMeant = !time.isBefore(scope.from())
                    && !time.isAfter(scope.to())
                    && (blob.label().isPresent() || isOf(scope.subscription(), record));
            LetterPosition next = new LetterPosition(blob.name(), i + 1 < letters.size() ? i + 1 : LetterPosition.ALL);
            DeadLetter letter =
                    new DeadLetter(blob.name(), i, record, letters.get(i).json());
            if (isMeant && !visitor.letter(letter, next)) {
                stoppedAt = Optional.of(next);
                return false;
            }
        }
        return true;
    }
}
