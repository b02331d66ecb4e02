package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.delivery.Answer;
import io.gridhook.port.Tracing;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostSenderTest {
    private static final Tracing BROKEN = (Tracing)
            Proxy.newProxyInstance(Tracing.class.getClassLoader(), new Class<?>[] {Tracing.class}, (p, m, a) -> {
                throw new IllegalStateException("planned");
            });

    private final List<Optional<Answer>> ended = new ArrayList<>();

    private static Post post() {
        Batch batch = DispatchTest.half("a").batch().orElseThrow();
        DeliveryRound round = new DeliveryRound("1", "deliveries", Optional.empty(), List.of());
        Attempt attempt = round.add(batch.facts(), Optional.of(batch));
        var unused = new Permits(Permits.Limits.STANDARD).takeOrQueue(attempt, false);
        return new Post(attempt, Admission.Admitted.FREE, DispatchTest.START);
    }

    /** Commands of one message may be carried out in another order than they were decided in: a Cancel before its Send. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_end_of_a_post_that_cannot_be_built_is_told_once(boolean isCancelledBefore) {
        Post post = post();
        if (isCancelledBefore) {
            post.exchange().cancel();
        }
        new PostSender(
                        (request, wait) -> new CompletableFuture<>(),
                        (message, wait) -> new CompletableFuture<>(),
                        BROKEN)
                .send(post, (answer, failure) -> ended.add(answer));
        post.exchange().cancel();
        assertEquals(List.of(Optional.empty()), ended);
    }

    @Test
    void a_post_that_was_cancelled_before_is_not_sent() {
        Post post = post();
        post.exchange().cancel();
        new PostSender(
                        (request, wait) -> {
                            throw new AssertionError("sent");
                        },
                        (message, wait) -> {
                            throw new AssertionError("sent");
                        },
                        Tracing.NONE)
                .send(post, (answer, failure) -> ended.add(answer));
        assertEquals(List.of(Optional.empty()), ended);
    }
}
