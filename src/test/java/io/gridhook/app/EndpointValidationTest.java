package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static io.gridhook.app.ManagementFixture.to;
import static io.gridhook.app.ValidationFixture.answer;
import static io.gridhook.app.ValidationFixture.none;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.app.EndpointConsents.Answer;
import io.gridhook.app.EndpointConsents.Ticket;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.topic.EndpointValidation.State;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §4: whose endpoint is asked, how often, and what its answer and the validation URL come to; §23, 15. */
class EndpointValidationTest {
    private static final String CLOUD_EVENTS =
            "{'properties':{'eventDeliverySchema':'CloudEventSchemaV1_0','destination':{'endpointType':'WebHook',"
                    + "'properties':{'endpointUrl':'https://h/hook?code=secret'}}}}";

    private final ValidationFixture world = new ValidationFixture();
    private final ValidationFixture.Instance first = world.instance();
    private final ValidationFixture.Instance second = world.instance();

    private EventSubscription put(JsonNode body) {
        return first.subscriptions().put("orders", "sub-1", body);
    }

    private State state() {
        return second.subscriptions().get("orders", "sub-1").validation().state();
    }

    private Answer open(Ticket ticket) {
        return second.consents().take(ticket, Map.of());
    }

    private Ticket awaited() {
        assertEquals(
                State.AWAITING_MANUAL_ACTION, put(to("https://h/")).validation().state());
        return world.ticket();
    }

    @Test
    void an_endpoint_that_echoes_the_code_is_validated() {
        world.echoes();
        assertEquals(State.SUCCEEDED, put(to("https://h/")).validation().state());
        assertEquals(1, world.asked.size());
        assertEquals(State.SUCCEEDED, state());
    }

    /** §4.1, §4.2: the PUT fails with Event Grid's words, after one more try 5 s later; nothing is saved. */
    @Test
    void an_endpoint_that_does_not_agree_is_asked_twice_and_nothing_is_saved() {
        world.answers(answer(202, ""));
        ManagementException refused =
                assertThrows(ManagementException.class, () -> put(to("https://h/hook?code=secret")));
        assertEquals(ManagementException.Kind.NOT_VALIDATED, refused.kind());
        assertEquals(
                "The attempt to validate the provided endpoint https://h/hook failed. For more details, visit"
                        + " https://aka.ms/esvalidation. Tried 2 times; the last time it answered 202 (expected: 200).",
                refused.getMessage());
        assertEquals(List.of(ValidationFixture.START, ValidationFixture.START.plusSeconds(5)), world.askedAt);
        assertEquals(List.of(), first.subscriptions().list("orders"));
    }

    @Test
    void a_second_try_may_succeed_and_has_a_code_of_its_own() {
        List<String> codes = new ArrayList<>();
        world.receives(request -> {
            codes.add(ValidationFixture.code(request));
            return codes.size() == 1
                    ? none(new AttemptOutcome.TimedOut())
                    : answer(200, "{\"validationResponse\":\"" + codes.get(1) + "\"}");
        });
        assertEquals(State.SUCCEEDED, put(to("https://h/")).validation().state());
        assertEquals(2, new HashSet<>(codes).size());
        assertEquals(ValidationFixture.START.plusSeconds(35), world.now());
    }

    /** How long a PUT may take: 30 s, 5 s and 30 s. */
    @Test
    void the_call_is_bounded() {
        world.answers(none(new AttemptOutcome.TimedOut()));
        assertThrows(ManagementException.class, () -> put(to("https://h/")));
        assertEquals(Duration.ofSeconds(65), Duration.between(ValidationFixture.START, world.now()));
        assertEquals(Duration.ofSeconds(65), EndpointValidator.LONGEST);
    }

    /** A fault of ours is none of the endpoint's. */
    @Test
    void a_fault_of_ours_is_no_refusal() {
        world.receives(request -> {
            throw new CompletionException(new IllegalStateException("no connection was free in time"));
        });
        ManagementException unavailable = assertThrows(ManagementException.class, () -> put(to("https://h/")));
        assertEquals(ManagementException.Kind.UNAVAILABLE, unavailable.kind());
        assertEquals(List.of(), first.subscriptions().list("orders"));
    }

    /** §18: the handshake brings the token that deliveries will bring; without one nobody is asked. */
    @Test
    void an_entra_protected_webhook_is_asked_with_a_token_or_not_at_all() {
        JsonNode body = json(
                "{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':"
                        + "'https://h/','azureActiveDirectoryTenantId':'t','azureActiveDirectoryApplicationIdOrUri':'api://hook'}}}}");
        world.echoes();
        put(body);
        assertTrue(world.asked.get(0).headers().contains(new Header("Authorization", "Bearer token-1")));
        world.accessToken =
                CompletableFuture.failedFuture(new TokenUnavailableException("no Entra token for api://hook"));
        ManagementException refused = assertThrows(ManagementException.class, () -> put(body));
        assertEquals("The endpoint was not asked: no Entra token for api://hook.", refused.getMessage());
        assertEquals(1, world.asked.size());
    }

