package io.gridhook.core.notice;

/** What a notice tells. Ours: Event Grid tells nobody. Subscribers filter by the names, so they never change. */
public enum NoticeType {
    /** Attempts fail, and none delivers ({@link FailureRun}). */
    SUBSCRIPTION_FAILING("Gridhook.SubscriptionFailing"),
    /** The first delivery after {@link #SUBSCRIPTION_FAILING}, on the instance that told that. */
    SUBSCRIPTION_RECOVERED("Gridhook.SubscriptionRecovered"),
    /** Its endpoint answered 410 Gone and is not called any more. */
    SUBSCRIPTION_DISABLED("Gridhook.SubscriptionDisabled"),
    /** Its endpoint is left alone for a while (behaviour §6.2, §6.3). */
    ENDPOINT_IN_PROBATION("Gridhook.EndpointInProbation"),
    /** Its endpoint answered a probe: it is called again. */
    ENDPOINT_RECOVERED("Gridhook.EndpointRecovered"),
    /** Events were given up and are in a blob. */
    EVENT_DEAD_LETTERED("Gridhook.EventDeadLettered"),
    /** Events were given up and are kept nowhere. */
    EVENT_DROPPED("Gridhook.EventDropped");

    private final String wireName;

    NoticeType(String wireName) {
        this.wireName = wireName;
    }

    /** The {@code eventType} or {@code type} of the event. */
    public String wireName() {
        return wireName;
    }
}
