package io.gridhook.arch.violations.core.retry;

import io.gridhook.arch.violations.core.event.CoreKnowsApp;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for what it should be told, in every way there is; and is the other half of a cycle within core. */
public record CoreAsks(CoreKnowsApp event) {
    Instant callsNow() {
        return Instant.now();
    }

    Supplier<Instant> refersToNow() {
        return Instant::now;
    }

    LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    Clock systemClock() {
        return Clock.systemUTC();
    }

    double mathRandom() {
        return Math.random();
    }

    Random newRandom() {
        return new Random();
    }

    Random secureRandom() {
        return new SecureRandom();
    }

    int threadLocalRandom() {
        return ThreadLocalRandom.current().nextInt();
    }

    UUID uuid() {
        return UUID.randomUUID();
    }

    Supplier<UUID> refersToUuid() {
        return UUID::randomUUID;
    }

    @Nullable
    String environment() {
        return System.getenv("HOME");
    }

    @Nullable
    String property() {
        return System.getProperty("user.dir");
    }

    long millis() {
        return System.currentTimeMillis();
    }

    long nanos() {
        return System.nanoTime();
    }
}
