package io.gridhook.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the throughput suite publishes (issue 6, point 1). */
enum Workload {
    SINGLE("single", "single-event publishes of 1 KB", 1, 1, 1),
    BATCH("batch-100", "publishes of 100 events of 1 KB", 100, 1, 1),
    FAN_OUT("fan-out-100", "single-event publishes of 1 KB, 100 subscriptions each", 1, 100, 1),
    OUTPUT_BATCH(
            "output-batch-100",
            "single-event publishes of 1 KB to a subscription that takes batches of 100",
            1,
            1,
            100),
    LARGE("large", "single-event publishes of 100 KB", 1, 1, 1),
    STEADY("steady-50", "single-event publishes of 1 KB, 50 a second", 1, 1, 1),
    IDLE("idle", "nothing is published", 1, 1, 1);

    private static final int LARGE_BYTES = 100 * 1024;

    private final String title;
    private final String description;
    private final int batch;
    private final int endpoints;
    private final int outputBatch;

    Workload(String title, String description, int batch, int endpoints, int outputBatch) {
        this.title = title;
        this.description = description;
        this.batch = batch;
        this.endpoints = endpoints;
        this.outputBatch = outputBatch;
    }

    static Optional<Workload> of(String title) {
        return Arrays.stream(values())
                .filter(workload -> workload.title.equals(title))
                .findFirst();
    }

    static List<String> titles() {
        return Arrays.stream(values()).map(Workload::title).toList();
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }

    /** Events in one publish. */
    int batch() {
        return batch;
    }

    /** Subscriptions that each event goes to. */
    int endpoints() {
        return endpoints;
    }

    /** Whether the highest rate is looked for; otherwise it has one of its own. */
    boolean isSearched() {
        return this != STEADY && this != IDLE;
    }

    /** Deliveries that one publish makes. */
    int deliveries() {
        return batch * endpoints;
    }

    /** Requests that the ceiling makes for one publish. */
    int posts() {
        return deliveries();
    }

    List<PublishBody> bodies(Corpus corpus) {
        return this == LARGE ? corpus.largeBodies(LARGE_BYTES) : corpus.bodies(batch);
    }

    /** A subscription of it, as the management API takes it. */
    String subscription(String endpointUrl) {
        String batching = outputBatch == 1
                ? ""
                : ",\"maxEventsPerBatch\":" + outputBatch + ",\"preferredBatchSizeInKilobytes\":" + 2 * outputBatch;
        return "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                + endpointUrl + "\"" + batching + "}}}}";
    }
}
