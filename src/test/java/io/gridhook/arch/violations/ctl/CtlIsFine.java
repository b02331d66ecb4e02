package io.gridhook.arch.violations.ctl;

import java.net.http.HttpClient;
import picocli.CommandLine;

/** The command line may ask over HTTP, and wait. */
public record CtlIsFine(HttpClient client, CommandLine line) {
    void follow() throws InterruptedException {
        Thread.sleep(1);
    }
}