    /** Also where what gives tokens throws before it answers. */
    @Test
    void a_fault_of_ours_before_a_token_is_no_fault_of_the_call() {
        AccessTokens throwing = application -> {
            throw new IllegalStateException("no identity");
        };
        CompletableFuture<?> asked = throwing.bearerFor(new WebhookDestination(
                WebhookDestination.Type.WEB_HOOK,
                "https://h/",
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(),
                Optional.of(new EntraApplication("t", "api://hook")),
                Optional.empty()));
        assertTrue(asked.isCompletedExceptionally());
    }

    /** §4.1; the kubernetes page says that there is none, IoT Edge's names none. */
    @ParameterizedTest
    @CsvSource({"edge, edge", "k8s, kubernetes", "orders, edge"})
    void some_profiles_ask_nobody(String topic, String profile) {
        JsonNode body = json("{'properties':{'profile':'" + profile + "','destination':{'endpointType':'WebHook',"
                + "'properties':{'endpointUrl':'https://h/'}}}}");
        EventSubscription saved = first.subscriptions().put(topic, "sub-1", body);
        assertEquals(State.NOT_REQUIRED, saved.validation().state());
        assertEquals(List.of(), world.asked);
    }

    @Test
    void a_subscription_may_name_a_profile_that_asks() {
        JsonNode body = json("{'properties':{'profile':'cloud-2019','destination':{'endpointType':'WebHook',"
                + "'properties':{'endpointUrl':'https://h/'}}}}");
        world.echoes();
        first.subscriptions().put("edge", "sub-1", body);
        assertEquals(1, world.asked.size());
    }

    /** §4.1. */
    @Test
    void a_function_needs_no_handshake() {
        put(json("{'properties':{'destination':{'endpointType':'AzureFunction',"
                + "'properties':{'endpointUrl':'https://h/'}}}}"));
        assertEquals(List.of(), world.asked);
        assertEquals(State.NOT_REQUIRED, state());
    }

    @Test
    void it_can_be_switched_off() {
        world.instance(false).subscriptions().put("orders", "sub-1", to("https://h/"));
        assertEquals(List.of(), world.asked);
        assertEquals(State.NOT_REQUIRED, state());
    }

    /** §4.1: every update, also one that changes nothing; one that is refused leaves what was there. */
    @Test
    void every_update_asks_again_and_a_refused_one_changes_nothing() {
        world.echoes();
        EventSubscription saved = put(to("https://h/"));
        put(to("https://h/"));
        assertEquals(2, world.asked.size());
        world.answers(answer(500, ""));
        assertThrows(ManagementException.class, () -> put(to("https://h/other")));
        assertEquals(saved, world.stored("orders", "sub-1"));
    }

    /** Ours: an update of a filter must not cost the events of ten minutes. */
    @Test
    void an_agreement_stands_where_the_same_endpoint_now_leaves_it_to_somebody() {
        open(awaited());
        assertEquals(State.SUCCEEDED, put(to("https://h/")).validation().state());
        assertEquals(2, world.asked.size());
        assertEquals(
                State.AWAITING_MANUAL_ACTION,
                put(to("https://elsewhere/")).validation().state());
    }

    @Test
    void an_agreement_to_the_other_handshake_is_none() {
        JsonNode events = json("{'properties':{'destination':{'endpointType':'WebHook',"
                + "'properties':{'endpointUrl':'https://h/hook?code=secret'}}}}");
        world.echoes();
        put(events);
        world.answers(answer(200, ""));
        assertEquals(
                State.AWAITING_MANUAL_ACTION,
                put(json(CLOUD_EVENTS)).validation().state());
    }

    /** §4.3, created on one instance, validated through the other. */
    @Test
    void opening_the_validation_url_validates() {
        Ticket ticket = awaited();
        world.pass(Duration.ofMinutes(9));
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
        assertEquals(Answer.VALIDATED, open(ticket));
        assertEquals(State.SUCCEEDED, state());
        assertEquals(0, world.early.size());
    }

    /** §4.3: "Failed" afterwards, at once and not only when somebody swept. */
    @ParameterizedTest
    @CsvSource({"599, VALIDATED, SUCCEEDED", "600, EXPIRED, FAILED", "660, EXPIRED, FAILED", "86400, EXPIRED, FAILED"})
    void the_validation_url_counts_for_ten_minutes(int seconds, Answer answer, State state) {
        Ticket ticket = awaited();
        world.pass(Duration.ofSeconds(seconds));
        assertEquals(answer, open(ticket));
        assertEquals(state, state());
        assertEquals(
                state, first.subscriptions().list("orders").get(0).validation().state());
    }

