package io.gridhook.infra;

/** The grammar finds nothing wrong. */
final class SyntaxCheck implements Check {
    private static final int EXCERPT = 30;

    @Override
    public void check(BicepFile file, Problems problems) {
        file.root().all().filter(BicepNode::bad).forEach(node -> problems.add(node, "syntax: " + excerpt(node)));
    }

    private static String excerpt(BicepNode node) {
        String line = node.text().strip().lines().findFirst().orElse("");
        return line.isEmpty() ? node.kind() + " is missing" : line.substring(0, Math.min(EXCERPT, line.length()));
    }
}
