package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.functions.OperationsFunction;
import io.gridhook.functions.TopicsFunction;
import java.util.List;
import org.junit.jupiter.api.Test;

class BannerTest {
    /** Functions that answer 405 themselves are routed every usual method; the list of them would say nothing. */
    @Test
    void methods_are_listed_where_they_are_a_choice() {
        List<LocalFunction> functions = FunctionIndex.of(List.of(TopicsFunction.class, OperationsFunction.class))
                .functions();
        String text = new Banner(new Running(), functions, "").text("in memory");
        assertTrue(text.contains(" ANY /topics/{topic}\n"), text);
        assertTrue(text.contains(" GET /metrics\n"), text);
    }
}
