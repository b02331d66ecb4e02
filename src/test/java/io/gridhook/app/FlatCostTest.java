package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.events;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.filter.Filtering;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 6: what a delivery costs does not depend on how many there are, nor on how many subscriptions its topic has. Counted are calls of
 * storage, of an instance that has just read the definitions; every port's call is one transaction. The benchmark {@code --flatness} has
 * the same with CPU.
 */
class FlatCostTest {
    private final PipelineFixture world = new PipelineFixture(Runnable::run);
    private final Pipeline instance = world.newPipelineAtOnce(128);
    private long deliveries;
    private long transactions;

    /** A batch of 100 is a put and a delete, whether it is the first or the thousandth. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 100_000})
    void a_delivery_costs_the_same_however_many_there_are(int events) {
        world.subscribe("good");
        known();
        for (int published = 0; published < events; published += 100) {
            publish(100);
        }
        assertEquals(events, deliveries);
        assertFlat(0.02);
    }

    /** Of those that do not match, none costs a transaction. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 500})
    void a_delivery_costs_the_same_however_many_subscriptions_do_not_match(int subscriptions) {
        world.subscribe("good");
        for (int i = 1; i < subscriptions; i++) {
            world.subscribe(
                    "other-" + i,
                    wanted().filter(Filtering.filter(
                            "{\"advancedFilters\":[{\"operatorType\":\"StringBeginsWith\",\"key\":\"data\","
                                    + "\"values\":[\"none-" + i + "\"]}]}")));
        }
        known();
        publish(1);
        assertEquals(1, deliveries);
        assertFlat(2);
    }

    /** Packs of as many deliveries: of many events to one, or of one event to many. */
    @ParameterizedTest
    @CsvSource({"1, 100, 0.02", "10, 10, 0.02", "100, 1, 0.02", "500, 1, 0.004"})
    void a_delivery_costs_the_same_however_many_subscriptions_match(int subscriptions, int batch, double expected) {
        for (int i = 0; i < subscriptions; i++) {
            world.subscribe("good-" + i);
        }
        known();
        for (int i = 0; i < 20; i++) {
            publish(batch);
        }
        assertEquals(20L * subscriptions * batch, deliveries);
        assertFlat(expected);
    }

    private void known() {
        world.publish(instance, events(1, 1)).join();
        world.forget();
    }

    private void publish(int batch) {
        world.publish(instance, events(batch, 10)).join();
        deliveries += world.posts.size();
        transactions += world.calls.stream()
                .filter(call -> !call.startsWith("webhooks."))
                .count();
        world.forget();
    }

    private void assertFlat(double expected) {
        assertEquals(Math.round(expected * deliveries), transactions, "of " + deliveries + " deliveries");
    }
}
