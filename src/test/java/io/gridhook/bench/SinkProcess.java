package io.gridhook.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;

/** {@link Sink}, in a process of its own. */
final class SinkProcess implements AutoCloseable {
    private final Process process;
    private final DataInputStream in;
    private final int port;

    /** What came so far. */
    record Counts(long requests, long events) {}

    /** Hears of each receipt. */
    interface Receipts {
        /** {@code nanos} since 1970. */
        void add(long id, int endpoint, long nanos);
    }

    private SinkProcess(Process process) throws IOException {
        this.process = process;
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        this.port = in.readInt();
    }

    /** Starts it and waits until it listens. */
    static SinkProcess start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Sink.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new SinkProcess(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Of its endpoints, without their number. */
    String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    long pid() {
        return process.pid();
    }

    synchronized Counts counts() throws IOException {
        ask('c');
        return new Counts(in.readLong(), in.readLong());
    }

    /** Hands over what came since the last call; how many. */
    synchronized int receipts(Receipts to) throws IOException {
        ask('t');
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            to.add(in.readLong(), in.readInt(), in.readLong());
        }
        return count;
    }

    private void ask(char what) throws IOException {
        process.getOutputStream().write(what);
        process.getOutputStream().flush();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
