package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §3: forms and headers of a delivery. */
class WebhookRequestsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.5Z");
    private static final String URL = "https://receiver.example/hook?code=a%2Fb&x=&x=%20+";

    private static ResolvedSubscription subscription(DeliverySchema schema, String profile, int maxEventsPerBatch) {
        OptionalInt batch = maxEventsPerBatch == 0 ? OptionalInt.empty() : OptionalInt.of(maxEventsPerBatch);
        return ResolvedSubscription.of(
                Tasks.subscription(
                        new WebhookDestination(WebhookDestination.Type.WEB_HOOK, URL, batch, OptionalInt.empty()),
                        schema),
                Optional.of(profile),
                RetryProfiles.standard());
    }

    private static WebhookRequest request(DeliverySchema schema, Event... events) {
        return WebhookRequests.notification(
                subscription(schema, "cloud", 0), List.of(events), 0, NOW, Optional.empty());
    }

    private static String headers(WebhookRequest request) {
        return request.headers().stream()
                .map(header -> header.name() + ": " + header.value())
                .collect(Collectors.joining("\n"));
    }

    private static Event event(EventSchema schema) {
        return switch (schema) {
            case EVENT_GRID -> Tasks.eventGrid("1");
            case CLOUD_EVENT_V1_0 -> Tasks.cloudEvent("1");
            case CUSTOM -> Tasks.custom("1");
        };
    }

    /** §3.1, and vector 13 of §23. */
    @Test
    void event_grids_schema_has_these_headers_and_no_others() {
        WebhookRequest request = request(DeliverySchema.EVENT_GRID, Tasks.eventGrid("1"));
        assertEquals("""
                Content-Type: application/json; charset=utf-8
                aeg-subscription-name: TO-BILLING
                aeg-delivery-count: 0
                aeg-data-version: 1.0
                aeg-metadata-version: 1
                aeg-event-type: Notification
                Accept-Encoding: gzip, deflate""", headers(request));
        assertEquals(URL, request.endpointUrl());
        assertEquals("[" + Tasks.eventGrid("1").json() + "]", request.body().toString());
    }

    /** §3.2, and vector 12 of §23. */
    @Test
    void cloud_events_have_these_headers_and_no_others() {
        WebhookRequest request = request(DeliverySchema.CLOUD_EVENT_V1_0, Tasks.cloudEvent("1"));
        assertEquals("""
                Content-Type: application/cloudevents+json; charset=utf-8
                aeg-subscription-name: TO-BILLING
                aeg-delivery-count: 0
                aeg-metadata-version: 1
                aeg-event-type: Notification
                Accept-Encoding: gzip, deflate
                Origin: eventgrid.azure.net""", headers(request));
        assertEquals(URL, request.endpointUrl());
        assertEquals(Tasks.cloudEvent("1").json(), request.body());
    }

    /** §11.1 for the pairs, §3 for their forms, §7 for batches, §20 row 17 for Kubernetes. {@code 0} is batching off. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "EVENT_GRID,       EVENT_GRID,       cloud,      0,  1, application/json,                    [, 1.0",
                "EVENT_GRID,       EVENT_GRID,       cloud,      10, 1, application/json,                    [, 1.0",
                "EVENT_GRID,       EVENT_GRID,       edge,       10, 3, application/json,                    [, 1.0",
                "EVENT_GRID,       CLOUD_EVENT_V1_0, cloud,      0,  1, application/cloudevents+json,        {, -",
                "EVENT_GRID,       CLOUD_EVENT_V1_0, cloud,      10, 1, application/cloudevents-batch+json,  [, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, cloud,      0,  1, application/cloudevents+json,        {, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, cloud,      1,  1, application/cloudevents+json,        {, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, cloud,      2,  1, application/cloudevents-batch+json,  [, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, cloud,      10, 3, application/cloudevents-batch+json,  [, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, edge,       0,  1, application/cloudevents+json,        {, -",
                "CLOUD_EVENT_V1_0, CLOUD_EVENT_V1_0, kubernetes, 0,  1, application/cloudevents-batch+json,  [, -",
                "CUSTOM,           CUSTOM_INPUT,     cloud,      0,  1, application/json,                    [, 2",
                "CUSTOM,           EVENT_GRID,       cloud,      0,  1, application/json,                    [, 2",
                "CUSTOM,           CLOUD_EVENT_V1_0, cloud,      0,  1, application/cloudevents+json,        {, -",
                "CUSTOM,           CLOUD_EVENT_V1_0, cloud,      10, 2, application/cloudevents-batch+json,  [, -",
            })
    void every_pair_of_schemas_has_its_form(
            EventSchema in,
            DeliverySchema out,
            String profile,
            int maxEventsPerBatch,
            int events,
            String contentType,
            String opens,
            String dataVersion) {
        WebhookRequest request = WebhookRequests.notification(
                subscription(out, profile, maxEventsPerBatch),
                Collections.nCopies(events, event(in)),
                0,
                NOW,
                Optional.empty());
        assertEquals(
                contentType + "; charset=utf-8", header(request, "Content-Type").orElseThrow());
        assertEquals(opens, request.body().toString().substring(0, 1));
        assertEquals(Optional.ofNullable(dataVersion), header(request, "aeg-data-version"));
        assertEquals(
                out == DeliverySchema.CLOUD_EVENT_V1_0,
                header(request, "Origin").isPresent());
    }

    /** §3.1: the number of attempts made before. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 29})
    void the_delivery_count_counts_from_zero(int attemptsMade) {
        WebhookRequest request = WebhookRequests.notification(
                subscription(DeliverySchema.EVENT_GRID, "cloud", 0),
                List.of(Tasks.eventGrid("1")),
                attemptsMade,
                NOW,
                Optional.empty());
        assertEquals(Optional.of(String.valueOf(attemptsMade)), header(request, "aeg-delivery-count"));
    }

    /** §3.1 "may be empty", §7 "group by identical values, or omit". A value that cannot stand in a header would stop the delivery. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            quoteCharacter = '`',
            value = {
                "``,                ``,     ``",
                "1.0,               1.0,    1.0",
                "1.0,               2.0,    -",
                "1.0,               ``,     -",
                "a b~,              a b~,   a b~",
                "1\\r\\nHost: evil, 1\\r\\nHost: evil, -",
                "1\\u0000,          1\\u0000, -",
                "1\\t,              1\\t,   -",
                "é,                 é,      -",
                "\\u007f,           \\u007f, -",
            })
    void a_data_version_that_differs_or_is_no_header_is_left_out(String first, String second, String header) {
        WebhookRequest request = request(DeliverySchema.EVENT_GRID, versioned(first), versioned(second));
        assertEquals(Optional.ofNullable(header), header(request, "aeg-data-version"));
    }

    private static Event versioned(String json) {
        return Tasks.event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"1\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2020-01-01T00:00:00Z\",\"dataVersion\":\""
                        + json + "\",\"topic\":\"/t\",\"metadataVersion\":\"1\"}");
    }

    private static Optional<String> header(WebhookRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(WebhookRequest.Header::value)
                .findFirst();
    }
}
