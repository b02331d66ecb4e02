package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.json;
import static io.gridhook.core.topic.Definitions.read;
import static io.gridhook.core.topic.Definitions.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.trust.SigningSecret;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §12 and §18, and {@code signing}, which is ours. */
class DeliveryAttributeReaderTest {
    private static final String URL = "'endpointUrl':'https://h/'";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEXT = SigningSecret.of(new byte[32]).text();

    private static WebhookDestination destination(String setting) {
        return read(to("WebHook", URL + "," + setting)).destination();
    }

    private static WebhookDestination over(WebhookDestination stored, String setting) {
        return Definitions.reader(false)
                .read(
                        json(to("WebHook", URL + "," + setting)),
                        Definitions.topic(EventSchema.EVENT_GRID, Optional.empty()),
                        "sub-1",
                        7,
                        Definitions.NOW,
                        new SecretSource(Optional.of(stored), Definitions.SECRETS.fresh()))
                .destination();
    }

    private static String message(String setting) {
        return assertThrows(InvalidDefinitionException.class, () -> destination(setting))
                .getMessage();
    }

    private static String fixed(String name, String properties) {
        return "'deliveryAttributeMappings':[{'name':'" + name + "','type':'Static','properties':{" + properties
                + "}}]";
    }

    private static JsonNode shown(WebhookDestination destination) {
        EventSubscription subscription = read(to("WebHook", URL)).with(destination);
        return new EdgeDefinitions(Definitions.IDS).subscription(subscription).at("/properties/destination/properties");
    }

    /** §12's own examples. */
    @Test
    void static_and_dynamic_headers_are_read_in_their_order() {
        WebhookDestination read = destination("""
                'deliveryAttributeMappings':[
                 {'name':'X-A','type':'Static','properties':{'value':'v','isSecret':true}},
                 {'name':'X-B','type':'dynamic','properties':{'sourceField':'data.system'}},
                 {'Name':'X-C','TYPE':'STATIC','Properties':{'Value':'w'}}]""");
        assertEquals(
                List.of(
                        new DeliveryAttribute.Fixed("X-A", "v", true),
                        new DeliveryAttribute.Dynamic(
                                "X-B", JsonPath.parse("data.system").orElseThrow()),
                        new DeliveryAttribute.Fixed("X-C", "w", false)),
                read.deliveryAttributes());
    }

    @Test
    void secret_values_are_shown_by_the_call_for_them_alone() {
        WebhookDestination read = destination("""
                'deliveryAttributeMappings':[
                 {'name':'X-A','type':'Static','properties':{'value':'planted','isSecret':true}},
                 {'name':'X-B','type':'Dynamic','properties':{'sourceField':'data.system'}},
                 {'name':'X-C','type':'Static','properties':{'value':'open','isSecret':false}}]""");
        String head = "[{'name':'X-A','type':'Static','properties':{";
        String tail = "'isSecret':true}},{'name':'X-B','type':'Dynamic','properties':{'sourceField':'data.system'}},"
                + "{'name':'X-C','type':'Static','properties':{'value':'open','isSecret':false}}]";
        assertEquals(json(head + tail), shown(read).path("deliveryAttributeMappings"));
        EventSubscription subscription = read(to("WebHook", URL)).with(read);
        assertEquals(
                json("{'value':" + head + "'value':'planted'," + tail + "}"),
                new EdgeDefinitions(Definitions.IDS).deliveryAttributes(subscription));
        assertFalse((read + "" + read.deliveryAttributes()).contains("planted"));
    }

