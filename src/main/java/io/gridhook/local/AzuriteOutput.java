package io.gridhook.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what Azurite prints to its end: where it listens, or why it does not. */
final class AzuriteOutput {
    private static final Pattern LISTENING =
            Pattern.compile("Azurite (Blob|Queue|Table) service is successfully listening at (\\S+)");
    private static final long START_SECONDS = 60;

    private final Process process;
    private final CompletableFuture<Azurite.Ports> listening = new CompletableFuture<>();
    private volatile String lastLine = "it printed nothing";

    AzuriteOutput(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "azurite-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** The ports that all three services answer at. */
    Azurite.Ports awaitListening() {
        try {
            return listening.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AzuriteException("Azurite did not start: " + lastLine, e);
        } catch (TimeoutException e) {
            throw new AzuriteException("Azurite did not answer within " + START_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AzuriteException("Azurite was not awaited: interrupted", e);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            Map<String, Integer> ports = new HashMap<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                lastLine = line;
                note(line, ports);
            }
        } catch (IOException | UncheckedIOException e) {
            lastLine = e.toString();
        }
        listening.completeExceptionally(new IOException(lastLine));
    }

    private void note(String line, Map<String, Integer> ports) {
        Matcher matcher = LISTENING.matcher(line);
        if (matcher.find()) {
            ports.put(matcher.group(1), URI.create(matcher.group(2)).getPort());
        }
        if (ports.size() == 3) {
            listening.complete(new Azurite.Ports(port(ports, "Blob"), port(ports, "Queue"), port(ports, "Table")));
        }
    }

    private static int port(Map<String, Integer> ports, String service) {
        return ports.getOrDefault(service, 0);
    }
}
