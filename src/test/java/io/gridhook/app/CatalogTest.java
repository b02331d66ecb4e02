package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.ref;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DESIGN §2, "definitions and caches". */
class CatalogTest {
    private final PipelineFixture world = new PipelineFixture();
    private final Catalog catalog = world.pipeline.catalog();

    @Test
    void a_change_is_in_force_after_five_seconds() {
        assertEquals(0, catalog.topic("orders").subscriptions().size());
        world.subscribe("billing");
        world.pass(Catalog.AGE_MAX.minusMillis(1));
        assertEquals(0, catalog.topic("orders").subscriptions().size());
        world.pass(Duration.ofMillis(1));
        assertEquals(1, catalog.topic("Orders").subscriptions().size());
        assertEquals(Duration.ofSeconds(5), Catalog.AGE_MAX);
    }

    @Test
    void a_change_of_ones_own_is_in_force_at_once() {
        assertTrue(catalog.topic("orders").topic().isPresent());
        world.topics.delete("orders");
        catalog.changed("ORDERS");
        assertFalse(catalog.topic("orders").topic().isPresent());
    }

    /** It may have read what the change replaced. */
    @Test
    void a_load_that_began_before_a_change_is_not_kept() {
        EventSubscription billing = world.subscribe("billing");
        List<Runnable> meanwhile = new ArrayList<>();
        SubscriptionStore slow = (SubscriptionStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SubscriptionStore.class}, (proxy, method, arguments) -> {
                    Object found = method.invoke(world.subscriptions, arguments);
                    List.copyOf(meanwhile).forEach(Runnable::run);
                    return found;
                });
        Catalog changing = new Catalog(world.topics, slow, RetryProfiles.standard(), world::now);
        meanwhile.add(() -> {
            meanwhile.clear();
            world.subscriptions.delete("orders", "billing");
            changing.changed("orders");
        });
        assertEquals(1, changing.topic("orders").subscriptions().size());
        assertEquals(0, changing.topic("orders").subscriptions().size());
        assertFalse(changing.find(ref(billing)).isPresent());
    }

    @Test
    void what_is_not_there_is_remembered_too() {
        assertFalse(catalog.topic("nobodys").topic().isPresent());
        world.forget();
        assertFalse(catalog.topic("nobodys").topic().isPresent());
        assertEquals(List.of(), world.calls);
    }

    @Test
    void a_subscription_that_the_cache_holds_is_not_asked_for() {
        EventSubscription billing = world.subscribe("billing");
        assertTrue(catalog.find(ref(billing)).isPresent());
        world.forget();
        assertTrue(catalog.find(ref(billing)).isPresent());
        assertEquals(List.of(), world.calls);
    }

    @Test
    void a_subscription_that_the_cache_does_not_hold_is_read_through() {
        assertEquals(0, catalog.topic("orders").subscriptions().size());
        EventSubscription billing = world.subscribe("billing");
        world.forget();
        assertTrue(catalog.find(ref(billing)).isPresent());
        assertEquals(List.of("topics.find", "subscriptions.list"), world.calls);
    }

    @Test
    void gone_is_said_only_by_the_store() {
        EventSubscription billing = world.subscribe("billing");
        world.subscriptions.delete("orders", "billing");
        assertFalse(catalog.find(ref(billing)).isPresent());
        world.subscribe("billing");
        assertFalse(catalog.find(ref(billing)).isPresent(), "another generation of the same name");
        world.refuse("subscriptions.list");
        assertThrows(StorageUnavailableException.class, () -> catalog.find(ref(billing)));
    }

    @Test
    void what_is_cached_serves_while_storage_does_not_answer() {
        EventSubscription billing = world.subscribe("billing");
        assertTrue(catalog.find(ref(billing)).isPresent());
        world.refuse("topics.find", "subscriptions.list");
        assertTrue(catalog.find(ref(billing)).isPresent());
        world.pass(Catalog.AGE_MAX);
        assertThrows(StorageUnavailableException.class, () -> catalog.find(ref(billing)));
    }

    /** The topic is deleted after its subscriptions, and by name alone: one without the other is neither. */
    @Test
    void a_subscription_without_its_topic_is_gone() {
        EventSubscription billing = world.subscribe("billing");
        world.topics.delete("orders");
        assertFalse(catalog.find(ref(billing)).isPresent());
    }
}