    /** What a GET shows can be PUT again: a secret that is not repeated stays. */
    @Test
    void a_secret_that_is_not_repeated_is_kept() {
        WebhookDestination stored = destination(fixed("X-A", "'value':'planted','isSecret':true"));
        assertEquals(
                List.of(new DeliveryAttribute.Fixed("x-a", "planted", true)),
                over(stored, fixed("x-a", "'isSecret':true")).deliveryAttributes());
        assertEquals(
                List.of(new DeliveryAttribute.Fixed("X-A", "new", true)),
                over(stored, fixed("X-A", "'value':'new','isSecret':true")).deliveryAttributes());
        for (String other : List.of(fixed("X-A", "'isSecret':false"), fixed("X-B", "'isSecret':true"))) {
            String message = assertThrows(InvalidDefinitionException.class, () -> over(stored, other))
                    .getMessage();
            assertEquals(
                    ".value: missing (expected: at most 4096 bytes, printable ASCII)",
                    message.substring(message.indexOf('.')));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aeg-x",
                "AEG-Event-Type",
                "",
                "X A",
                "X:A",
                "X-Ä",
                "X-A\\r\\nX-B",
                "X\\u0000",
                "(x)",
            })
    void a_name_that_is_none_is_refused(String name) {
        String message = message(fixed(name, "'value':'v'"));
        assertEquals(
                " (expected: an HTTP header's name, 1..128 of A-Z a-z 0-9 !#$%&'*+-.^_`|~, that does not begin with aeg-)",
                message.substring(message.indexOf(" (expected")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Keep-Alive",
                "TE",
                "Trailer",
                "Upgrade",
                "Expect",
                "Proxy-Authorization",
                "Content-Type",
                "Origin",
                "Accept-Encoding",
                "webhook-signature",
                "WebHook-Request-Origin",
            })
    void headers_of_the_transport_and_of_ours_are_refused(String name) {
        assertEquals(
                "deliveryAttributeMappings.name: " + name
                        + " (expected: a header that neither HTTP nor Gridhook sets itself)",
                message(fixed(name, "'value':'v'")));
    }

    /** Nothing in a value begins a header of its own, and no message repeats it. */
    @ParameterizedTest
    @ValueSource(strings = {"planted\\r\\nX-B: 1", "planted\\n", "pla\\u0000nted", "planted\\tx", "plantedä"})
    void a_value_that_no_header_can_have_is_refused(String value) {
        String message = message(fixed("X-A", "'value':'x" + value + "x'"));
        assertEquals(
                " characters, or one that no header may have (expected: at most 4096 bytes, printable ASCII)",
                message.substring(message.indexOf(" characters")));
        assertFalse(message.contains("planted"), message);
    }

    @Test
    void ten_headers_of_4096_bytes_are_read_and_no_more() {
        String value = "v".repeat(4_096);
        assertEquals(10, destination(headers(10, value)).deliveryAttributes().size());
        assertEquals("deliveryAttributeMappings: 11 elements (expected: an array of 0..10)", message(headers(11, "v")));
        assertEquals(
                "deliveryAttributeMappings X-0.value: 4097 characters, or one that no header may have"
                        + " (expected: at most 4096 bytes, printable ASCII)",
                message(headers(1, value + "v")));
    }

    private static String headers(int count, String value) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'name':'X-" + i + "','type':'Static','properties':{'value':'" + value + "'}}")
                .collect(Collectors.joining(",", "'deliveryAttributeMappings':[", "]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'deliveryAttributeMappings':{}                     | deliveryAttributeMappings: not an array (expected: an array of 0..10)",
                "'deliveryAttributeMappings':['planted']            | deliveryAttributeMappings[0]: not an object (expected: name, type and properties)",
                "'deliveryAttributeMappings':[{'name':'X-A','type':'Other','properties':{}}] | deliveryAttributeMappings.type: Other (expected: Static or Dynamic)",
                "'deliveryAttributeMappings':[{'name':'X-A','type':'Dynamic','properties':{'sourceField':'a[*]'}}] | deliveryAttributeMappings.sourceField: a[*] (expected: a JSON path to one value, such as data.system, data.items[0] or data['a.b'])",
                "'deliveryAttributeMappings':[{'name':'X-A','type':'Static','properties':{'value':1}}] | deliveryAttributeMappings X-A.value: not a string (expected: at most 4096 bytes, printable ASCII)",
                "'azureActiveDirectoryTenantId':'t'                 | azureActiveDirectoryApplicationIdOrUri: missing (expected: both, as azureActiveDirectoryTenantId is given)",
                "'azureActiveDirectoryApplicationIdOrUri':'api://a' | azureActiveDirectoryTenantId: missing (expected: both, as azureActiveDirectoryApplicationIdOrUri is given)",
                "'azureActiveDirectoryTenantId':'t','azureActiveDirectoryApplicationIdOrUri':'https://storage.azure.com' | azureActiveDirectoryApplicationIdOrUri: https://storage.azure.com (expected: one that GRIDHOOK_WEBHOOK_APPLICATIONS allows)",
                "'azureActiveDirectoryTenantId':'../x','azureActiveDirectoryApplicationIdOrUri':'a' | azureActiveDirectoryTenantId: ../x (expected: a tenant's id or domain, 1..253 of A-Z a-z 0-9 . -)",
                "'azureActiveDirectoryTenantId':'t','azureActiveDirectoryApplicationIdOrUri':'a b' | azureActiveDirectoryApplicationIdOrUri: a b (expected: an application's id or its URI, 1..512 printable characters without blanks)",
                "'signing':'planted'                                | signing: not an object (expected: {} or {\"secret\": \"whsec_…\"})",
                "'signing':{'secret':'planted'}                     | secret: not one (expected: whsec_ and the base64 of 24..64 random bytes, padded)",
                "'signing':{'scheme':'Mine'}                        | signing.scheme: Mine (expected: StandardWebhooks)",
            })
    void what_is_wrong_is_refused(String setting, String message) {
        assertEquals(message, message(setting));
    }

