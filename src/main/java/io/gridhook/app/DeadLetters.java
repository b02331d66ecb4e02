package io.gridhook.app;

import io.gridhook.core.delivery.DeadLetterFolder;
import io.gridhook.core.event.DeadLetterReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.LetterSelection;
import io.gridhook.core.redrive.RedriveRequest;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.DeadLetterArchive;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads dead letters, a bounded number of blobs at a time; of containers that a subscription names and that may be written to, alone. */
public final class DeadLetters {
    /** Ours: what one call may read, so that it is answered within seconds. */
    static final int BLOBS_MAX = 500;
    /** Ours. */
    static final Duration TIME_MAX = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final DeadLetterArchive archive;
    private final DeadLetterDestinations allowed;
    private final Optional<DeadLetterDestination> delivered;
    private final InstantSource clock;

    /**
     * The reader of one app.
     *
     * @param allowed where dead letters may be
     * @param delivered where what was delivered is kept, which is read like dead letters; empty if it is not
     */
    public DeadLetters(
            Catalog catalog,
            DeadLetterArchive archive,
            DeadLetterDestinations allowed,
            Optional<DeadLetterDestination> delivered,
            InstantSource clock) {
        this.catalog = catalog;
        this.archive = archive;
        this.allowed = allowed;
        this.delivered = delivered;
        this.clock = clock;
    }

    /** A subscription whose dead letters can be read. */
    record Source(EventSubscription subscription, EventSchema schema, DeadLetterDestination destination) {
        String container() {
            return destination.blobContainerName();
        }

        DeadLetterWalk.Scope scope(Instant from, Instant to, boolean isNewestFirst) {
            return new DeadLetterWalk.Scope(destination, subscription, schema, from, to, isNewestFirst);
        }
    }

    /**
     * Some letters.
     *
     * @param container that they are in
     * @param letters without their JSON ({@link DeadLetter#withoutJson}): a page of 1,000 may come from 500 blobs
     * @param next where to go on; empty if there are no more. It may be there after an empty page
     */
    public record Page(
            EventSubscription subscription,
            String container,
            List<DeadLetter> letters,
            int skippedBlobs,
            Optional<LetterPosition> next) {
        public Page {
            letters = List.copyOf(letters);
        }
    }

    /**
     * How many letters a selection means.
     *
     * @param isComplete whether that is all; else it is at least so many
     */
    public record Count(long matched, long read, long skippedBlobs, boolean isComplete) {}

    /** One letter, with its subscription and container. */
    public record One(EventSubscription subscription, String container, DeadLetter letter) {}

    /**
     * Letters of a selection, the newest hour first.
     *
     * @param most 1 or more
     * @param start where the last page ended
     * @throws ManagementException if there is no such subscription, or it keeps no dead letters
     */
    public Page list(
            String topic,
            String eventSubscription,
            LetterSelection selection,
            int most,
            Optional<LetterPosition> start) {
        Source source = source(topic, eventSubscription);
        List<DeadLetter> found = new ArrayList<>();
        Tally tally = new Tally(clock) {
            @Override
            boolean matched(DeadLetter letter) {
                found.add(letter.withoutJson());
                return found.size() < most;
            }
        };
        Optional<LetterPosition> next = DeadLetterWalk.walk(
                archive, source.scope(selection.from(), selection.to(), true), start, tally.of(selection));
        return new Page(source.subscription(), source.container(), found, tally.skipped, next);
    }

    /**
     * Counts the letters of a selection, as far as a call may read.
     *
     * @throws ManagementException as {@link #list}
     */
    public Count count(String topic, String eventSubscription, LetterSelection selection) {
        return count(source(topic, eventSubscription), selection);
    }

    /**
     * Counts what a redrive would send, as far as a call may read.
     *
     * @throws ManagementException as {@link #source(RedriveRequest)}
     */
    Count count(RedriveRequest request) {
        return count(source(request), request.selection());
    }

    private Count count(Source source, LetterSelection selection) {
        long[] matched = {0};
        Tally tally = new Tally(clock) {
            @Override
            boolean matched(DeadLetter letter) {
                matched[0]++;
                return true;
            }
        };
        Optional<LetterPosition> next = walk(source, selection, Optional.empty(), tally.of(selection));
        return new Count(matched[0], tally.read, tally.skipped, next.isEmpty());
    }

    /** The oldest first, or those that are named in their order. */
    Optional<LetterPosition> walk(
            Source source, LetterSelection selection, Optional<LetterPosition> start, DeadLetterWalk.Visitor visitor) {
        return selection.letters().isEmpty()
                ? DeadLetterWalk.walk(archive, source.scope(selection.from(), selection.to(), false), start, visitor)
                : new NamedLetters(this, source, selection.letters()).walk(start, visitor);
    }

