package io.gridhook.functions;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An example of a page, as a file: what the reader should know in lines that begin with {@code #}, then steps. A step is a request as
 * {@link RawRequest} has it, or one of {@code DELIVER}, {@code DEAD-LETTER} and {@code VALIDATE}, and its answer, which begins with
 * {@code =>}.
 *
 * @param notes with the line's end after the last; or nothing
 */
record Example(String notes, List<Step> steps) {
    private static final Pattern BEGIN =
            Pattern.compile("(GET|PUT|POST|PATCH|DELETE|OPTIONS) /.*|(DELIVER|DEAD-LETTER|VALIDATE)( .*)?");

    /** What is asked and what is answered, without blank lines around them. */
    record Step(String request, String answer) {}

    Example {
        steps = List.copyOf(steps);
    }

    static Example parse(String text) {
        StringBuilder notes = new StringBuilder();
        List<Step> steps = new ArrayList<>();
        StringBuilder request = new StringBuilder();
        StringBuilder answer = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (BEGIN.matcher(line).matches()) {
                add(request, answer, steps);
            }
            if (steps.isEmpty() && request.isEmpty() && line.startsWith("#")) {
                notes.append(line).append('\n');
            } else if (!answer.isEmpty() || line.startsWith("=>")) {
                answer.append(line).append('\n');
            } else if (!request.isEmpty() || !line.isBlank()) {
                request.append(line).append('\n');
            }
        }
        add(request, answer, steps);
        return new Example(notes.toString(), steps);
    }

    private static void add(StringBuilder request, StringBuilder answer, List<Step> steps) {
        if (!request.isEmpty()) {
            steps.add(new Step(request.toString().strip(), answer.toString().strip()));
        }
        request.setLength(0);
        answer.setLength(0);
    }

    /** As its file has it. */
    String text() {
        StringBuilder text = new StringBuilder(notes);
        steps.forEach(step -> text.append('\n')
                .append(step.request())
                .append("\n\n")
                .append(step.answer())
                .append('\n'));
        return text.toString();
    }
}
