package io.gridhook.port;

/** Keeps messages that nobody can read, for a person to look at. */
public interface PoisonStore {
    /**
     * Keeps the body of a message of {@code queue}; a repeated call replaces the first.
     *
     * @throws StorageUnavailableException when storage does not answer or refuses
     */
    void keep(String queue, String messageId, String body);
}
