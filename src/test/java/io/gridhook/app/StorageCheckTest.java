package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.StorageUnavailableException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StorageCheckTest {
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    private static DeliveryQueue queue(LongSupplier length) {
        return (DeliveryQueue) Proxy.newProxyInstance(
                StorageCheckTest.class.getClassLoader(),
                new Class<?>[] {DeliveryQueue.class},
                (self, method, args) -> length.getAsLong());
    }

    @Test
    void storage_that_answers_or_refuses_is_asked_anew_each_time() {
        AtomicInteger asked = new AtomicInteger();
        StorageCheck check = new StorageCheck(
                queue(() -> {
                    if (asked.incrementAndGet() == 2) {
                        throw new StorageUnavailableException("refused");
                    }
                    return 0;
                }),
                executor);
        assertTrue(check.answers());
        assertFalse(check.answers());
        assertTrue(check.answers());
    }

    /** Else each look of a load balancer would take one more thread from the app. */
    @Test
    void storage_that_hangs_is_asked_once_by_all_and_waited_for_by_none() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        StorageCheck check = new StorageCheck(
                queue(() -> {
                    asked.incrementAndGet();
                    try {
                        hangs.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return 0;
                }),
                executor);
        List<Future<Boolean>> answers = new ArrayList<>();
        assertTimeout(Duration.ofSeconds(2), () -> {
            for (int i = 0; i < 10; i++) {
                answers.add(executor.submit(check::answers));
            }
            for (Future<Boolean> answer : answers) {
                assertFalse(answer.get());
            }
        });
        assertEquals(1, asked.get());
        hangs.countDown();
        assertTrue(check.answers());
    }

    @Test
    void an_app_that_has_ended_is_not_well() {
        executor.shutdown();
        assertFalse(new StorageCheck(queue(() -> 0), executor).answers());
    }
}