    @Test
    void the_validation_url_counts_once() {
        Ticket ticket = awaited();
        assertEquals(Answer.VALIDATED, open(ticket));
        assertEquals(Answer.USED, open(ticket));
        assertEquals(Answer.USED, first.consents().take(ticket, Map.of()));
        assertEquals(State.SUCCEEDED, state());
    }

    /** A used one cannot bring back what was replaced since. */
    @Test
    void an_old_validation_url_says_nothing_of_a_new_endpoint() {
        Ticket old = awaited();
        put(to("https://elsewhere/"));
        Ticket current = world.ticket();
        assertEquals(Answer.NOTED, open(old));
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
        assertEquals(Answer.VALIDATED, open(current));
        first.subscriptions().delete("orders", "sub-1");
        assertEquals(Answer.NOTED, open(current));
        put(to("https://third/"));
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
    }

    /** A receiver may open it while it is still being asked, and the PUT may be on another instance. */
    @Test
    void a_consent_before_the_save_counts() {
        world.receives(request -> {
            assertEquals(Answer.NOTED, open(ValidationFixture.ticket(ValidationFixture.validationUrl(request))));
            assertEquals(Answer.USED, open(ValidationFixture.ticket(ValidationFixture.validationUrl(request))));
            return answer(200, "");
        });
        assertEquals(State.SUCCEEDED, put(to("https://h/")).validation().state());
        assertEquals(State.SUCCEEDED, state());
        assertEquals(Answer.USED, open(world.ticket()));
    }

    /** Between the save and the look at early consents, too. */
    @Test
    void a_consent_at_the_moment_of_the_save_counts() {
        world.stores.beforeWrite(() -> assertEquals(Answer.NOTED, open(world.ticket())));
        assertEquals(State.SUCCEEDED, put(to("https://h/")).validation().state());
    }

    /** The subscription is saved, and its author has looked for early consents, just before this one is kept. */
    @Test
    void a_consent_that_is_kept_too_late_finds_the_subscription() {
        Ticket ticket = awaited();
        EventSubscription saved = world.stored("orders", "sub-1");
        first.subscriptions().delete("orders", "sub-1");
        world.beforeKeep = () -> world.stores.subscriptions().create(saved);
        assertEquals(Answer.VALIDATED, open(ticket));
        assertEquals(State.SUCCEEDED, state());
    }

    /** The process dies after the handshake: then the endpoint agreed to nothing, and the author tries again. */
    @Test
    void what_was_not_saved_was_not_validated() {
        world.receives(request -> {
            open(ValidationFixture.ticket(ValidationFixture.validationUrl(request)));
            return answer(200, "");
        });
        world.stores.beforeWrite(() -> {
            throw new StorageUnavailableException("killed");
        });
        assertThrows(StorageUnavailableException.class, () -> put(to("https://h/")));
        assertEquals(List.of(), second.subscriptions().list("orders"));
        world.answers(answer(200, ""));
        assertEquals(
                State.AWAITING_MANUAL_ACTION, put(to("https://h/")).validation().state());
    }

    /** Others' writes during the handshake do not make another one. */
    @Test
    void a_write_in_the_way_does_not_ask_again() {
        world.echoes();
        put(to("https://h/1"));
        world.asked.clear();
        world.stores.beforeWrite(() -> second.subscriptions().put("orders", "sub-1", to("https://h/others")));
        put(to("https://h/mine"));
        assertEquals(2, world.asked.size());
        assertEquals(
                "https://h/mine", world.stored("orders", "sub-1").destination().endpointUrl());
    }

    @Test
    void what_was_awaited_in_vain_is_written_down_once() {
        awaited();
        world.pass(EndpointValidator.MANUAL_MAX);
        first.consents().sweep(world.log());
        second.consents().sweep(world.log());
        assertEquals(State.FAILED, world.stored("orders", "sub-1").validation().state());
        assertEquals(
                List.of(
                        "the endpoint of event subscription sub-1 of topic orders was not validated in time: it receives"
                                + " nothing until it is saved again"),
                world.told);
    }

    @Test
    void a_sweep_leaves_what_is_in_time_and_forgets_old_consents() {
        open(awaited());
        put(to("https://h/2"));
        assertEquals(Answer.NOTED, open(ticketOf(0)), "a deleted handshake's");
        world.pass(Duration.ofMinutes(9));
        first.consents().sweep(world.log());
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
        assertEquals(1, world.early.size());
        world.pass(Duration.ofHours(1));
        first.consents().sweep(world.log());
        assertEquals(0, world.early.size());
    }

