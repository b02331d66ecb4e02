package io.gridhook.arch.violations.app;

/** Writes where nobody reads. */
final class AppShouts {
    void out() {
        System.out.println("out");
    }

    void err() {
        System.err.println("err");
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    void trace() {
        new IllegalStateException("trace").printStackTrace();
    }
}
