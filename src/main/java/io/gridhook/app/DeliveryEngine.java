package io.gridhook.app;

import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs {@link Dispatch} on one instance: one mailbox for the inputs of all threads, the world's time, and the effects of its commands.
 * Commands that wait for storage are carried out last, those of each message on a thread of their own: nobody else waits for them.
 */
final class DeliveryEngine {
    private final Dispatch dispatch;
    private final Mailbox<Input, Command> mailbox;
    private final Effects effects;
    private final InputLog inputs;
    private final InstantSource clock;
    private final Executor executor;
    private final DeliveryLog log;
    private final DeliveryProbe probe;
    private final AtomicLong rounds = new AtomicLong();

    /** An engine without messages; {@code effects} makes what carries out its commands and brings back their results. */
    DeliveryEngine(
            Permits.Limits limits,
            Duration budget,
            Function<Consumer<Input>, Effects> effects,
            Ports ports,
            DeliveryProbe probe) {
        this.dispatch = new Dispatch(limits, budget);
        this.mailbox = new Mailbox<>(this::decide, this::carryOut, ports.executor());
        this.effects = effects.apply(mailbox::bring);
        this.inputs = new InputLog(ports.log());
        this.clock = ports.clock();
        this.executor = ports.executor();
        this.log = ports.log();
        this.probe = probe;
    }

    /**
     * Attempts what is due of one leased message.
     *
     * @param batches what is to be sent
     * @param reports results of deliveries that are not attempted
     * @return done when the message is settled; fails on an internal fault alone
     */
    CompletableFuture<Void> deliver(
            String queue, DeliveryRound.Message message, List<Batch> batches, List<TaskReport> reports) {
        DeliveryRound round =
                new DeliveryRound(Long.toString(rounds.incrementAndGet()), queue, Optional.of(message), reports);
        round.add(batches);
        try {
            mailbox.bringAndWork(new Input.Received(round, reports.size()));
        } catch (RuntimeException | Error e) {
            // It may have met another message's command. Whichever it met fails by itself.
            log.trouble("the delivery engine met an internal fault: " + e, "the message concerned comes back");
        }
        return round.done();
    }

    /** An endpoint came back: it starts over with one POST at a time. */
    void rampUp(String endpoint) {
        mailbox.bring(new Input.RampUp(endpoint));
    }

    /**
     * Begins no more messages, and ends the invocations of those that have begun.
     *
     * @return done when no answer is waited for any more
     */
    CompletableFuture<Void> stop() {
        mailbox.bringAndWork(new Input.Stop());
        return effects.idle();
    }

    /** Waits for no answer any more. After {@link #stop}. */
    void giveUp() {
        mailbox.bringAndWork(new Input.GiveUp());
    }

    private List<Command> decide(Input input) {
        Instant now = clock.instant();
        try {
            inputs.add(now, input);
            List<Command> commands = dispatch.on(input, now);
            assert dispatch.isSound();
            tellProbe(commands);
            return commands;
        } catch (RuntimeException | Error e) {
            inputs.dump(now, e);
            return dispatch.failed(input, e);
        }
    }

    private void tellProbe(List<Command> commands) {
        if (probe != DeliveryProbe.NONE) {
            probe.decided(inputs.last(), commands.stream().map(Command::text).toList(), dispatch.states());
        }
    }

    private void carryOut(List<Command> commands) {
        Map<DeliveryRound, List<Command>> waiting = new LinkedHashMap<>();
        try {
            each(commands, command -> {
                boolean isDelayed = probe.delays(
                        command.getClass().getSimpleName(),
                        () -> mailbox.workAfter(() -> command.carriedOut(effects, true)));
                if (!isDelayed && !command.carriedOut(effects, false)) {
                    waiting.computeIfAbsent(command.round(), key -> new ArrayList<>())
                            .add(command);
                }
            });
        } finally {
            wait(waiting.values().iterator());
        }
    }

    /** This thread waits for the last message; whatever goes wrong, each message's commands are carried out. */
    private void wait(Iterator<List<Command>> messages) {
        if (!messages.hasNext()) {
            return;
        }
        List<Command> one = messages.next();
        try {
            if (messages.hasNext()) {
                onAThread(() -> each(one, this::wait));
            } else {
                each(one, this::wait);
            }
        } finally {
            wait(messages);
        }
    }

    private void wait(Command command) {
        mailbox.release();
        command.carriedOut(effects, true);
    }

    /** An error ends this thread, and nobody else's delivery: the commands behind it are another thread's. */
    private void each(List<Command> commands, Consumer<Command> body) {
        int next = 0;
        try {
            while (next < commands.size()) {
                next++;
                body.accept(commands.get(next - 1));
            }
        } finally {
            if (next < commands.size()) {
                List<Command> left = commands.subList(next, commands.size());
                onAThread(() -> carryOut(left));
            }
        }
    }

    private void onAThread(Runnable work) {
        try {
            executor.execute(() -> mailbox.workAfter(work));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            work.run(); // later than it might have been, but not never
        }
    }
}
