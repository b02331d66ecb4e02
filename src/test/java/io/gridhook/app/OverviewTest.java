package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscription;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewTest {
    private final PipelineFixture world = new PipelineFixture();
    private final ManagementFixture management = new ManagementFixture();
    private final EndpointKeys keys = new EndpointKeys(new byte[] {1});
    private final Overview overview = new Overview(
            management.topics, management.subscriptions, RetryProfiles.standard(), world.pipeline.health());

    private EventSubscription subscribe(String name) {
        return management.subscriptions.put("orders", name, ManagementFixture.to("https://" + name));
    }

    private Overview.Subscribed only() {
        return overview.read().value().get(0).subscriptions().get(0);
    }

    /** Also after its end, until the probe was made. */
    @ParameterizedTest
    @CsvSource({"2026-11-20T09:30:10Z", "2026-11-20T09:29:50Z"})
    void a_probation_is_shown_until_it_is_over(Instant until) {
        management.topics.put("orders", ManagementFixture.json("{}"));
        EndpointHealth state = new EndpointHealth(until, DeliveryOutcome.BUSY, 2);
        world.health.create(keys.ofEndpoint(subscribe("billing")), state);
        assertEquals(Optional.of(state), only().health());
    }

    /** What concerns the subscription alone, and what concerns its endpoint: the one that lasts longer counts. */
    @Test
    void of_two_states_the_longer_one_is_shown() {
        management.topics.put("orders", ManagementFixture.json("{}"));
        EventSubscription billing = subscribe("billing");
        EndpointHealth longer = new EndpointHealth(world.now().plusSeconds(300), DeliveryOutcome.NOT_FOUND, 1);
        world.health.create(
                keys.ofEndpoint(billing), new EndpointHealth(world.now().plusSeconds(10), DeliveryOutcome.BUSY, 1));
        world.health.create(keys.ofSubscription(billing), longer);
        assertEquals(Optional.of(longer), only().health());
    }

    /** Behaviour §14: IoT Edge leaves no endpoint alone. */
    @Test
    void an_edition_without_delayed_delivery_has_no_probations() {
        management.topics.put("orders", ManagementFixture.json("{'properties':{'profile':'edge'}}"));
        EventSubscription billing = subscribe("billing");
        world.health.create(
                keys.ofEndpoint(billing), new EndpointHealth(world.now().plusSeconds(10), DeliveryOutcome.BUSY, 1));
        assertEquals(Optional.empty(), only().health());
        assertEquals("edge", only().profile());
    }

    @Test
    void what_does_not_fit_is_said_to_be_missing() {
        for (int i = 0; i < Overview.TOPICS_MAX; i++) {
            management.topics.put("topic-" + i, ManagementFixture.json("{}"));
        }
        assertTrue(overview.read().isComplete());
        management.topics.put("one-more", ManagementFixture.json("{}"));
        assertFalse(overview.read().isComplete());
        assertEquals(Overview.TOPICS_MAX, overview.read().value().size());
    }

    /** Its topic was deleted between two reads. */
    @Test
    void a_subscription_without_a_topic_is_left_out() {
        management.topics.put("orders", ManagementFixture.json("{}"));
        management.stores.subscriptions().create(world.subscribeTo("elsewhere", "billing"));
        assertEquals(1, overview.read().value().size());
    }
}
