package io.gridhook.core.migrate;

/**
 * Why a definition is not imported, or not yet.
 *
 * @param field its path in the definition
 * @param reason without secrets
 */
public record ImportProblem(Nature nature, String field, String reason) {
    /** What would help. */
    public enum Nature {
        /** Gridhook does not do it. */
        NOT_SUPPORTED,
        /** The export does not say it, so the request has to. */
        INCOMPLETE,
        /** It would not be deployed in Azure either. */
        SKIPPED
    }

    static ImportProblem notSupported(String field, String reason) {
        return new ImportProblem(Nature.NOT_SUPPORTED, field, reason);
    }

    static ImportProblem incomplete(String field, String reason) {
        return new ImportProblem(Nature.INCOMPLETE, field, reason);
    }

    static ImportProblem skipped(String field, String reason) {
        return new ImportProblem(Nature.SKIPPED, field, reason);
    }
}
