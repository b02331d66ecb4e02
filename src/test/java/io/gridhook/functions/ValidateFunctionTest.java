package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static io.gridhook.app.ManagementFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.EndpointConsents.Ticket;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.Readiness;
import io.gridhook.app.ValidationFixture;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Translation alone: the validation URL as a browser or a receiver opens it, and the management calls around it (behaviour §4). */
class ValidateFunctionTest {
    private static final String KEY = "management-key";
    private static final String BODY = to("https://h/hook?code=secret").toString();

    private final ValidationFixture world = new ValidationFixture();
    private final ValidationFixture.Instance instance = world.instance();
    private final SubscriptionsFunction subscriptions = new SubscriptionsFunction(
            instance.subscriptions(),
            new ManagementFixture().dryRun,
            new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false)),
            ManagementFixture.access(KEY));
    private final ValidateFunction function = new ValidateFunction(instance.consents(), Readiness.READY);

    private HttpResponseMessage manage(HttpMethod method) {
        FakeHttpRequest request = new FakeHttpRequest(method, "https://g/topics/orders/eventSubscriptions/sub-1")
                .header("aeg-sas-key", KEY)
                .body(method == HttpMethod.PUT ? BODY : "");
        return subscriptions.subscription(request, "orders", "sub-1");
    }

    /** As the host routes it. */
    private HttpResponseMessage open(HttpMethod method, URI url) {
        String[] path = url.getPath().split("/", -1);
        return function.validate(new FakeHttpRequest(method, url.toString()), path[2], path[4]);
    }

    private URI awaited() {
        assertEquals(200, manage(HttpMethod.PUT).getStatusCode());
        return ValidationFixture.validationUrl(world.asked.get(0));
    }

    private static String text(HttpResponseMessage response) {
        return String.valueOf(response.getBody());
    }

    private String state() {
        return json(text(manage(HttpMethod.GET)))
                .at("/properties/provisioningState")
                .asText("none");
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpMethod.class,
            names = {"GET", "POST"})
    void the_validation_url_is_opened_without_a_key(HttpMethod method) {
        URI url = awaited();
        assertEquals("AwaitingManualAction", state());
        HttpResponseMessage response = open(method, url);
        assertEquals(200, response.getStatusCode());
        assertEquals("\"Webhook successfully validated as a subscription endpoint.\"", text(response));
        assertEquals("Succeeded", state());
    }

    /** A mail program's preview is nobody's consent. */
    @ParameterizedTest
    @EnumSource(
            value = HttpMethod.class,
            names = {"HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"})
    void no_other_method_validates(HttpMethod method) {
        URI url = awaited();
        HttpResponseMessage response = open(method, url);
        assertEquals(405, response.getStatusCode());
        assertEquals("GET, POST", response.getHeader("Allow"));
        assertEquals("AwaitingManualAction", state());
    }

    @Test
    void what_does_not_validate_says_why() {
        URI url = awaited();
        assertEquals(
                400,
                open(HttpMethod.GET, URI.create(url.toString().replace("token=", "token=x")))
                        .getStatusCode());
        assertEquals(
                400,
                open(HttpMethod.GET, URI.create("https://g" + url.getPath())).getStatusCode());
        HttpResponseMessage refused = function.validate(
                new FakeHttpRequest(HttpMethod.POST, url.toString()).header("WebHook-Allowed-Origin", "other.example"),
                "orders",
                "sub-1");
        assertEquals(400, refused.getStatusCode());
        assertEquals(200, open(HttpMethod.GET, url).getStatusCode());
        assertEquals(409, open(HttpMethod.GET, url).getStatusCode());
        manage(HttpMethod.DELETE);
        world.asked.clear();
        URI second = awaited();
        world.pass(Duration.ofMinutes(11));
        assertEquals(410, open(HttpMethod.GET, second).getStatusCode());
        assertEquals("Failed", state());
    }

    /** Nothing tells whether there is a subscription of that name. */
    @Test
    void a_stranger_learns_nothing() {
        URI url = awaited();
        String query = "?id=" + world.ticket().id() + "&t=" + world.ticket().time() + "&token=guessed";
        HttpResponseMessage there = open(HttpMethod.GET, URI.create("https://g" + url.getPath() + query));
        HttpResponseMessage nowhere =
                open(HttpMethod.GET, URI.create("https://g/topics/no/eventSubscriptions/no-1/validate" + query));
        assertEquals(there.getStatusCode(), nowhere.getStatusCode());
        assertEquals(text(there), text(nowhere));
    }

    @Test
    void without_storage_it_is_to_be_tried_again() {
        URI url = awaited();
        world.stores.refuse();
        HttpResponseMessage response = open(HttpMethod.GET, url);
        assertEquals(503, response.getStatusCode());
        assertEquals("5", response.getHeader("Retry-After"));
    }

    /** §4.2, with Event Grid's code; nothing of the endpoint's answer, its query string or the token is in it. */
    @Test
    void a_refused_endpoint_is_a_bad_request() {
        world.receives(request -> ValidationFixture.answer(403, "the endpoint's own words"));
        HttpResponseMessage response = manage(HttpMethod.PUT);
        assertEquals(400, response.getStatusCode());
        assertEquals(
                "Url validation", json(text(response)).at("/error/details/code").asText());
        Ticket ticket = world.ticket();
        for (String secret : Set.of("own words", "code=secret", ticket.token())) {
            assertFalse(text(response).contains(secret), secret);
        }
        assertEquals(404, manage(HttpMethod.GET).getStatusCode());
    }

    /** Neither the token nor the code is ever shown. */
    @Test
    void a_definition_shows_its_state_alone() {
        awaited();
        String shown = text(manage(HttpMethod.GET));
        assertFalse(
                shown.contains(world.ticket().token())
                        || shown.contains(world.ticket().id()),
                shown);
    }
}
