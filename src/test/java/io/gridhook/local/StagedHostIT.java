package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The staged jar does its whole job with the libraries that were staged: under the local host, which brings its own classes, picocli and
 * the worker's interfaces, and nothing more. A library that is missing in Azure is missing here.
 */
class StagedHostIT {
    private static final Path STAGING = Path.of(System.getProperty("stagingDirectory", "missing"));
    private static final String EVENT =
            "[{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{}}]";

    @Test
    void the_staged_app_delivers_retries_and_writes_dead_letters(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("data");
        Map<String, String> settings = Map.of("GRIDHOOK_DEADLETTER_DELAY", "PT0S");
        try (Receiver receiver = new Receiver(request -> 500);
                HostProcess host = HostProcess.start(data, classPath(directory), List.of(), settings)) {
            Calls calls = host.calls();
            String key = calls.createTopic("orders", "EventGridSchema");
            calls.subscribe("orders", "all", receiver.url("/"), """
                    ,"retryPolicy":{"schedule":["PT1S"],"maxDeliveryAttempts":2},
                    "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                     "resourceId":"/subscriptions/s/storageAccounts/devstoreaccount1","blobContainerName":"deadletter"}}""");
            calls.publish("orders", key, EVENT);
            assertEquals(
                    List.of("0", "1"),
                    receiver.await(2).stream()
                            .map(attempt -> attempt.header("aeg-delivery-count"))
                            .toList());
            Poll.until("the dead letter is written", () -> calls.metrics()
                    .contains("DeadLetteredCount_total{DeadLetterReason=\"MaxDeliveryAttemptsExceeded\","
                            + "EventSubscriptionName=\"all\",Topic=\"orders\"} 1.0"));
            assertEquals(Set.of("1"), receiver.ids());
        }
    }

    /** The local host's classes are copied, as the app's own lie beside them. */
    private static String classPath(Path directory) throws Exception {
        Path own = directory.resolve("local");
        Path classes = codeSource(LocalHost.class);
        List<Path> copied;
        try (Stream<Path> files = Files.walk(classes.resolve("io/gridhook/local"))) {
            copied = files.filter(Files::isRegularFile).toList();
        }
        for (Path file : copied) {
            Path target = own.resolve(classes.relativize(file).toString());
            Files.createDirectories(target.resolveSibling(""));
            Files.copy(file, target);
        }
        List<String> path = new ArrayList<>(List.of(own.toString()));
        for (Class<?> type : List.of(CommandLine.class, ExecutionContext.class, FunctionInstanceInjector.class)) {
            path.add(codeSource(type).toString());
        }
        try (Stream<Path> jars = Files.list(STAGING)) {
            path.addAll(jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .toList());
        }
        path.add(STAGING.resolve("lib") + File.separator + "*");
        assertTrue(path.size() >= 6, path.toString());
        return String.join(File.pathSeparator, path);
    }

    private static Path codeSource(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
