package io.gridhook.app;

import static java.util.Objects.requireNonNull;

import io.gridhook.app.HealthBook.Change;
import io.gridhook.app.HealthBook.Endpoint;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.Verdict;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * A reading that began earlier replaces neither a later one nor an own write that ended after the reading began. So a book that counts as
 * young equals storage, or, where another instance writes, the reading that began last.
 */
public class HealthBookInterleavings {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final EndpointHealth PASSED = new EndpointHealth(NOW, DeliveryOutcome.BUSY, 1);
    private static final HealthBook.Result FAILURE = new HealthBook.Result(
            "e", DeliveryOutcome.BUSY, 503, Verdict.Kind.RETRY, Optional.of(Duration.ofMinutes(1)));
    private static final Endpoint ENDPOINT = new Endpoint(
            "shared",
            "own",
            HealthWriterTest.subscription("s", "https://x", "cloud", true).retryPolicy());

    private final HealthBook book = new HealthBook(ProbationRules.STANDARD);
    private final Storage storage = new Storage();
    private final AtomicReference<Reading> latest = new AtomicReference<>(new Reading(0, Map.of()));
    private final AtomicBoolean isShared = new AtomicBoolean();
    private final AtomicInteger claims = new AtomicInteger();

    private record Reading(long begun, Map<String, Versioned<EndpointHealth>> rows) {}

    /** One row. */
    private static final class Storage {
        private Optional<Versioned<EndpointHealth>> row = Optional.empty();
        private int version;

        synchronized Map<String, Versioned<EndpointHealth>> list() {
            Map<String, Versioned<EndpointHealth>> rows = new HashMap<>();
            row.ifPresent(state -> rows.put("shared", state));
            return rows;
        }

        synchronized Optional<String> put(Change change) {
            boolean isCurrent = Objects.equals(change.before().map(Versioned::etag), row.map(Versioned::etag));
            return isCurrent ? Optional.of(write(change.after())) : Optional.empty();
        }

        synchronized String write(Optional<EndpointHealth> value) {
            version++;
            String etag = "v" + version;
            row = value.map(state -> new Versioned<>(state, etag));
            return etag;
        }
    }

    @Operation
    public void read() {
        long begun = book.beginReading();
        Map<String, Versioned<EndpointHealth>> rows = storage.list();
        book.keep(begun, NOW, rows);
        latest.accumulateAndGet(new Reading(begun, rows), (one, other) -> one.begun() > other.begun() ? one : other);
    }

    @Operation
    public void fail() {
        book.after(ENDPOINT, Admission.Admitted.FREE, FAILURE, NOW).forEach(this::write);
    }

    @Operation
    public void reset() {
        write(book.reset("shared"));
    }

    /** Asks for admission, and claims the probe where there is one. */
    @Operation
    public void ask() {
        for (Change claim : book.admission(ENDPOINT, NOW).claims()) {
            claims.addAndGet(write(claim) ? 1 : 0);
        }
    }

    /** A write that may or may not have happened. */
    @Operation
    public void lose() {
        storage.write(Optional.of(PASSED));
        book.forget();
    }

    /** A write of another instance. */
    @Operation
    public void other() {
        isShared.set(true);
        storage.write(Optional.of(PASSED));
    }

    private boolean write(Change change) {
        if (change.isDelete()) {
            storage.write(Optional.empty());
            book.applied(change, Optional.empty());
            return true;
        }
        boolean isWritten = book.applied(change, storage.put(change)).isPresent();
        if (!isWritten) {
            read();
        }
        return isWritten;
    }

    @Validate
    public void a_young_book_is_right_and_a_probe_is_claimed_once() {
        Map<String, EndpointHealth> expected = new HashMap<>();
        (isShared.get() ? requireNonNull(latest.get()).rows() : storage.list())
                .forEach((key, row) -> expected.put(key, row.value()));
        if (book.isYounger(HealthBook.AGE_MAX, NOW) && !book.states().equals(expected)) {
            throw new IllegalStateException("known: " + book.states() + ", expected: " + expected);
        }
        if (claims.get() > 1) {
            throw new IllegalStateException("probes: " + claims.get());
        }
    }

    private static ModelCheck check() {
        return ModelCheck.of(HealthBookInterleavings.class)
                .ignoring("io.gridhook.core.", "java.time.")
                .withAtomicCollections();
    }

    @Test
    void a_reading_does_not_undo_a_write_that_ended_after_it_began() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.", "java.time.")
                .threadsAfter("read()", "fail()", "read()")
                .holds();
        check().threadsAfter("read()", "fail() reset()", "read()", "read()").holds();
    }

    @Test
    void a_reading_does_not_replace_one_that_began_later() {
        check().threads("read()", "read()", "other()").holds();
    }

    @Test
    void two_writes_of_one_state_at_a_time_leave_no_wrong_book_that_counts_as_young() {
        check().threadsAfter("read()", "fail()", "reset()", "read()")
                .threadsAfter("read() fail()", "reset()", "reset() fail()")
                .holds();
    }

    @Test
    void a_probe_is_claimed_once() {
        check().threadsAfter("lose() read()", "ask()", "ask()", "read()")
                .threadsAfter("lose() read()", "ask() ask()", "read() ask()")
                .holds();
    }

    @Test
    void a_reading_that_began_before_a_lost_write_does_not_make_the_book_young() {
        check().threadsAfter("read()", "read() ask()", "lose()", "read()").holds();
    }
}
