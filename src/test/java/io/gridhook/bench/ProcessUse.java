package io.gridhook.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process has used, as Linux tells it in {@code /proc}.
 *
 * @param cpuSeconds since it started, of all its threads, in user and system mode
 * @param residentBytes memory that it holds now
 */
record ProcessUse(double cpuSeconds, long residentBytes) {
    /** USER_HZ, which is 100 on every platform that the JDK runs on (man 5 proc). */
    private static final double TICKS_PER_SECOND = 100;

    private static final long PAGE_BYTES = 4_096;

    /** Fields of {@code stat} after the name in brackets, which may hold blanks itself. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int RESIDENT = 21;

    /** Fields of the machine's first line. */
    private static final int IDLE = 4;

    private static final int WAITING = 5;
    private static final int INTERRUPTS = 7;

    static ProcessUse of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }

    /** Of a line of {@code stat}. */
    static ProcessUse parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        double ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
        return new ProcessUse(ticks / TICKS_PER_SECOND, Long.parseLong(fields[RESIDENT]) * PAGE_BYTES);
    }

    /** CPU seconds of all processes of the machine together, since it started. */
    static double ofMachine() {
        try {
            return parseMachine(Files.readString(Path.of("/proc/stat")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the first line of {@code /proc/stat}: user, nice, system, idle, waiting, interrupts twice, and what is not this machine's. */
    static double parseMachine(String stat) {
        String[] fields = stat.lines().findFirst().orElseThrow().split(" +", -1);
        double ticks = 0;
        for (int i = 1; i <= INTERRUPTS; i++) {
            ticks += i == IDLE || i == WAITING ? 0 : Long.parseLong(fields[i]);
        }
        return ticks / TICKS_PER_SECOND;
    }
}
