package io.gridhook.core.filter;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.event.EventSchema;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** No two threads have the same matcher at a time. */
public class FilterSetInterleavings {
    private final FilterSet filters = new FilterSet(EventSchema.EVENT_GRID, List.of());
    private final List<FilterMatcher> inUse = new ArrayList<>();
    private boolean isShared;

    @Operation
    public void match() {
        FilterMatcher matcher = filters.matcher();
        begin(matcher);
        end(matcher);
        filters.giveBack(matcher);
    }

    private synchronized void begin(FilterMatcher matcher) {
        for (FilterMatcher other : inUse) {
            isShared |= other == matcher;
        }
        inUse.add(matcher);
    }

    private synchronized void end(FilterMatcher matcher) {
        inUse.removeIf(other -> other == matcher);
    }

    @Validate
    public void no_matcher_was_shared() {
        if (isShared) {
            throw new IllegalStateException("two threads had one matcher");
        }
    }

    @Test
    void no_two_threads_have_the_same_matcher() {
        ModelCheck.of(getClass())
                .threadsAfter("match()", "match() match()", "match()")
                .holds();
    }
}
