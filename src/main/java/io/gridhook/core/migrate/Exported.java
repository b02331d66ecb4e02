package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One definition of an export.
 *
 * @param place where it stands in what was given, such as {@code [3]} or {@code resources[0]}
 * @param type as the export names it; shown, never read
 * @param topic the name of the topic, or of the domain or its topic ({@link io.gridhook.core.topic.DomainNames}); {@code ""} where there is
 *     none
 * @param name {@code ""} where there is none
 * @param properties as a PUT would bring them (behaviour §13.2, §13.3)
 * @param problems why it cannot be imported as it is; none: it may be
 * @param notes what its owner should know all the same
 */
public record Exported(
        Kind kind,
        String place,
        String type,
        String topic,
        String name,
        ObjectNode properties,
        List<ImportProblem> problems,
        List<String> notes) {
    /** What it would be here. */
    public enum Kind {
        TOPIC,
        EVENT_SUBSCRIPTION,
        OTHER
    }

    public Exported {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /** What tells it from the others, and what secrets are given under: {@code topic} or {@code topic/name}, in lower case. */
    public String key() {
        return key(kind == Kind.EVENT_SUBSCRIPTION ? topic + "/" + name : name);
    }

    static String key(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    Exported with(ObjectNode otherProperties, List<ImportProblem> otherProblems) {
        return new Exported(kind, place, type, topic, name, otherProperties, otherProblems, notes);
    }

    Exported with(ImportProblem problem) {
        List<ImportProblem> more = new ArrayList<>(problems);
        more.add(problem);
        return with(properties, more);
    }
}