    @Test
    void a_name_is_given_once() {
        String one = "{'name':'X-A','type':'Static','properties':{'value':'v'}}";
        assertEquals(
                "deliveryAttributeMappings.name: x-a (expected: another name for each, in any letter case)",
                message("'deliveryAttributeMappings':[" + one + "," + one.replace("X-A", "x-a") + "]"));
    }

    /** §18, and §12: a request has one Authorization. */
    @Test
    void an_entra_application_is_read_shown_and_alone() {
        String entra = "'azureActiveDirectoryTenantId':'contoso.onmicrosoft.com',"
                + "'azureActiveDirectoryApplicationIdOrUri':'api://hook'";
        WebhookDestination read = destination(entra);
        assertEquals(Optional.of(new EntraApplication("contoso.onmicrosoft.com", "api://hook")), read.entra());
        assertEquals(json("{" + URL + ",'endpointBaseUrl':'https://h/'," + entra + "}"), shown(read));
        assertEquals(
                "deliveryAttributeMappings Authorization: given beside azureActiveDirectoryApplicationIdOrUri"
                        + " (expected: one of the two, as a request has one Authorization)",
                message(entra + "," + fixed("authorization", "'value':'Bearer x'")));
        assertEquals(
                "Bearer x",
                ((DeliveryAttribute.Fixed) destination(fixed("Authorization", "'value':'Bearer x'"))
                                .deliveryAttributes()
                                .get(0))
                        .value());
        assertEquals(
                "azureActiveDirectoryApplicationIdOrUri: given for AzureFunction (expected: only for WebHook)",
                assertThrows(InvalidDefinitionException.class, () -> read(to("AzureFunction", URL + "," + entra)))
                        .getMessage());
    }

    @Test
    void signing_is_off_until_it_is_asked_for() {
        assertEquals(Optional.empty(), read(to("WebHook", URL)).destination().signing());
        assertEquals(Optional.empty(), destination("'signing':null").signing());
    }

    @Test
    void a_signing_secret_is_given_or_made_and_shown_nowhere() {
        for (String setting : List.of(
                "'signing':{}", "'signing':{'scheme':'StandardWebhooks'}", "'signing':{'secret':'" + SECRET + "'}")) {
            WebhookDestination read = destination(setting);
            assertEquals(Optional.of(SigningSecrets.of(new SigningSecret(SECRET))), read.signing(), setting);
            assertEquals(json("{'scheme':'StandardWebhooks'}"), shown(read).path("signing"));
            assertFalse((read + "" + read.signing()).contains(SECRET));
        }
    }

    /** Both secrets, while one takes over from the other. */
    @Test
    void what_is_saved_again_keeps_its_secrets() {
        SigningSecrets rotated = SigningSecrets.of(new SigningSecret(SECRET))
                .rotated(new SigningSecret(NEXT), Definitions.NOW.plusSeconds(60));
        WebhookDestination stored = new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty())
                .with(rotated);
        assertEquals(Optional.of(rotated), over(stored, "'signing':{}").signing());
        assertEquals(
                Optional.of(rotated),
                over(stored, "'signing':{'secret':'" + NEXT + "'}").signing());
        assertEquals(
                Optional.of(SigningSecrets.of(new SigningSecret(SECRET))),
                over(stored, "'signing':{'secret':'" + SECRET + "'}").signing());
        assertEquals(Optional.empty(), over(stored, "'maxEventsPerBatch':2").signing());
    }

    @Test
    void the_secret_before_signs_until_its_end() {
        SigningSecret before = new SigningSecret(SECRET);
        SigningSecret after = new SigningSecret(NEXT);
        SigningSecrets rotated = SigningSecrets.of(before).rotated(after, Definitions.NOW.plusSeconds(60));
        assertEquals(List.of(after, before), rotated.valid(Definitions.NOW.plusSeconds(59)));
        assertEquals(List.of(after), rotated.valid(Definitions.NOW.plusSeconds(60)));
    }
}