    /**
     * The one letter at a place.
     *
     * @param address its blob and place
     * @throws ManagementException if there is none
     */
    public One find(String topic, String eventSubscription, LetterSelection.Address address) {
        Source source = source(topic, eventSubscription);
        checkAddress(source, address);
        return letters(source, address.blob())
                .filter(letters -> address.index() < letters.size())
                .map(letters -> letters.get(address.index()))
                .map(letter -> new One(source.subscription(), source.container(), letter))
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.NOT_FOUND,
                        "No dead letter " + address.index() + " of this subscription in "
                                + Excerpt.of(address.blob())));
    }

    /**
     * That a letter is where this subscription's are.
     *
     * @throws ManagementException if it is not
     */
    static void checkAddress(Source source, LetterSelection.Address address) {
        String prefix = source.container() + "/"
                + DeadLetterFolder.of(source.subscription().name()).prefix();
        boolean isOurs = address.blob().startsWith(prefix)
                && DeadLetterFolder.ofBlob(inContainer(source, address.blob())).isPresent();
        if (!isOurs) {
            throw new ManagementException(
                    ManagementException.Kind.INVALID,
                    "blob: " + Excerpt.of(address.blob()) + " (expected: " + prefix
                            + "<year>/<month>/<day>/<hour>/<name>.json)");
        }
    }

    private static String inContainer(Source source, String blob) {
        return blob.substring(source.container().length() + 1);
    }

    /** All letters of a blob; empty if it is gone, or none of ours. */
    Optional<List<DeadLetter>> letters(Source source, String blob) {
        String name = inContainer(source, blob);
        DeadLetterArchive.Page page = archive.list(source.destination(), name, name, 1);
        if (page.blobs().isEmpty()
                || !page.blobs().get(0).name().equals(name)
                || page.blobs().get(0).length() > DeadLetterReader.BLOB_BYTES_MAX) {
            return Optional.empty();
        }
        var label = page.blobs().get(0).label();
        if (label.filter(each -> !each.names(source.subscription())).isPresent()) {
            return Optional.empty();
        }
        EventSchema schema = label.map(each -> each.inputSchema()).orElse(source.schema());
        return archive.read(source.destination(), name, DeadLetterReader.BLOB_BYTES_MAX)
                .flatMap(content -> DeadLetterWalk.read(content, schema))
                .filter(letters -> label.isPresent()
                        || letters.stream()
                                .allMatch(letter -> DeadLetterWalk.isOf(source.subscription(), letter.record())))
                .map(letters -> {
                    List<DeadLetter> all = new ArrayList<>();
                    letters.forEach(
                            letter -> all.add(new DeadLetter(name, all.size(), letter.record(), letter.json())));
                    return all;
                });
    }

    /**
     * What a redrive reads.
     *
     * @throws ManagementException as {@link #source(String, String)}, or if what was delivered is wanted and not kept
     */
    Source source(RedriveRequest request) {
        return switch (request.source()) {
            case DEAD_LETTERS -> source(request.topic(), request.eventSubscription());
            case DELIVERED -> delivered(request.topic(), request.eventSubscription());
        };
    }

    private Source delivered(String topicName, String name) {
        DeadLetterDestination destination = delivered.orElseThrow(
                () -> new ManagementException(
                        ManagementException.Kind.INVALID,
                        "source: delivered (expected: deadLetters, as what was delivered is not kept: GRIDHOOK_KEEP_DELIVERED is off)"));
        Catalog.Entry entry = entry(topicName, name);
        EventSubscription subscription = subscription(entry, topicName, name).subscription();
        return new Source(subscription, schema(entry), destination);
    }

    private static EventSchema schema(Catalog.Entry entry) {
        return entry.topic().map(Topic::inputSchema).orElse(EventSchema.EVENT_GRID);
    }

    /**
     * A subscription with its dead letters' place.
     *
     * @throws ManagementException if there is none, or it keeps none, or not where it may
     */
    Source source(String topicName, String name) {
        Catalog.Entry entry = entry(topicName, name);
        EventSubscription subscription = subscription(entry, topicName, name).subscription();
        DeadLetterDestination destination = subscription
                .deadLetterDestination()
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.CONFLICT,
                        "The event subscription '" + subscription.name() + "' has no deadLetterDestination."));
        allowed.refusal(destination).ifPresent(refusal -> {
            throw new ManagementException(ManagementException.Kind.CONFLICT, refusal);
        });
        return new Source(subscription, schema(entry), destination);
    }

    /**
     * A subscription.
     *
     * @throws ManagementException if there is none
     */
    EventSubscription subscription(String topicName, String name) {
        return subscription(entry(topicName, name), topicName, name).subscription();
    }

    /** Before a subscription is said to be gone, storage is asked. */
    private Catalog.Entry entry(String topicName, String name) {
        Catalog.Entry known = catalog.topic(topicName);
        if (known.subscriptions().stream()
                .anyMatch(each -> each.subscription().name().equalsIgnoreCase(name))) {
            return known;
        }
        catalog.changed(topicName);
        return catalog.topic(topicName);
    }

    private static ResolvedSubscription subscription(Catalog.Entry entry, String topicName, String name) {
        if (entry.topic().isEmpty()) {
            throw new ManagementException(
                    ManagementException.Kind.NOT_FOUND, "The topic '" + Excerpt.of(topicName) + "' does not exist.");
        }
        return entry.subscriptions().stream()
                .filter(each -> each.subscription().name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.NOT_FOUND,
                        "The event subscription '" + Excerpt.of(name) + "' of '" + Excerpt.of(topicName)
                                + "' does not exist."));
    }

    /** Counts what it is shown, and ends a walk when a call has read enough. */
    private abstract static class Tally {
        private final InstantSource clock;
        private final Instant end;
        private int blobs;
        private long read;
        private int skipped;

        Tally(InstantSource clock) {
            this.clock = clock;
            this.end = clock.instant().plus(TIME_MAX);
        }

        /** False: enough. */
        abstract boolean matched(DeadLetter letter);

        DeadLetterWalk.Visitor of(LetterSelection selection) {
            return new DeadLetterWalk.Visitor() {
                @Override
                public boolean goesOn() {
                    return blobs++ < BLOBS_MAX && clock.instant().isBefore(end);
                }

                @Override
                public boolean letter(DeadLetter letter, LetterPosition next) {
                    read++;
                    return !selection.matches(letter.record()) || matched(letter);
                }

                @Override
                public void skipped(String blob) {
                    skipped++;
                }
            };
        }
    }
}
