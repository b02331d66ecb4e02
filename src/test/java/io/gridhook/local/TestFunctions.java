package io.gridhook.local;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.HttpStatusType;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Functions to run; what the queue and timer functions do is the test's. */
public final class TestFunctions {
    private final Consumer<Call> behaviour;

    /** What a queue or timer function was called with. */
    public record Call(
            String value, String id, String popReceipt, long dequeueCount, ExecutionContext context, Object instance) {}

    public TestFunctions(Consumer<Call> behaviour) {
        this.behaviour = behaviour;
    }

    /** Makes a new instance with this behaviour for every invocation. */
    static FunctionInstanceInjector injector(Consumer<Call> behaviour) {
        return new FunctionInstanceInjector() {
            @Override
            public <T> T getInstance(Class<T> type) throws Exception {
                return type.getConstructor(Consumer.class).newInstance(behaviour);
            }
        };
    }

    @FunctionName("Work")
    public void work(
            @QueueTrigger(name = "message", queueName = "work", connection = "AzureWebJobsStorage") String message,
            @BindingName("Id") String id,
            @BindingName("PopReceipt") String popReceipt,
            @BindingName("DequeueCount") long dequeueCount,
            ExecutionContext context) {
        behaviour.accept(new Call(message, id, popReceipt, dequeueCount, context, this));
    }

    @FunctionName("Tick")
    public void tick(
            @TimerTrigger(name = "timer", schedule = "%TickSchedule%") String timer, ExecutionContext context) {
        behaviour.accept(new Call(timer, "", "", 0, context, this));
    }

    /** Answers with what it saw, one thing a line. */
    @FunctionName("Echo")
    public HttpResponseMessage echo(
            @HttpTrigger(name = "request", route = "echo/{name}") HttpRequestMessage<Optional<String>> request,
            @BindingName("name") String name) {
        String body = "method " + request.getHttpMethod() + "\nname " + name + "\nuri " + request.getUri() + "\nquery "
                + new TreeMap<>(request.getQueryParameters()) + "\nx-test "
                + request.getHeaders().get("x-test")
                + "\nbody " + request.getBody().map(text -> "[" + text + "]").orElse("none") + "\n";
        return request.createResponseBuilder(HttpStatus.OK)
                .header("X-Answer", "first")
                .header("x-answer", "second")
                .header("Content-Type", "text/plain")
                .body(body)
                .build();
    }

    @FunctionName("EchoSelf")
    public HttpResponseMessage echoSelf(
            @HttpTrigger(
                            name = "request",
                            route = "Echo/self",
                            methods = {HttpMethod.GET, HttpMethod.HEAD})
                    HttpRequestMessage<Optional<String>> request) {
        return request.createResponseBuilder(HttpStatusType.custom(299))
                .body("self")
                .build();
    }

    @FunctionName("Nothing")
    public @Nullable HttpResponseMessage nothing(
            @HttpTrigger(name = "request", methods = HttpMethod.POST) HttpRequestMessage<Optional<String>> request) {
        return null;
    }

    @FunctionName("Broken")
    public HttpResponseMessage broken(
            @HttpTrigger(name = "request", methods = HttpMethod.GET) HttpRequestMessage<Optional<String>> request) {
        String body = request.getBody().orElseThrow(() -> new IllegalStateException("broken on purpose"));
        return request.createResponseBuilder(HttpStatus.OK).body(body).build();
    }
}
