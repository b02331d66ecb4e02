package io.gridhook.app;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.port.HealthStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A store that does not answer one kind of call for a while. */
final class StuckHealthStore implements HealthStore {
    private final HealthStore store;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private volatile String stuck = "";
    private volatile String failing = "";

    StuckHealthStore(HealthStore store) {
        this.store = store;
    }

    void getStuckAt(String call) {
        stuck = call;
    }

    /** The next such call is made, and its answer lost. */
    void failOnceAt(String call) {
        failing = call;
    }

    void awaitAsked() throws InterruptedException {
        asked.await();
    }

    void answer() {
        answer.countDown();
    }

    private void pass(String call) {
        if (call.equals(stuck)) {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public Map<String, Versioned<EndpointHealth>> list() {
        pass("list");
        return store.list();
    }

    @Override
    public Optional<String> create(String key, EndpointHealth health) {
        pass("create");
        Optional<String> version = store.create(key, health);
        if (failing.equals("create")) {
            failing = "";
            throw new StorageUnavailableException("simulated");
        }
        return version;
    }

    @Override
    public Optional<String> replace(String key, EndpointHealth health, String etag) {
        pass("replace");
        return store.replace(key, health, etag);
    }

    @Override
    public boolean delete(String key) {
        pass("delete");
        return store.delete(key);
    }
}
