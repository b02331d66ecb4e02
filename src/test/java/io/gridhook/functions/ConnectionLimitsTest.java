package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.http.WebhookClientSettings;
import io.gridhook.app.Permits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DESIGN §1.3: whoever has a place finds a connection, also where all others at the same host hang. */
class ConnectionLimitsTest {
    @Test
    void all_that_may_be_under_way_may_go_to_one_host() {
        Permits.Limits most = new Permits.Limits(1, AppSettings.UNDER_WAY_MAX, AppSettings.UNDER_WAY_MAX);
        for (Permits.Limits limits : List.of(Permits.Limits.STANDARD, most)) {
            int late = limits.slow();
            assertTrue(limits.perInstance() + limits.slow() + late
                    < WebhookClientSettings.defaults().connectionsPerEndpoint());
        }
    }
}
