package io.gridhook.local;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/** An app's functions, each with what triggers it here. */
final class HostedFunctions {
    private static final String BODY_LIMIT_SETTING = "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT";

    private final LocalApp app;
    private final HostJson hostJson;
    private final LocalSettings settings;
    private final Leases leases;
    private final Duration lease;
    private final Running running;
    private final List<LocalFunction> functions;
    private final FunctionInvoker invoker;
    private final HttpFunctions http;

    HostedFunctions(
            LocalApp app, HostJson hostJson, LocalSettings settings, Leases leases, Duration lease, Running running) {
        this.app = app;
        this.hostJson = hostJson;
        this.settings = settings;
        this.leases = leases;
        this.lease = lease;
        this.running = running;
        this.functions = EnabledFunctions.of(FunctionIndex.of(app.functions()).functions(), name -> settings.find(name)
                .orElse(""));
        this.invoker = new FunctionInvoker(app.injector());
        RouteTable routes = new RouteTable(functions, hostJson.routePrefix());
        this.http = new HttpFunctions(routes, invoker, new RequestReader(bodyBytesMax()), running.requests());
    }

    List<LocalFunction> functions() {
        return functions;
    }

    HttpFunctions http() {
        return http;
    }

    void startPumps() {
        HostThreads threads = new HostThreads();
        running.onClose(threads::close);
        for (LocalFunction function : functions) {
            if (function.trigger() instanceof Trigger.Queue queue) {
                running.start(queuePump(function, settings.resolve(queue.queueName()), threads));
            } else if (function.trigger() instanceof Trigger.Timer timer) {
                Ncrontab schedule = Ncrontab.parse(settings.resolve(timer.schedule()));
                running.start(new TimerPump(function, schedule, invoker, threads, InstantSource.system()));
            }
        }
    }

    private QueuePump queuePump(LocalFunction function, String queueName, HostThreads threads) {
        QueueMessageRunner runner = new QueueMessageRunner(
                function, queueName, app.queues(), hostJson.queues(), lease, leases, invoker, threads);
        return new QueuePump(runner, hostJson.queues(), threads, new SplittableRandom()::nextDouble);
    }

    private long bodyBytesMax() {
        String limit = settings.find(BODY_LIMIT_SETTING).orElse(Long.toString(RequestReader.BODY_BYTES_MAX));
        if (!limit.matches("\\d{1,9}") || Long.parseLong(limit) > RequestReader.BODY_BYTES_MAX) {
            throw new LocalHostException(
                    BODY_LIMIT_SETTING + ": " + limit + " (expected: 0.." + RequestReader.BODY_BYTES_MAX + ")");
        }
        return Long.parseLong(limit);
    }
}
