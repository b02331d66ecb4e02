package io.gridhook.core.topic;

/**
 * A topic's two access keys: base64 of 32 random bytes each, either of which publishes.
 */
public record TopicKeys(String key1, String key2) {
    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "TopicKeys[hidden]";
    }
}
