package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** As the Functions host chooses: host.json's list under its environment name, and the switch of each function. */
class EnabledFunctionsTest {
    @Test
    void all_of_them_where_nothing_is_said() {
        assertEquals(List.of("First", "Second", "Third"), enabled(Map.of()));
    }

    @Test
    void those_that_are_listed() {
        assertEquals(
                List.of("First", "Third"),
                enabled(Map.of(
                        "AzureFunctionsJobHost__functions__0",
                        "third",
                        "AzureFunctionsJobHost__functions__1",
                        "First")));
    }

    /** As the host reads an array: by its index. */
    @Test
    void a_list_ends_at_its_first_gap() {
        assertEquals(
                List.of("Second"),
                enabled(Map.of(
                        "AzureFunctionsJobHost__functions__0",
                        "Second",
                        "AzureFunctionsJobHost__functions__2",
                        "First")));
    }

    @Test
    void without_those_that_are_disabled() {
        assertEquals(
                List.of("Second"),
                enabled(Map.of(
                        "AzureWebJobs.First.Disabled", "True",
                        "AzureWebJobs.Second.Disabled", "false",
                        "AzureWebJobs.Third.Disabled", "true")));
    }

    @Test
    void a_function_that_there_is_not() {
        LocalHostException refused = assertThrows(
                LocalHostException.class,
                () -> enabled(Map.of(
                        "AzureFunctionsJobHost__functions__0", "First",
                        "AzureFunctionsJobHost__functions__1", "Fourth")));
        assertEquals(
                "AzureFunctionsJobHost__functions__1: Fourth (expected: one of First, Second, Third)",
                refused.getMessage());
    }

    private static List<String> enabled(Map<String, String> settings) {
        return EnabledFunctions.of(
                        FunctionIndex.of(List.of(Three.class)).functions(), name -> settings.getOrDefault(name, ""))
                .stream()
                .map(LocalFunction::name)
                .toList();
    }

    /** Functions to choose from. */
    public static final class Three {
        @FunctionName("First")
        public void first(@QueueTrigger(name = "m", queueName = "a", connection = "c") String message) {}

        @FunctionName("Second")
        public void second(@QueueTrigger(name = "m", queueName = "b", connection = "c") String message) {}

        @FunctionName("Third")
        public void third(@QueueTrigger(name = "m", queueName = "c", connection = "c") String message) {}
    }
}
