package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;

/** Parameters and outputs say what they are, and parameters whether they must be given. */
final class DescriptionCheck implements Check {
    @Override
    public void check(BicepFile file, Problems problems) {
        file.parameters().forEach(parameter -> {
            String expected = parameter.hasDefault() ? "Optional. " : "Required. ";
            if (!description(parameter).startsWith(expected)) {
                problems.add(
                        parameter.node(),
                        "description: of " + parameter.name() + " (expected: " + expected.strip() + " ...)");
            }
        });
        file.outputs().stream()
                .filter(output -> description(output).isBlank())
                .forEach(output -> problems.add(output.node(), "description: none of output " + output.name()));
    }

    private static String description(Declaration declaration) {
        return declaration
                .decorator("description")
                .flatMap(call ->
                        call.all().flatMap(node -> node.literal().stream()).findFirst())
                .orElse("");
    }
}
