package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the real host and worker load and refuse (functions-runtime §0.1, §1, §3; DESIGN §4). */
class FunctionIndexTest {
    @Test
    void functions_are_read_from_their_annotations() {
        List<LocalFunction> functions =
                FunctionIndex.of(List.of(TestFunctions.class)).functions();
        assertEquals(
                List.of("Broken", "Echo", "EchoSelf", "Nothing", "Tick", "Work"),
                functions.stream().map(LocalFunction::name).toList());
        assertEquals(
                new Trigger.Http("Nothing", Set.of(HttpMethod.POST)),
                functions.get(3).trigger());
        assertEquals(new Trigger.Timer("%TickSchedule%"), functions.get(4).trigger());
        assertEquals(new Trigger.Queue("work"), functions.get(5).trigger());
        assertEquals(
                List.of(
                        new LocalFunction.TriggerArgument(),
                        new LocalFunction.DataArgument("Id", String.class),
                        new LocalFunction.DataArgument("PopReceipt", String.class),
                        new LocalFunction.DataArgument("DequeueCount", long.class),
                        new LocalFunction.ContextArgument()),
                functions.get(5).parameters());
    }

    /** Two functions of one name, in any case of letters. */
    public static final class SameName {
        @FunctionName("Work")
        public void one(@TimerTrigger(name = "t", schedule = "* * * * * *") String timer) {}

        @FunctionName("WORK")
        public void two(@TimerTrigger(name = "t", schedule = "* * * * * *") String timer) {}
    }

    @Test
    void a_name_declared_twice_is_refused() {
        assertThrows(LocalHostException.class, () -> FunctionIndex.of(List.of(SameName.class)));
    }

    /** A function whose method has an overload. */
    public static final class Overloaded {
        @FunctionName("Work")
        public void run(@TimerTrigger(name = "t", schedule = "* * * * * *") String timer) {}

        public void run() {}
    }

    @Test
    void an_overloaded_method_is_refused() {
        refused("function Work: method run is overloaded (expected: one method of that name)", Overloaded.class);
    }

    /** A route that the host keeps for itself. */
    public static final class AdminRoute {
        @FunctionName("Work")
        public void run(@HttpTrigger(name = "r", route = "Admin/x") HttpRequestMessage<Optional<String>> request) {}
    }

    /** Another one. */
    public static final class RuntimeRoute {
        @FunctionName("Runtime")
        public void run(@HttpTrigger(name = "r") HttpRequestMessage<Optional<String>> request) {}
    }

    @Test
    void a_reserved_route_is_refused() {
        refused("function Work: route Admin/x (expected: none that starts with admin)", AdminRoute.class);
        refused("function Runtime: route Runtime (expected: none that starts with runtime)", RuntimeRoute.class);
    }

    /** The body type that fails on the real worker. */
    public static final class ByteBody {
        @FunctionName("Work")
        public void run(@HttpTrigger(name = "r") HttpRequestMessage<Optional<byte[]>> request) {}
    }

    /** A body type that is not an Optional. */
    public static final class PlainBody {
        @FunctionName("Work")
        public void run(@HttpTrigger(name = "r") HttpRequestMessage<String> request) {}
    }

    @Test
    void a_body_type_other_than_optional_string_is_refused() {
        refused(
                "function Work: request type com.microsoft.azure.functions.HttpRequestMessage<java.util.Optional<byte[]>>"
                        + " (expected: HttpRequestMessage<Optional<String>>)",
                ByteBody.class);
        assertThrows(LocalHostException.class, () -> FunctionIndex.of(List.of(PlainBody.class)));
    }

    /** Binding data that the port's messages do not have. */
    public static final class AskTime {
        @FunctionName("Work")
        public void run(
                @QueueTrigger(name = "m", queueName = "q", connection = "") String message,
                @BindingName("InsertionTime") String time) {}
    }

    @Test
    void binding_data_that_is_absent_is_refused_at_the_start() {
        refused(
                "function Work: @BindingName InsertionTime is absent in the local host"
                        + " (expected: one of [DequeueCount, Id, PopReceipt, QueueTrigger])",
                AskTime.class);
    }

    /** A parameter that is not in the route. */
    public static final class AskOther {
        @FunctionName("Work")
        public void run(
                @HttpTrigger(name = "r", route = "a/{b}") HttpRequestMessage<Optional<String>> request,
                @BindingName("c") String c) {}
    }

    /** Two triggers. */
    public static final class TwoTriggers {
        @FunctionName("Work")
        public void run(
                @TimerTrigger(name = "t", schedule = "* * * * * *") String timer,
                @QueueTrigger(name = "m", queueName = "q", connection = "") String message) {}
    }

    /** An answer to nobody. */
    public static final class QueueAnswer {
        @FunctionName("Work")
        public HttpResponseMessage run(@QueueTrigger(name = "m", queueName = "q", connection = "") String message) {
            return new LocalHttpResponse().build();
        }
    }

    @Test
    void other_shapes_that_would_not_run_are_refused() {
        assertThrows(LocalHostException.class, () -> FunctionIndex.of(List.of(AskOther.class)));
        refused("function Work: 2 triggers (expected: 1)", TwoTriggers.class);
        assertThrows(LocalHostException.class, () -> FunctionIndex.of(List.of(QueueAnswer.class)));
    }

    private static void refused(String message, Class<?> type) {
        LocalHostException refused =
                assertThrows(LocalHostException.class, () -> FunctionIndex.of(List.<Class<?>>of(type)));
        assertEquals(message, refused.getMessage());
    }
}
