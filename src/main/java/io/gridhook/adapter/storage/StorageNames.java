package io.gridhook.adapter.storage;

import java.util.List;

/** What Gridhook keeps in its storage account, by name (architecture, "Where things live"). */
public final class StorageNames {
    /** The app setting that names the account, for bindings (functions-runtime §4). */
    public static final String CONNECTION = "AzureWebJobsStorage";

    /** First attempts. */
    public static final String DELIVERIES = "deliveries";

    /** Further attempts, hidden until they are due. */
    public static final String RETRIES = "retries";

    /** Events that were given up, until they are written to their blobs. */
    public static final String DEADLETTERS = "deadletters";

    /** Redrives that are under way: whose turn it is to go on, and when. */
    public static final String REDRIVES = "redrives";

    /** What the host could not hand to the function. */
    public static final String DELIVERIES_POISON = "deliveries-poison";

    public static final String RETRIES_POISON = "retries-poison";
    public static final String DEADLETTERS_POISON = "deadletters-poison";

    public static final String TOPICS = "topics";
    public static final String SUBSCRIPTIONS = "subscriptions";
    public static final String ENDPOINT_HEALTH = "endpointhealth";
    /** The ledger. */
    public static final String METRICS = "metrics";

    /** The delivery log. */
    public static final String DELIVERY_HISTORY = "deliveryhistory";

    /** Endpoints' consents that came before their subscriptions were saved. */
    public static final String CONSENTS = "consents";

    /** What was asked for to be sent again, and how far that has come. */
    public static final String REDRIVE_JOBS = "redrives";

    /** Claim checks: what is too large for a message. */
    public static final String PAYLOADS = "payloads";

    /** The default container for dead letters. */
    public static final String DEADLETTER = "deadletter";

    /** What was delivered, where it is kept to be sent again. */
    public static final String DELIVERED = "delivered";

    /** Messages that nobody could read. */
    public static final String POISON = "poison";

    public static final List<String> QUEUES =
            List.of(DELIVERIES, RETRIES, DEADLETTERS, REDRIVES, DELIVERIES_POISON, RETRIES_POISON, DEADLETTERS_POISON);
    public static final List<String> TABLES =
            List.of(TOPICS, SUBSCRIPTIONS, ENDPOINT_HEALTH, METRICS, CONSENTS, DELIVERY_HISTORY, REDRIVE_JOBS);
    public static final List<String> CONTAINERS = List.of(PAYLOADS, DEADLETTER, DELIVERED, POISON);

    private StorageNames() {}
}
