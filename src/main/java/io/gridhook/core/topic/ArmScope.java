package io.gridhook.core.topic;

/**
 * Where in ARM the topics of this app are. A path that names another subscription or resource group names nothing: topics would else be
 * found under any number of ids, while their events carry one. Who moves templates over sets this app's to theirs.
 *
 * @param subscriptionId letter case does not distinguish
 * @param resourceGroup likewise
 */
public record ArmScope(String subscriptionId, String resourceGroup) {
    /** That of {@code ids}: {@code /subscriptions/{id}/resourceGroups/{group}/…}. */
    public static ArmScope of(TopicIds ids) {
        String[] parts = ids.armPrefix().split("/", -1);
        if (parts.length < 5) {
            throw new IllegalArgumentException(
                    "armPrefix: " + ids.armPrefix() + " (expected: /subscriptions/{id}/resourceGroups/{group}/…)");
        }
        return new ArmScope(parts[2], parts[4]);
    }

    /** {@code /subscriptions/{id}/resourceGroups/{group}}. */
    String path() {
        return "/subscriptions/" + subscriptionId + "/resourceGroups/" + resourceGroup;
    }
}
