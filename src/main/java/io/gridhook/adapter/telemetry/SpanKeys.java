package io.gridhook.adapter.telemetry;

import io.opentelemetry.api.common.AttributeKey;

/** What spans say of themselves: in the names of OpenTelemetry's semantic conventions (messaging, HTTP, errors), and two of our own. */
final class SpanKeys {
    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
    static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    static final AttributeKey<String> TOPIC = AttributeKey.stringKey("messaging.destination.name");
    static final AttributeKey<String> SUBSCRIPTION = AttributeKey.stringKey("messaging.destination.subscription.name");
    /** Of a span of one event alone. */
    static final AttributeKey<String> EVENT_ID = AttributeKey.stringKey("messaging.message.id");
    /** Of a span of several events. */
    static final AttributeKey<Long> EVENTS = AttributeKey.longKey("messaging.batch.message_count");

    static final AttributeKey<String> HOST = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    /** The outcome, or the kind of refusal, where that is no success. */
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    /** From 1. */
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("gridhook.delivery.attempt");
    /** As the delivery log says it. */
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("gridhook.delivery.outcome");

    private SpanKeys() {}
}
