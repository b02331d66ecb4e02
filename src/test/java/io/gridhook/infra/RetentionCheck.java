package io.gridhook.infra;

/** The lifecycle rule leaves payloads alone for longer than the app does. */
final class RetentionCheck implements Check {
    private static final String RULE = "daysAfterModificationGreaterThan";

    @Override
    public void check(BicepFile file, Problems problems) {
        file.root()
                .all()
                .filter(node -> node.is("object_property") && node.key().equals(RULE))
                .filter(rule -> !isLonger(rule.last()))
                .forEach(rule ->
                        problems.add(rule, "retention: " + RULE + " (expected: payloadRetentionDays + 1 or more)"));
    }

    private static boolean isLonger(BicepNode days) {
        return days.is("binary_expression")
                && days.words().contains("+")
                && days.first().text().equals("payloadRetentionDays")
                && days.last().text().matches("[1-9][0-9]*");
    }
}
