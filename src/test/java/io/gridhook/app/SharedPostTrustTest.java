package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.body;
import static io.gridhook.app.PipelineFixture.event;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.core.trust.WebhookSignature;
import io.gridhook.port.AccessTokens.AccessToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What a shared POST owes to each that shares it: its own headers, a token, a signature, the endpoint's agreement and its allowed rate
 * (behaviour §4, §12, §18). The endpoint has one place here.
 */
class SharedPostTrustTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final EntraApplication APPLICATION = new EntraApplication("t", "api://hook");
    private static final SigningSecret SECRET = new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    /** What is to be done, where it is not done at once. */
    private final List<Runnable> later = new ArrayList<>();

    private boolean isLater;
    private final PipelineFixture world = new PipelineFixture(this::execute, new Permits.Limits(1, 64, 64));
    private final List<CompletableFuture<Void>> invocations = new ArrayList<>();

    private void execute(Runnable task) {
        if (isLater) {
            later.add(task);
        } else {
            task.run();
        }
    }

    private EventSubscription subscribe(PipelineFixture.Wanted wanted) {
        world.hangs("billing");
        return world.subscribe("billing", wanted.batches(10));
    }

    private void published(String event) {
        world.publish(body("[" + event + "]")).join();
    }

    private void receive() {
        var message = world.receive(world.deliveries);
        invocations.add(world.pipeline
                .deliverer()
                .deliver(message, world.told())
                // What the host does after it.
                .thenRun(() -> world.deliveries.delete(message.receipt())));
    }

    /** A message of its own, which is delivered at once. */
    private void delivered(String event) {
        published(event);
        receive();
    }

    private void answer(int post, int status) {
        world.open.get(post).complete(Responded.of(status));
    }

    private void giveToken(String token, Duration validFor) {
        lastAsked().complete(new AccessToken(token, world.now().plus(validFor)));
    }

    private CompletableFuture<AccessToken> lastAsked() {
        return world.tokensAsked.get(world.tokensAsked.size() - 1);
    }

    /** The ids of each POST's events. */
    private List<List<String>> posted() {
        return world.posts.stream()
                .map(post -> ID.matcher(post.body().toString())
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList())
                .toList();
    }

    /** All values of a header. */
    private List<String> header(int post, String name) {
        return world.posts.get(post).headers().stream()
                .filter(header -> header.name().equals(name))
                .map(WebhookRequest.Header::value)
                .toList();
    }

    private boolean allEnded() {
        return invocations.stream().allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
    }

    private static String of(String system, String id) {
        return event(id, 1).replace("\"data\":\"x\"", "\"data\":{\"system\":\"" + system + "\"}");
    }

    // Headers and signatures

    /** A request has one of each header: §12, and §7 does not say what a batch does. */
    @Test
    void what_gives_a_dynamic_header_another_value_shares_no_post() {
        JsonPath system = JsonPath.parse("data.system").orElseThrow();
        subscribe(wanted().headers(new DeliveryAttribute.Dynamic("X-System", system)));
        delivered(of("x", "first"));
        delivered(of("x", "a"));
        delivered(of("y", "b"));
        delivered(event("none", 1));
        delivered(of("x", "c"));
        for (int post = 0; post < 4; post++) {
            answer(post, 200);
        }
        assertEquals(List.of(List.of("first"), List.of("a", "c"), List.of("b"), List.of("none")), posted());
        assertEquals(List.of("x"), header(1, "X-System"));
        assertEquals(List.of("y"), header(2, "X-System"));
        assertEquals(List.of(), header(3, "X-System"));
        assertTrue(allEnded());
    }

    @Test
    void a_shared_post_is_signed_as_one_message_of_its_own_time() {
        subscribe(wanted().signed(SigningSecrets.of(SECRET)));
        delivered(event("first", 1));
        delivered(event("a", 1));
        delivered(event("b", 1));
        world.pass(SECOND);
        answer(0, 200);
        assertEquals(List.of("a", "b"), posted().get(1));
        assertEquals(List.of(Long.toString(world.now().getEpochSecond())), header(1, "webhook-timestamp"));
        assertEquals(
                List.of(WebhookSignature.header(
                        List.of(SECRET),
                        header(1, "webhook-id").get(0),
                        world.now(),
                        world.posts.get(1).body().toBytes())),
                header(1, "webhook-signature"));
    }

    // Tokens

    @Test
    void what_waits_for_its_token_goes_with_who_has_it() {
        subscribe(wanted().entra(APPLICATION));
        delivered(event("a", 1));
        delivered(event("b", 1));
        assertEquals(List.of(), world.posts);
        giveToken("token-1", Duration.ofHours(1));
        assertEquals(List.of(List.of("a", "b")), posted());
        assertEquals(List.of("Bearer token-1"), header(0, "Authorization"));
        answer(0, 200);
        assertTrue(allEnded());
        assertEquals(List.of(), world.retries.bodies());
    }

    /** Both rounds are told of the token; the one whose batch was taken along by then has nothing left to send. */
    @Test
    void a_token_that_comes_for_several_sends_what_joined_once() {
        subscribe(wanted().entra(APPLICATION));
        delivered(event("a", 1));
        delivered(event("b", 1));
        isLater = true;
        giveToken("token-1", BearerTokens.UNUSED_BEFORE_END.plus(SECOND));
        later.remove(0).run();
        assertEquals(List.of(List.of("a", "b")), posted());
        world.pass(SECOND);
        answer(0, 200);
        while (!later.isEmpty()) {
            later.remove(0).run();
        }
        assertTrue(allEnded());
        assertEquals(1, world.posts.size());
        assertEquals(List.of(), world.retries.bodies());
        assertTrue(world.log.stream().noneMatch(line -> line.startsWith("trouble")), world.log.toString());
    }

    /** Else a batch that is too large would come back whole. */
    @Test
    void halves_that_have_no_token_are_an_attempt() {
        subscribe(wanted().entra(APPLICATION).schedule(Duration.ofMinutes(1)));
        delivered(event("a", 1) + "," + event("b", 1));
        giveToken("token-1", BearerTokens.UNUSED_BEFORE_END.plus(SECOND));
        world.pass(SECOND);
        answer(0, 413);
        assertTrue(allEnded());
        assertEquals(List.of(List.of("a", "b")), posted());
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.retries));
    }

    // Agreement and allowed rate

    private void rated(int perMinute, PipelineFixture.Wanted wanted) {
        subscribe(wanted.validation(EndpointValidation.succeeded(OptionalInt.of(perMinute))));
    }

    /** §4.4 counts requests: with 120 a minute two go at once. */
    @Test
    void a_shared_post_is_one_request_to_the_allowed_rate() {
        rated(120, wanted());
        delivered(event("first", 1));
        world.pass(SECOND);
        delivered(event("a", 1));
        delivered(event("b", 1));
        delivered(event("c", 1));
        answer(0, 200);
        delivered(event("d", 1));
        answer(1, 200);
        delivered(event("e", 1));
        answer(2, 200);
        assertEquals(List.of(List.of("first"), List.of("a", "b", "c"), List.of("d")), posted());
        assertTrue(allEnded());
        assertEquals(List.of("billing e 0"), tasks(world.retries));
    }

    @Test
    void beyond_the_allowed_rate_each_message_waits_for_its_own_turn() {
        rated(1, wanted());
        delivered(event("first", 1));
        delivered(event("a", 1));
        delivered(event("b", 1));
        answer(0, 200);
        assertEquals(List.of(List.of("first")), posted());
        assertTrue(allEnded());
        assertEquals(
                List.of("billing a 0", "billing b 0"),
                tasks(world.retries).stream().sorted().toList());
    }

    @Test
    void halves_beyond_the_allowed_rate_are_an_attempt() {
        rated(1, wanted().schedule(Duration.ofMinutes(1)));
        delivered(event("a", 1) + "," + event("b", 1));
        answer(0, 413);
        assertEquals(1, world.posts.size());
        assertTrue(allEnded());
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.retries));
    }

    /** Read before and after an update that the endpoint has not agreed to. */
    @Test
    void a_post_takes_nothing_to_an_endpoint_that_has_not_agreed() {
        EventSubscription agreed = subscribe(wanted());
        delivered(event("first", 1));
        delivered(event("a", 1));
        published(event("b", 1));
        EndpointValidation awaiting =
                EndpointValidation.awaiting(new UUID(1, 2), world.now().plus(EndpointValidator.MANUAL_MAX));
        String etag =
                world.subscriptions.find("orders", "billing").orElseThrow().etag();
        assertTrue(world.subscriptions.replace(agreed.with(awaiting), etag));
        world.pipeline.catalog().changed("orders");
        receive();
        answer(0, 200);
        answer(1, 200);
        assertEquals(List.of(List.of("first"), List.of("a")), posted());
        assertTrue(allEnded());
        assertEquals(List.of("billing b 0"), tasks(world.retries));
    }
}
