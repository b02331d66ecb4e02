package io.gridhook.bench;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Classify: an answer becomes an outcome, a verdict and the next step, as {@code Answer} and {@code Settlement} ask. One operation is one answer. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ResponseClassifierBenchmark {
    /** What endpoints answer, in turn. */
    private static final Map<Answers, List<AttemptOutcome>> IN_TURN = Map.of(
            Answers.DELIVERED,
            List.of(Responded.of(200), Responded.of(202)),
            Answers.FAILED,
            List.of(
                    Responded.of(500),
                    Responded.of(503),
                    new Responded(429, Optional.of(Duration.ofMinutes(1))),
                    Responded.of(404),
                    Responded.of(400),
                    new TimedOut(),
                    new Unreachable(Unreachable.Cause.SOCKET, "ConnectException")));

    /** Of which kind they are. */
    public enum Answers {
        DELIVERED,
        FAILED
    }

    @Param
    public Answers answers = Answers.DELIVERED;

    private final RetryProfile profile =
            RetryProfiles.standard().named(RetryProfiles.CLOUD).orElseThrow();
    private final RetryPolicy policy =
            new RetryPolicy(profile, profile.schedule(), 30, Duration.ofDays(1), false, Duration.ofHours(4));
    private List<AttemptOutcome> inTurn = List.of();
    private int next;

    @Setup
    public void prepare() {
        inTurn = Objects.requireNonNull(IN_TURN.get(answers));
    }

    /** What is found of one answer. */
    public record Found(TaskState state, NextStep next) {}

    @Benchmark
    public Found classify() {
        next = (next + 1) % inTurn.size();
        AttemptOutcome answer = inTurn.get(next);
        Verdict verdict = ResponseClassifier.verdict(answer, profile, WebhookDestination.Type.WEB_HOOK, true);
        TaskState state = TaskState.NEW.attempted(
                Instant.EPOCH, ResponseClassifier.outcome(answer, profile), ResponseClassifier.status(answer));
        return new Found(
                state,
                policy.next(verdict, ResponseClassifier.retryAfter(answer), state.attempts(), Instant.EPOCH, 0.5));
    }
}
