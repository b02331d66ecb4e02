package io.gridhook.app;

import io.gridhook.adapter.memory.InMemoryConsentStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A consent counts whether it comes before, while or after its subscription is saved, and is not said to be used before. */
public class EndpointConsentsInterleavings {
    private static final Instant NOW = Instant.EPOCH;
    private static final UUID CODE = new UUID(1, 2);
    private static final ValidationTokens TOKENS = new ValidationTokens(new byte[] {1});
    private static final EndpointConsents.Ticket TICKET = new EndpointConsents.Ticket(
            "orders", "billing", CODE.toString(), NOW.toString(), TOKENS.of("orders", "billing", CODE, NOW.toString()));
    private static final EventSubscription AWAITING = new PipelineFixture()
            .subscribe("billing")
            .with(EndpointValidation.awaiting(CODE, NOW.plus(Duration.ofMinutes(5))));

    private final InMemorySubscriptionStore subscriptions = new InMemorySubscriptionStore();
    private final EndpointConsents consents =
            new EndpointConsents(subscriptions, new InMemoryConsentStore(), TOKENS, () -> NOW, topic -> {});

    @Operation
    public void save() {
        subscriptions.create(AWAITING);
        var unused = consents.afterSaved(AWAITING);
    }

    /** The first and only one. */
    @Operation
    public String consent() {
        return consents.take(TICKET, Map.of()).name();
    }

    /** One of several: which of them is told what does not matter. */
    @Operation
    public void oneMore() {
        var unused = consents.take(TICKET, Map.of());
    }

    @Validate
    public void the_consent_counts() {
        EndpointValidation.State state = subscriptions
                .find("orders", "billing")
                .orElseThrow()
                .value()
                .validation()
                .state();
        if (state != EndpointValidation.State.SUCCEEDED) {
            throw new IllegalStateException("the consent was lost: " + state);
        }
    }

    @Test
    void a_consent_counts_whenever_it_comes() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.", "io.gridhook.app.ValidationTokens", "java.time.")
                .threads("save()", "consent()")
                .threads("save()", "oneMore()", "oneMore()")
                .holds();
    }
}
