package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.trust.EndpointGuard;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 4, point 5: dead-letter destinations are a write primitive. */
class DeadLetterDestinationsTest {
    private static DeadLetterDestinations in(boolean isEmulator, String list) {
        return new DeadLetterDestinations(
                "mine",
                isEmulator,
                Set.of("payloads", "poison"),
                Arrays.stream(list.split(","))
                        .filter(entry -> !entry.isEmpty())
                        .map(DeadLetterDestinations.Allowed::parse)
                        .toList());
    }

    private static String verdict(DeadLetterDestinations destinations, String account, String container) {
        return destinations
                .refusal(new DeadLetterDestination("/subscriptions/s/storageAccounts/" + account, container))
                .map(refusal -> refusal.substring(0, refusal.indexOf(':')))
                .orElse("allowed");
    }

    @ParameterizedTest
    @CsvSource({
        // list, account, container, in Azure, on the emulator
        "'',                    mine,  deadletter,          allowed,               allowed",
        "'',                    mine,  anything,            allowed,               allowed",
        "'',                    other, deadletter,          resourceId,            allowed",
        "'',                    mine,  payloads,            blobContainerName,     blobContainerName",
        "'',                    mine,  poison,              blobContainerName,     blobContainerName",
        "'',                    mine,  azure-webjobs-hosts, blobContainerName,     blobContainerName",
        "'',                    mine,  azure-webjobs-secrets, blobContainerName,   blobContainerName",
        "'',                    mine,  app-package-gh-1234, blobContainerName,     blobContainerName",
        "'',                    mine,  scm-releases,        blobContainerName,     blobContainerName",
        "'',                    mine,  function-releases,   blobContainerName,     blobContainerName",
        "'',                    other, payloads,            resourceId,            blobContainerName",
        "'mine/letters,other/*',  mine,  letters,             allowed,               allowed",
        "'mine/letters,other/*',  mine,  deadletter,          deadLetterDestination, deadLetterDestination",
        "'mine/letters,other/*',  other, deadletter,          allowed,               allowed",
        "'mine/letters,other/*',  other, payloads,            allowed,               blobContainerName",
        "'mine/letters,other/*',  third, letters,             deadLetterDestination, deadLetterDestination",
        "other/letters,         mine,  letters,             deadLetterDestination, deadLetterDestination",
        "mine/*,                mine,  anything,            allowed,               allowed",
        "mine/*,                mine,  payloads,            blobContainerName,     blobContainerName",
        "mine/payloads,         mine,  payloads,            blobContainerName,     blobContainerName",
    })
    void a_destination_is_allowed_or_the_property_that_is_wrong_is_named(
            String list, String account, String container, String inAzure, String onEmulator) {
        assertEquals(inAzure, verdict(in(false, list), account, container));
        assertEquals(onEmulator, verdict(in(true, list), account, container));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''      | mine  | payloads | blobContainerName: payloads (expected: a container that neither Gridhook nor the Functions host keeps for itself)",
                "''      | other | letters  | resourceId: storage account other (expected: the app's own, mine, or one that GRIDHOOK_DEADLETTER_DESTINATIONS allows)",
                "a1b/xyz | other | letters | deadLetterDestination: other/letters (expected: one that GRIDHOOK_DEADLETTER_DESTINATIONS allows)",
            })
    void a_refusal_names_the_value_and_what_is_expected(String list, String account, String container, String message) {
        assertEquals(
                message,
                in(false, list)
                        .refusal(new DeadLetterDestination("/storageAccounts/" + account, container))
                        .orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mine",
                "mine/",
                "/letters",
                "Mine/letters",
                "mi/letters",
                "mine/Letters",
                "mine/le",
                "*/letters",
                "mine/a--b",
                "mine/letters/more",
                "mine/$web",
                "mine/lett*",
                "mine /letters"
            })
    void what_is_no_entry_is_told(String text) {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> DeadLetterDestinations.Allowed.parse(text))
                        .getMessage());
        assertTrue(message.startsWith(text + " (expected: "), message);
    }

    /** When it is saved, its author hears of it. */
    @ParameterizedTest
    @CsvSource({"other, letters, resourceId", "mine, payloads, blobContainerName"})
    void a_subscription_with_a_destination_that_is_not_allowed_is_not_saved(
            String account, String container, String property) {
        EventSubscriptionReader reader = new EventSubscriptionReader(
                Definitions.PROFILES,
                EndpointGuard.STRICT,
                new WebhookApplications(Set.of()),
                in(false, ""),
                new QueueDestinations("account", false, Set.of(), List.of()));
        for (String form : List.of(
                "'deadLetterDestination':%s", "'deadLetterWithResourceIdentity':{'deadLetterDestination':%s}")) {
            String body = Definitions.with(
                    form.formatted("{'endpointType':'StorageBlob','properties':{'resourceId':'/x/storageAccounts/"
                            + account + "','blobContainerName':'" + container + "'}}"));
            String message = assertThrows(
                            InvalidDefinitionException.class,
                            () -> reader.read(
                                    Definitions.json(body),
                                    Definitions.topic(EventSchema.EVENT_GRID, Optional.empty()),
                                    "sub-1",
                                    1,
                                    Definitions.NOW,
                                    Definitions.SECRETS))
                    .getMessage();
            assertTrue(message.startsWith(property + ": "), message);
        }
    }
}