    private Ticket ticketOf(int handshake) {
        return ValidationFixture.ticket(ValidationFixture.validationUrl(world.asked.get(handshake)));
    }

    /** Every character of it counts, and every part of the URL. */
    @Test
    void a_changed_validation_url_is_none() {
        Ticket genuine = awaited();
        SplittableRandom random = new SplittableRandom(20260101);
        List<Ticket> forged = new ArrayList<>(List.of(
                new Ticket("edge", genuine.subscription(), genuine.id(), genuine.time(), genuine.token()),
                new Ticket(genuine.topic(), "sub-2", genuine.id(), genuine.time(), genuine.token()),
                new Ticket(genuine.topic(), genuine.subscription(), "", genuine.time(), genuine.token()),
                new Ticket(genuine.topic(), genuine.subscription(), genuine.id(), "", genuine.token()),
                new Ticket(genuine.topic(), genuine.subscription(), genuine.id(), genuine.time(), ""),
                new Ticket(
                        genuine.topic(),
                        genuine.subscription(),
                        genuine.id(),
                        "2099-01-01T00:00:00Z",
                        genuine.token())));
        for (int i = 0; i < genuine.token().length(); i++) {
            forged.add(new Ticket(
                    genuine.topic(),
                    genuine.subscription(),
                    genuine.id(),
                    genuine.time(),
                    changed(genuine.token(), i, random)));
        }
        for (int i = 0; i < genuine.id().length(); i++) {
            forged.add(new Ticket(
                    genuine.topic(),
                    genuine.subscription(),
                    changed(genuine.id(), i, random),
                    genuine.time(),
                    genuine.token()));
        }
        forged.forEach(ticket -> assertEquals(Answer.NOT_GENUINE, open(ticket)));
        assertEquals(0, world.early.size());
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
        assertEquals(Answer.VALIDATED, open(genuine));
    }

    private static String changed(String text, int at, SplittableRandom random) {
        char other = "0123456789abcdef".charAt(random.nextInt(16));
        char instead = other == Character.toLowerCase(text.charAt(at)) ? '~' : other;
        return text.substring(0, at) + instead + text.substring(at + 1);
    }

    @Test
    void a_token_has_256_bits_and_another_key_makes_others() {
        Set<String> tokens = new HashSet<>();
        for (int key = 0; key < 100; key++) {
            tokens.add(new ValidationTokens(new byte[] {(byte) key})
                    .of("orders", "sub-1", new UUID(1, 2), "2026-11-20T09:30:00Z"));
        }
        assertEquals(100, tokens.size());
        assertTrue(tokens.stream().allMatch(token -> token.matches("[A-Za-z0-9_-]{43}")), tokens.toString());
    }

    @Test
    void no_text_shows_a_token() {
        Ticket ticket = awaited();
        String said = ticket + " " + world.asked.get(0) + " " + world.stored("orders", "sub-1") + " " + world.told;
        assertFalse(said.contains(ticket.token()), said);
    }

    /** §4.4. */
    @Test
    void a_cloud_events_endpoint_agrees_by_its_headers() {
        world.answers(answer(200, "", "webhook-allowed-origin", "eventgrid.azure.net", "webhook-allowed-rate", "120"));
        EventSubscription saved = put(json(CLOUD_EVENTS));
        assertEquals(State.SUCCEEDED, saved.validation().state());
        assertEquals(OptionalInt.of(120), saved.validation().allowedRate());
    }

    /** §4.4: the callback, with what CloudEvents lets it say. */
    @ParameterizedTest
    @CsvSource({
        "'',                  '',   VALIDATED, -1",
        "eventgrid.azure.net, '',   VALIDATED, -1",
        "*,                   60,   VALIDATED, 60",
        "*,                   *,    VALIDATED, -1",
        "other.example,       '',   REFUSED,   0",
        "*,                   fast, REFUSED,   0",
    })
    void a_cloud_events_endpoint_agrees_by_its_callback(String origin, String rate, Answer expected, int allowed) {
        put(json(CLOUD_EVENTS));
        assertEquals(State.AWAITING_MANUAL_ACTION, state());
        Answer answer = second.consents()
                .take(world.ticket(), Map.of("webhook-allowed-origin", origin, "webhook-allowed-rate", rate));
        assertEquals(expected, answer);
        if (answer == Answer.VALIDATED) {
            OptionalInt stored = world.stored("orders", "sub-1").validation().allowedRate();
            assertEquals(allowed, stored.orElse(-1));
        } else {
            assertEquals(State.AWAITING_MANUAL_ACTION, state());
        }
    }
}
