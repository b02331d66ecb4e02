package io.gridhook.app;

import io.gridhook.core.migrate.Exported;
import io.gridhook.core.migrate.ImportProblem;
import java.util.List;

/**
 * What came of one definition of an import.
 *
 * @param problems why it was not imported, field by field
 * @param notes what its owner should know of it
 */
public record Imported(Exported definition, Outcome outcome, List<ImportProblem> problems, List<String> notes) {
    /** What came of it. In a dry run: what would. */
    public enum Outcome {
        CREATED("created"),
        UPDATED("updated"),
        /** It was here already as the export has it. Its endpoint is not asked again. */
        UNCHANGED("unchanged"),
        /** Gridhook does not do what it asks for. */
        NOT_SUPPORTED("notSupported"),
        /** The export lacks something that the request has to bring. */
        INCOMPLETE("incomplete"),
        /** A template that would not deploy it either. */
        SKIPPED("skipped"),
        /** The endpoint did not agree, or storage did not answer, or time was up: the same import may do it later. */
        FAILED("failed");

        private final String wireName;

        Outcome(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public Imported {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    static Imported done(Exported definition, Planned.Change change) {
        Outcome outcome =
                switch (change) {
                    case CREATED -> Outcome.CREATED;
                    case UPDATED -> Outcome.UPDATED;
                    case UNCHANGED -> Outcome.UNCHANGED;
                };
        return new Imported(definition, outcome, List.of(), definition.notes());
    }

    /** Not imported for these; the first of the gravest nature names the outcome. */
    static Imported refused(Exported definition, List<ImportProblem> problems) {
        Outcome outcome = problems.stream()
                .map(ImportProblem::nature)
                .min(ImportProblem.Nature::compareTo)
                .map(Imported::outcome)
                .orElse(Outcome.FAILED);
        boolean isSkipped = problems.stream().anyMatch(problem -> problem.nature() == ImportProblem.Nature.SKIPPED);
        return new Imported(definition, isSkipped ? Outcome.SKIPPED : outcome, problems, definition.notes());
    }

    static Imported failed(Exported definition, String reason) {
        ImportProblem problem = new ImportProblem(ImportProblem.Nature.INCOMPLETE, "", reason);
        return new Imported(definition, Outcome.FAILED, List.of(problem), definition.notes());
    }

    private static Outcome outcome(ImportProblem.Nature nature) {
        return switch (nature) {
            case NOT_SUPPORTED -> Outcome.NOT_SUPPORTED;
            case INCOMPLETE -> Outcome.INCOMPLETE;
            case SKIPPED -> Outcome.SKIPPED;
        };
    }
}
