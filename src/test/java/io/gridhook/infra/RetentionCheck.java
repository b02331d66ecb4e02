package io.gridhook.infra;

/** The lifecycle rules leave payloads alone for longer than the app does, and what else is kept for longer than can be set. */
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

    /** Settings that are durations end at 365 days. */
    private static boolean isLonger(BicepNode days) {
        return days.text().matches("36[6-9]|3[7-9][0-9]|[4-9][0-9]{2}") || isLongerThanPayloads(days);
    }

    private static boolean isLongerThanPayloads(BicepNode days) {
        return days.is("binary_expression")
                && days.words().contains("+")
                && days.first().text().equals("payloadRetentionDays")
                && days.last().text().matches("[1-9][0-9]*");
    }
}
