package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveMessage;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Works on the messages of {@code redrives}, each for half a minute at most: puts what is to be sent again into {@code deliveries}, hidden
 * until its time at the rate that was asked for, writes down how far it came, and shows itself again when that is through. What was put is
 * durable before it is written down: a crash repeats a step, and leaves out nothing.
 */
public final class RedriveWorker {
    /** The queue's name in logs and metrics. */
    public static final String REDRIVES = "redrives";

    /** Ours: well below the host's {@code functionTimeout}. */
    static final Duration WORK_MAX = Duration.ofSeconds(30);
    /** Ours: longer than {@link #WORK_MAX} and the slowest call of storage; then somebody else may go on. */
    static final Duration TURN = Duration.ofMinutes(2);
    /** Ours: what is put ahead of its time, and so what a pause comes too late for. */
    static final Duration AHEAD = Duration.ofSeconds(10);
    /** Ours: it shows again when so much is still to come. */
    private static final Duration EARLY = Duration.ofSeconds(1);
    /** Ours: who changed it meanwhile does not do so so often. */
    private static final int TRIES = 10;

    private final Ports ports;
    private final DeliveryQueue queue;
    private final RedriveStore store;
    private final DeadLetters letters;
    private final InstantSource clock;
    private final RedrivePacks packs;

    /**
     * The worker.
     *
     * @param queue {@code redrives}
     */
    public RedriveWorker(Ports ports, DeliveryQueue queue, RedriveStore store, DeadLetters letters) {
        this.ports = ports;
        this.queue = queue;
        this.store = store;
        this.letters = letters;
        this.clock = ports.clock();
        this.packs = new RedrivePacks(ports);
    }

    /** Works on one received message; throws, and the message comes back, only by a fault of ours. */
    public void work(QueueMessage message, DeliveryLog log) {
        LeasedMessage held = new LeasedMessage(queue, message);
        RedriveMessage.parse(message.body()).ifPresentOrElse(wake -> work(held, wake, log), () -> putOff(held, log));
    }

    private void putOff(LeasedMessage held, DeliveryLog log) {
        RedriveMessage.laterVersion(held.body())
                .ifPresentOrElse(
                        version -> {
                            log.trouble("message of unknown version " + version + " in " + REDRIVES, "put off");
                            ports.metrics().add(Counter.DEFERRED_MESSAGE_COUNT, 1, REDRIVES, "UnknownVersion");
                            hide(held, clock.instant().plus(Inbox.UNKNOWN_VERSION_WAIT));
                        },
                        () -> keep(held, log));
    }

    private void keep(LeasedMessage held, DeliveryLog log) {
        log.trouble("unreadable message in " + REDRIVES, "kept in the container poison");
        ports.poison().keep(REDRIVES, held.messageId(), held.body());
        ports.metrics().add(Counter.POISON_MESSAGE_COUNT, 1, REDRIVES);
        held.complete();
    }

    private void work(LeasedMessage held, RedriveMessage wake, DeliveryLog log) {
        store.find(wake.id())
                .filter(found -> found.value().state() == RedriveState.RUNNING)
                .filter(found -> found.value().turn().wake() == wake.wake())
                .ifPresentOrElse(found -> work(held, found, log), held::complete);
    }

    private void work(LeasedMessage held, Versioned<RedriveJob> found, DeliveryLog log) {
        RedriveJob job = found.value();
        Instant now = clock.instant();
        boolean isAnothers = !job.turn().owner().startsWith(held.messageId() + "/");
        if (isAnothers && job.turn().until().isAfter(now)) {
            hide(held, job.turn().until());
            return;
        }
        if (!job.turn().paceUntil().isBefore(now.plus(AHEAD))) {
            hide(held, job.turn().paceUntil().minus(EARLY));
            return;
        }
        String owner = held.messageId() + "/" + held.dequeueCount();
        RedriveJob taken = job.with(job.turn().taken(owner, now.plus(TURN)), now);
        Optional<String> etag = store.replace(taken, found.etag());
        if (etag.isEmpty()) {
            // Somebody changed it meanwhile: looked at anew.
            hide(held, now.plus(EARLY));
            return;
        }
        RedriveJob left = run(new Versioned<>(taken, etag.get()), owner, log);
        if (left.state() == RedriveState.RUNNING
                && left.turn().owner().equals(owner)
                && left.turn().wake() == job.turn().wake()) {
            hide(held, left.turn().paceUntil().minus(EARLY));
        } else {
            held.complete();
        }
    }

    private void hide(LeasedMessage held, Instant until) {
        held.lease(Delays.until(until, clock.instant()));
    }

    private RedriveJob run(Versioned<RedriveJob> taken, String owner, DeliveryLog log) {
        RedriveJob job = taken.value();
        try {
            DeadLetters.Source source = letters.source(job.request());
            EventSubscription target =
                    target(letters, job.request().topic(), job.request().toEventSubscription(), clock);
            RedriveRun run = new RedriveRun(
                    taken,
                    owner,
                    SubscriptionRef.of(target),
                    store,
                    packs,
                    clock,
                    clock.instant().plus(WORK_MAX));
            // The subscription's container may have changed since it was begun.
            job.request().selection().letters().forEach(letter -> DeadLetters.checkAddress(source, letter));
            run.end(letters.walk(
                    source, job.request().selection(), job.progress().at(), run));
            return run.job();
        } catch (StorageUnavailableException e) {
            throw e;
        } catch (ManagementException e) {
            return fail(job, owner, e.getMessage(), log);
        } catch (RuntimeException e) {
            // It would be thrown again on every receive, after the steps before it were repeated.
            String what = e.getClass().getSimpleName() + ": " + Excerpt.of(String.valueOf(e.getMessage()));
            return fail(job, owner, "unexpected: " + what, log);
        }
    }

    /** Ends it, with the progress that it has by then; unless it has ended, or the turn is somebody else's. */
    private RedriveJob fail(RedriveJob taken, String owner, String detail, DeliveryLog log) {
        log.trouble("redrive " + taken.id() + ": " + detail, "it failed");
        for (int i = 0; i < TRIES; i++) {
            Instant now = clock.instant();
            Optional<Versioned<RedriveJob>> found = store.find(taken.id())
                    .filter(each -> each.value().turn().owner().equals(owner))
                    .filter(each -> !each.value().state().isEnded());
            if (found.isEmpty()) {
                return taken.with(RedriveState.FAILED, detail, now);
            }
            RedriveJob failed = found.get().value().with(RedriveState.FAILED, detail, now);
            if (store.replace(failed, found.get().etag()).isPresent()) {
                return failed;
            }
        }
        throw new StorageUnavailableException("redrive " + taken.id() + ": changed by others all the time");
    }

    /**
     * The subscription that letters are sent to.
     *
     * @throws ManagementException if there is none, or it takes no events
     */
    static EventSubscription target(DeadLetters letters, String topic, String name, InstantSource clock) {
        EventSubscription target = letters.subscription(topic, name);
        if (!target.takesEvents(clock.instant())) {
            throw new ManagementException(
                    ManagementException.Kind.CONFLICT,
                    "The event subscription '" + target.name()
                            + "' takes no events: its endpoint has not agreed, or it has expired.");
        }
        return target;
    }
}
