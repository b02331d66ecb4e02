package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §9.5 and §14. */
class ErrorResponseTest {
    private final FakeHttpRequest request = new FakeHttpRequest(HttpMethod.POST, "https://host/topics/t/events");

    @Test
    void the_clouds_details_are_an_array() {
        HttpResponseMessage response = ErrorResponse.cloud(
                        request, "request-id", HttpStatus.BAD_REQUEST, "InputJsonInvalid", "No \"id\".")
                .build();
        assertEquals(400, response.getStatusCode());
        assertEquals(
                "{\"error\":{\"code\":\"BadRequest\",\"message\":\"No \\\"id\\\".\","
                        + "\"details\":[{\"code\":\"InputJsonInvalid\",\"message\":\"No \\\"id\\\".\"}]}}",
                response.getBody());
        assertEquals("request-id", response.getHeader("x-ms-request-id"));
    }

    @Test
    void iot_edges_details_are_an_object() {
        assertEquals(
                "{\"error\":{\"code\":\"NotFound\",\"details\":{\"code\":\"ResourceNotFound\",\"message\":\"m\"}}}",
                ErrorResponse.edge(request, HttpStatus.NOT_FOUND, "ResourceNotFound", "m")
                        .getBody());
    }

    @Test
    void an_unavailable_storage_is_worth_another_try() {
        HttpResponseMessage response = ErrorResponse.edgeUnavailable(request, "m");
        assertEquals(503, response.getStatusCode());
        assertEquals("5", response.getHeader("Retry-After"));
        assertEquals(
                "{\"error\":{\"code\":\"ServiceUnavailable\","
                        + "\"details\":{\"code\":\"ServiceUnavailable\",\"message\":\"m\"}}}",
                response.getBody());
        UUID.fromString(response.getHeader("x-ms-request-id"));
    }

    @ParameterizedTest
    @CsvSource({
        "400, BadRequest",
        "401, Unauthorized",
        "404, NotFound",
        "405, MethodNotAllowed",
        "409, Conflict",
        "413, PayloadTooLarge",
        "415, UnsupportedMediaType",
        "503, ServiceUnavailable",
    })
    void statuses_have_event_grids_names(int status, String name) {
        assertEquals(name, ErrorResponse.statusName(HttpStatus.valueOf(status)));
    }
}
