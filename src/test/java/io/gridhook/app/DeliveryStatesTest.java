package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.DeliveryState.Kind;
import io.gridhook.core.topic.EventSubscription;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who holds a subscription's events back, and what ends it. */
class DeliveryStatesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final ManagementFixture fixture = new ManagementFixture();

    @BeforeEach
    void a_subscription() {
        fixture.topics.put("orders", json("{}"));
        put();
        fixture.changed.clear();
        fixture.freshStarts.clear();
    }

    private void put() {
        fixture.subscriptions.put("orders", "sub-1", ManagementFixture.to("https://h/"));
    }

    private EventSubscription change(DeliveryChange change) {
        return fixture.subscriptions.change("Orders", "SUB-1", change);
    }

    private Kind kind() {
        return fixture.subscriptions.get("orders", "sub-1").deliveryState().kind();
    }

    @Test
    void a_put_leaves_it_paused() {
        EventSubscription paused = change(DeliveryChange.PAUSE);
        assertEquals(DeliveryState.of(Kind.PAUSED, NOW), paused.deliveryState());
        assertEquals(List.of("orders"), fixture.changed, "this instance reads it anew");
        put();
        assertEquals(paused, fixture.subscriptions.get("orders", "sub-1"));
        fixture.subscriptions.patch("orders", "sub-1", stored -> ManagementFixture.to("https://i/"));
        assertEquals(Kind.PAUSED, kind());
        change(DeliveryChange.RESUME);
        assertEquals(Kind.ACTIVE, kind());
    }

    @Test
    void a_put_enables_it() {
        change(DeliveryChange.DISABLE);
        assertEquals(Kind.DISABLED, kind());
        put();
        assertEquals(Kind.ACTIVE, kind());
    }

    /** What is made anew under the name inherits nothing. */
    @Test
    void a_deletion_ends_it() {
        change(DeliveryChange.PAUSE);
        fixture.subscriptions.delete("orders", "sub-1");
        put();
        assertEquals(
                DeliveryState.ACTIVE,
                fixture.subscriptions.get("orders", "sub-1").deliveryState());
    }

    @Test
    void what_a_410_disabled_is_shown_and_enabled() {
        fixture.gone.add("sub-1");
        assertEquals(
                DeliveryState.GONE, fixture.subscriptions.get("orders", "sub-1").deliveryState());
        assertEquals(
                DeliveryState.GONE, fixture.subscriptions.list("orders").get(0).deliveryState());
        change(DeliveryChange.PAUSE);
        assertEquals(Kind.PAUSED, kind(), "what an operator decided is shown first");
        change(DeliveryChange.RESUME);
        assertEquals(List.of(), fixture.freshStarts);
        change(DeliveryChange.ENABLE);
        assertEquals(List.of("sub-1 https://h/"), fixture.freshStarts, "its endpoint is called again");
    }

    @Test
    void what_is_asked_twice_is_done_once() {
        change(DeliveryChange.PAUSE);
        fixture.changed.clear();
        change(DeliveryChange.PAUSE);
        assertEquals(List.of(), fixture.changed);
    }

    @Test
    void what_is_not_there_is_not_found() {
        ManagementException refused = assertThrows(
                ManagementException.class, () -> fixture.subscriptions.change("orders", "none", DeliveryChange.PAUSE));
        assertEquals(ManagementException.Kind.NOT_FOUND, refused.kind());
    }
}
