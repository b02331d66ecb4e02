package io.gridhook.port;

import java.time.Duration;
import java.util.List;

/** Counters of this instance, under Event Grid's names (behaviour §17.1). Never throws and never waits. */
public interface Metrics {
    /** What is counted; the label names are those of each metric's dimensions, in order. */
    enum Counter {
        PUBLISH_SUCCESS_COUNT("PublishSuccessCount", "Events accepted.", "Topic"),
        PUBLISH_FAIL_COUNT("PublishFailCount", "Publish requests refused or failed.", "Topic", "ErrorType", "Error"),
        UNMATCHED_EVENT_COUNT("UnmatchedEventCount", "Events accepted that no subscription wanted.", "Topic"),
        MATCHED_EVENT_COUNT(
                "MatchedEventCount", "Events accepted for a subscription.", "Topic", "EventSubscriptionName"),
        /** Ours: {@link #DELIVERY_SUCCESS_COUNT} counts attempts, of which an endpoint that answers late has several for one event. */
        DELIVERED_EVENT_COUNT("DeliveredEventCount", "Events that ended delivered.", "Topic", "EventSubscriptionName"),
        DELIVERY_SUCCESS_COUNT("DeliverySuccessCount", "Events delivered.", "Topic", "EventSubscriptionName"),
        DELIVERY_ATTEMPT_FAIL_COUNT(
                "DeliveryAttemptFailCount",
                "Events whose attempt failed.",
                "Topic",
                "EventSubscriptionName",
                "ErrorType",
                "Error"),
        DROPPED_EVENT_COUNT(
                "DroppedEventCount", "Events given up and not kept.", "Topic", "EventSubscriptionName", "DropReason"),
        DEAD_LETTERED_COUNT(
                "DeadLetteredCount",
                "Events written to a dead-letter blob.",
                "Topic",
                "EventSubscriptionName",
                "DeadLetterReason"),
        ENDPOINT_DISABLED_COUNT(
                "EndpointDisabledCount",
                "Subscriptions whose endpoint answered 410 and is not called any more.",
                "Topic",
                "EventSubscriptionName"),
        MANAGEMENT_REFUSED_COUNT(
                "ManagementRefusedCount", "Management calls refused for the credentials that they brought.", "Error"),
        POISON_MESSAGE_COUNT(
                "PoisonMessageCount", "Messages nobody could read, kept in the container poison.", "Queue"),
        DEFERRED_MESSAGE_COUNT("DeferredMessageCount", "Messages put off by a fault of ours.", "Queue", "Reason"),
        MISSING_PAYLOAD_COUNT(
                "MissingPayloadCount", "Redelivered messages whose payload is gone: finished before.", "Queue"),
        DELIVERY_LOG_LEFT_OUT_COUNT(
                "DeliveryLogLeftOutCount",
                "Rows that the delivery log had no room for, as storage took none.",
                "Reason"),
        DELIVERED_LEFT_OUT_COUNT(
                "DeliveredLeftOutCount",
                "Delivered events that are not kept to be sent again, as storage refused them or took none.",
                "Reason"),
        NOTICE_LEFT_OUT_COUNT(
                "NoticeLeftOutCount",
                "Notices that there was no room for, as storage took none, or that their topic refused.",
                "Reason"),
        STORAGE_TRANSACTION_COUNT(
                "StorageTransactionCount",
                "Requests to storage, repetitions included; Caller is Host for what the Functions host does in Azure.",
                "Service",
                "Operation",
                "Caller"),
        STORAGE_REQUEST_BYTES(
                "StorageRequestBytes", "Bytes of the bodies of requests to storage.", "Service", "Operation", "Caller");

        private final String wireName;
        private final String help;
        private final String labelNames;

        Counter(String wireName, String help, String... labelNames) {
            this.wireName = wireName;
            this.help = help;
            this.labelNames = String.join(",", labelNames);
        }

        public String wireName() {
            return wireName;
        }

        public String help() {
            return help;
        }

        public List<String> labelNames() {
            return List.of(labelNames.split(","));
        }
    }

    /** What is timed; the label names are those of each metric's dimensions, in order. */
    enum Timer {
        PUBLISH_SUCCESS_LATENCY("PublishSuccessLatencyInMs", "Publish request to answer, in milliseconds.", "Topic"),
        DESTINATION_PROCESSING_DURATION(
                "DestinationProcessingDurationInMs",
                "POST to full response, in milliseconds.",
                "Topic",
                "EventSubscriptionName");

        /**
         * Where the buckets of a timer's histogram end, in milliseconds: from a local answer to the longest response timeout (60 s,
         * behaviour §1), which has bounds of its own around it.
         */
        public static final List<Double> BOUNDS_MS = List.of(
                1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0, 20_000.0,
                30_000.0, 60_000.0);

        private final String wireName;
        private final String help;
        private final String labelNames;

        Timer(String wireName, String help, String... labelNames) {
            this.wireName = wireName;
            this.help = help;
            this.labelNames = String.join(",", labelNames);
        }

        public String wireName() {
            return wireName;
        }

        public String help() {
            return help;
        }

        public List<String> labelNames() {
            return List.of(labelNames.split(","));
        }
    }

    /** Adds {@code amount} (0 or more) for these label values, one for each label name in order. */
    void add(Counter counter, long amount, String... labelValues);

    /** Records one duration for these label values. */
    void record(Timer timer, Duration duration, String... labelValues);
}
