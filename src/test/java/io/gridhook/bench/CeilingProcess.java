package io.gridhook.bench;

import io.gridhook.local.RawHost;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@link RawHost}, in a process of its own. */
final class CeilingProcess implements AutoCloseable {
    private final Process process;
    private final URI url;

    private CeilingProcess(Process process) throws IOException {
        this.process = process;
        BufferedReader lines = process.inputReader();
        String port = lines.readLine();
        if (port == null) {
            throw new IOException("the ceiling ended");
        }
        this.url = URI.create("http://127.0.0.1:" + port + "/");
    }

    /** Starts it, with the host's own options, and waits until it listens. */
    static CeilingProcess start(String endpoints, List<String> javaOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RawHost.class.getName(), endpoints));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new CeilingProcess(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Where it takes publishes. */
    URI url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
