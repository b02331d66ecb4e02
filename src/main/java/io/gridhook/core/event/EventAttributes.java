package io.gridhook.core.event;

import java.util.Optional;

/**
 * What Gridhook itself reads of an event, in CloudEvents' names whatever its schema. An absent value is {@code ""}.
 *
 * @param id the publisher's id (a generated one for a custom-schema event without a mapped id)
 * @param source {@code source} of a CloudEvent; the topic's id in the other schemas
 * @param type {@code type} or {@code eventType}
 * @param subject {@code subject}
 * @param time {@code time} or {@code eventTime}, as the publisher spelt it
 * @param dataVersion {@code dataVersion} of Event Grid's schema; {@code ""} for CloudEvents
 * @param trace of a CloudEvent with the attributes of CloudEvents' extension for distributed tracing
 */
public record EventAttributes(
        String id,
        String source,
        String type,
        String subject,
        String time,
        String dataVersion,
        Optional<TraceContext> trace) {
    /** Without a trace of its own. */
    public EventAttributes(String id, String source, String type, String subject, String time, String dataVersion) {
        this(id, source, type, subject, time, dataVersion, Optional.empty());
    }
}
