package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static io.gridhook.app.ManagementFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.SigningSecrets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionsTest {
    private final ManagementFixture fixture = new ManagementFixture();
    private final Subscriptions subscriptions = fixture.subscriptions;

    @BeforeEach
    void create_the_topic() {
        fixture.topics.put("Orders", json("{}"));
        fixture.changed.clear();
    }

    @Test
    void a_new_subscription_is_found_in_any_letter_case() {
        EventSubscription created = subscriptions.put("orders", "Sub-1", to("https://h/"));
        assertEquals("Orders", created.topic());
        assertEquals(created, subscriptions.get("ORDERS", "SUB-1"));
        assertEquals(List.of(created), subscriptions.list("orders"));
        assertEquals(List.of("Orders"), fixture.changed);
    }

    @Test
    void an_update_keeps_generation_and_spelling() {
        EventSubscription created = subscriptions.put("orders", "Sub-1", to("https://h/1"));
        EventSubscription updated = subscriptions.put("orders", "sub-1", to("https://h/2"));
        assertEquals(created.generation(), updated.generation());
        assertEquals("Sub-1", updated.name());
        assertEquals(
                "https://h/2",
                subscriptions.get("orders", "sub-1").destination().endpointUrl());
    }

    @Test
    void a_subscription_created_again_is_of_another_generation() {
        EventSubscription first = subscriptions.put("orders", "sub-1", to("https://h/"));
        subscriptions.delete("orders", "SUB-1");
        EventSubscription second = subscriptions.put("orders", "sub-1", to("https://h/"));
        assertNotEquals(first.generation(), second.generation());
    }

    @Test
    void a_subscription_that_is_not_valid_is_not_stored() {
        assertThrows(InvalidDefinitionException.class, () -> subscriptions.put("orders", "sub-1", json("{}")));
        assertThrows(InvalidDefinitionException.class, () -> subscriptions.put("orders", "a/b", to("https://h/")));
        assertEquals(List.of(), subscriptions.list("orders"));
        assertEquals(List.of(), fixture.changed);
    }

    /** A definition that somebody else writes between read and write is read again. */
    @Test
    void a_write_in_the_way_is_tried_again() {
        fixture.stores.beforeWrite(() -> subscriptions.put("orders", "sub-1", to("https://h/other")));
        EventSubscription put = subscriptions.put("orders", "sub-1", to("https://h/mine"));
        assertEquals(List.of(put), subscriptions.list("orders"));
        assertEquals("https://h/mine", put.destination().endpointUrl());
    }

    @Test
    void a_topic_deleted_meanwhile_takes_the_new_subscription_along() {
        fixture.stores.beforeWrite(() -> fixture.topics.delete("orders"));
        assertEquals(
                ManagementException.Kind.NOT_FOUND, kind(() -> subscriptions.put("orders", "sub-1", to("https://h/"))));
        assertEquals(List.of(), fixture.stores.subscriptions().list("orders"));
    }

    /** Its endpoint may have been mended, and one that it no longer has is nobody's. */
    @Test
    void every_save_and_a_deletion_is_a_fresh_start_for_the_endpoint() {
        subscriptions.put("orders", "sub-1", to("https://h/1"));
        assertEquals(List.of("sub-1 https://h/1"), fixture.freshStarts);
        fixture.freshStarts.clear();
        subscriptions.put("orders", "SUB-1", to("https://h/2"));
        assertEquals(List.of("sub-1 https://h/1", "sub-1 https://h/2"), fixture.freshStarts);
        fixture.freshStarts.clear();
        subscriptions.delete("orders", "sub-1");
        assertEquals(List.of("sub-1 https://h/2"), fixture.freshStarts);
        fixture.freshStarts.clear();
        assertThrows(InvalidDefinitionException.class, () -> subscriptions.put("orders", "sub-2", json("{}")));
        assertThrows(ManagementException.class, () -> subscriptions.delete("orders", "sub-1"));
        assertEquals(List.of(), fixture.freshStarts);
    }

    /** Behaviour §16. */
    @Test
    void a_topic_has_at_most_500_subscriptions() {
        for (int i = 0; i < 500; i++) {
            subscriptions.put("orders", "sub-" + i, to("https://h/"));
        }
        assertEquals(
                "eventSubscriptions: topic Orders is full (expected: at most 500)",
                assertThrows(ManagementException.class, () -> subscriptions.put("orders", "sub-500", to("https://h/")))
                        .getMessage());
        subscriptions.put("orders", "sub-499", to("https://h/updated"));
        assertEquals(500, subscriptions.list("orders").size());
    }

    @ParameterizedTest
    @CsvSource({"missing, sub-1", "a/b, sub-1", "orders, missing", "orders, a/b", "orders, ''"})
    void what_does_not_exist_is_not_found(String topic, String name) {
        assertEquals(ManagementException.Kind.NOT_FOUND, kind(() -> subscriptions.get(topic, name)));
        assertEquals(ManagementException.Kind.NOT_FOUND, kind(() -> subscriptions.delete(topic, name)));
    }

    @Test
    void a_topic_that_does_not_exist_has_no_subscriptions_to_put_or_list() {
        assertEquals(ManagementException.Kind.NOT_FOUND, kind(() -> subscriptions.list("missing")));
        assertEquals(
                ManagementException.Kind.NOT_FOUND,
                kind(() -> subscriptions.put("missing", "sub-1", to("https://h/"))));
    }

    private static ManagementException.Kind kind(Executable call) {
        return assertThrows(ManagementException.class, call).kind();
    }

    private static JsonNode signed(String signing) {
        return json("{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/'"
                + signing + "}}}}");
    }

    @Test
    void a_signing_secret_is_made_once_and_rotated() {
        EventSubscription created = subscriptions.put("orders", "sub-1", signed(",'signing':{}"));
        SigningSecrets first = subscriptions.signingSecrets("orders", "sub-1");
        assertEquals(created.destination().signing(), Optional.of(first));
        subscriptions.put("orders", "sub-1", signed(",'signing':{}"));
        assertEquals(first, subscriptions.signingSecrets("orders", "sub-1"));
        fixture.changed.clear();
        SigningSecrets rotated = subscriptions.rotateSigningSecret("orders", "sub-1", json("{}"));
        assertNotEquals(first.current(), rotated.current());
        assertEquals(
                Optional.of(new SigningSecrets.Previous(first.current(), Instant.parse("2026-01-02T00:00:00Z"))),
                rotated.previous());
        assertEquals(rotated, subscriptions.signingSecrets("orders", "sub-1"));
        assertEquals(created.generation(), subscriptions.get("orders", "sub-1").generation());
        assertEquals(List.of("Orders"), fixture.changed);
    }

    /** A call that is repeated for want of an answer must not end the overlap. */
    @Test
    void a_rotation_to_the_secret_in_use_changes_nothing() {
        subscriptions.put("orders", "sub-1", signed(",'signing':{}"));
        JsonNode body = json("{'secret':'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}");
        SigningSecrets rotated = subscriptions.rotateSigningSecret("orders", "sub-1", body);
        assertEquals(rotated, subscriptions.rotateSigningSecret("orders", "sub-1", body));
    }

    @Test
    void without_an_overlap_the_old_secret_ends_at_once() {
        subscriptions.put("orders", "sub-1", signed(",'signing':{}"));
        assertEquals(
                Optional.empty(),
                subscriptions
                        .rotateSigningSecret("orders", "sub-1", json("{'overlap':'PT0S'}"))
                        .previous());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'overlap':'P31D'}     | overlap: P31D (expected: an ISO-8601 duration of PT0S..PT720H)",
                "{'overlap':'PT-1S'}    | overlap: PT-1S (expected: an ISO-8601 duration of PT0S..PT720H)",
                "{'overlap':'soon'}     | overlap: soon (expected: an ISO-8601 duration of PT0S..PT720H)",
                "{'secret':1}           | secret: not one (expected: whsec_ and the base64 of 24..64 random bytes, padded)",
                "{'other':'x'}          | other: unknown property (expected: overlap, secret)",
            })
    void a_wrong_rotation_is_refused(String body, String message) {
        subscriptions.put("orders", "sub-1", signed(",'signing':{}"));
        assertEquals(
                message,
                assertThrows(
                                InvalidDefinitionException.class,
                                () -> subscriptions.rotateSigningSecret("orders", "sub-1", json(body)))
                        .getMessage());
    }

    @Test
    void what_is_not_signed_has_no_secrets() {
        subscriptions.put("orders", "sub-1", signed(""));
        for (Executable call : List.<Executable>of(
                () -> subscriptions.signingSecrets("orders", "sub-1"),
                () -> subscriptions.rotateSigningSecret("orders", "sub-1", json("{}")))) {
            assertEquals(
                    "eventSubscription: sub-1 is not signed (expected: one with signing in its destination)",
                    assertThrows(ManagementException.class, call).getMessage());
        }
    }
}
