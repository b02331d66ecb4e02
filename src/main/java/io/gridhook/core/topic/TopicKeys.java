package io.gridhook.core.topic;

/**
 * A topic's two access keys: base64 of 32 random bytes each, either of which publishes.
 */
public record TopicKeys(String key1, String key2) {
    /** With a new key in the place of one of them. */
    public TopicKeys with(TopicKeyName name, String key) {
        return switch (name) {
            case KEY1 -> new TopicKeys(key, key2);
            case KEY2 -> new TopicKeys(key1, key);
        };
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "TopicKeys[hidden]";
    }
}
