package io.gridhook.ctl;

import picocli.CommandLine.Command;

/** {@code GET /health}. */
@Command(name = "health", description = "Tells whether it is well: 0 if it is, else 1. Needs no key.")
final class HealthCommand extends Call {
    @Override
    ExitCode run(Server server) {
        Answer answer = server.tryGet("/health");
        print(answer, json -> lines("status", text(json, "status"), "reason", text(json, "reason")));
        return answer.isGood() ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
