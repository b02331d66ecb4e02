package io.gridhook.adapter.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookClientSettingsTest {
    @Test
    void the_defaults_are_4096_also_to_one_endpoint_and_2_to_4_threads() {
        WebhookClientSettings settings = WebhookClientSettings.defaults();
        assertEquals(4096, settings.connectionsPerEndpoint());
        assertEquals(4096, settings.connectionsTotal());
        assertTrue(settings.ioThreads() >= 2 && settings.ioThreads() <= 4);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 2, connectionsPerEndpoint: 0 (expected: 1..10)",
        "11, 10, 2, connectionsPerEndpoint: 11 (expected: 1..10)",
        "1, 65537, 2, connectionsTotal: 65537 (expected: 1..65536)",
        "1, 1, 0, ioThreads: 0 (expected: 1..16)",
    })
    void out_of_range_is_refused_by_name(int perEndpoint, int total, int threads, String message) {
        assertEquals(
                message,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new WebhookClientSettings(perEndpoint, total, threads, true))
                        .getMessage());
    }
}
