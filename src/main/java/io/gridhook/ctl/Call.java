package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** One command: asks, prints, and says how it ended. */
abstract class Call implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public final Integer call() {
        return run(ctl().server()).code();
    }

    abstract ExitCode run(Server server);

    private Ctl ctl() {
        return (Ctl) spec.root().userObject();
    }

    World world() {
        return ctl().world();
    }

    boolean wantsJson() {
        return ctl().wantsJson();
    }

    /** Prints an answer as it is, or what people are shown of it. */
    void print(Answer answer, Function<JsonNode, String> forPeople) {
        // Something else than Gridhook may have answered: no JSON is none for programs either.
        JsonNode json = answer.json();
        world().out().print(wantsJson() ? Shown.json(answer.text()) + "\n" : forPeople.apply(json));
    }

    /** Prints a page of rows, and whether there are more. */
    void print(Page page, Function<Page, String> forPeople) {
        world().out().print(wantsJson() ? Shown.json(page.json().toString()) + "\n" : forPeople.apply(page));
        if (page.hasMore()) {
            note("there is more: --limit says how many rows are shown");
        }
    }

    /** Says something beside what was asked for. */
    void note(String text) {
        world().err().println(Shown.text(text));
    }

    /** A text, number or flag of an answer; {@code ""} where there is none. */
    static String text(JsonNode json, String... path) {
        JsonNode at = json;
        for (String name : path) {
            at = at.path(name);
        }
        return at.isNull() ? "" : at.asText();
    }

    /** For what is there once: a name and its value to each line. */
    static String lines(String... namesAndValues) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (!namesAndValues[i + 1].isEmpty()) {
                lines.append(namesAndValues[i])
                        .append(": ")
                        .append(Shown.text(namesAndValues[i + 1]))
                        .append('\n');
            }
        }
        return lines.toString();
    }
}
