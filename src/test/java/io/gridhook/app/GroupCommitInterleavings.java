package io.gridhook.app;

import io.gridhook.app.GroupCommit.Limits;
import io.gridhook.concurrency.ModelCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Each item is in one write, and none is left in the line without a write that will take it. */
@Param(name = "item", gen = IntGen.class, conf = "1:4")
public class GroupCommitInterleavings {
    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    private final List<CompletableFuture<Void>> answers = Collections.synchronizedList(new ArrayList<>());
    private final Started started = new Started();
    private final GroupCommit<Integer> commits = new GroupCommit<>(
            new Limits(2, 2, 10, 2, Duration.ofSeconds(1)), written::addAll, () -> Instant.EPOCH, started);

    @Operation
    public void submit(int item) {
        answers.add(commits.submit(item, 1, 1));
    }

    @Operation
    public void write() {
        started.runOne();
    }

    @Validate
    public void each_item_was_written_once() {
        started.runAll();
        if (!commits.isIdle()) {
            throw new IllegalStateException("an item was left in the line");
        }
        for (CompletableFuture<Void> answer : answers) {
            if (!answer.isDone() || answer.isCompletedExceptionally()) {
                throw new IllegalStateException("not told of its write");
            }
        }
        for (int item = 1; item <= answers.size(); item++) {
            if (!written.remove((Object) item)) {
                throw new IllegalStateException("not written: " + item);
            }
        }
        if (!written.isEmpty()) {
            throw new IllegalStateException("written twice: " + written);
        }
    }

    @Test
    void an_item_that_comes_while_another_is_written_is_not_left_behind() {
        ModelCheck.of(getClass())
                .threadsAfter("submit(1)", "write()", "submit(2)")
                .holds();
    }

    @Test
    void each_item_is_in_one_write_of_two_at_a_time() {
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threads("submit(1) write() submit(2)", "submit(3) write() submit(4)")
                .threadsAfter("submit(1) submit(2)", "write()", "write()", "submit(3)")
                .holds();
    }
}
