package io.gridhook.adapter.storage;

/**
 * One request to storage, which is what storage bills; a repetition is one more.
 *
 * @param service Queue, Blob or Table
 * @param operation as Azure's metrics have it in the dimension {@code ApiName}: {@code PutMessage}; {@code Other} for what Gridhook does
 *     not do
 * @param bytes of its body, 0 or more
 * @param caller who asked for it
 */
public record StorageTransaction(String service, String operation, long bytes, Caller caller) {
    /** On whose behalf. */
    public enum Caller {
        /** The function app: publishing, delivering, settling, sweeping. */
        APP("App"),
        /** The local host, which receives and deletes messages where the Functions host does so in Azure. */
        HOST("Host");

        private final String wireName;

        Caller(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }
}
