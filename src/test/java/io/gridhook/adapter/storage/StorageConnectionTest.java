package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.blob.BlobServiceClient;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore.Result;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of functions-runtime §4; nothing here reaches a server. */
class StorageConnectionTest {
    private static final String KEY = "c2VjcmV0IGtleQ==";
    private static final String MINE = "DefaultEndpointsProtocol=https;AccountName=mine;AccountKey=" + KEY;

    @Test
    void the_emulator_has_a_short_name() {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage", "UseDevelopmentStorage=true"));
        assertEquals(
                "http://127.0.0.1:10001/devstoreaccount1/retries",
                connection.queue("retries").getQueueUrl());
        assertEquals(Optional.of("http://127.0.0.1:10000/devstoreaccount1"), url(connection, "any"));
    }

    @Test
    void a_connection_string_names_an_account() {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage", MINE));
        assertEquals(
                "https://mine.queue.core.windows.net/retries",
                connection.queue("retries").getQueueUrl());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "managedidentity", "ManagedIdentity"})
    void an_identity_needs_the_account_name_alone(String credential) {
        StorageConnection connection = connect(
                Map.of("AzureWebJobsStorage__accountName", "mine", "AzureWebJobsStorage__credential", credential));
        assertEquals(
                "https://mine.queue.core.windows.net/retries",
                connection.queue("retries").getQueueUrl());
    }

    @Test
    void an_identity_may_have_its_services_named() {
        StorageConnection connection = connect(Map.of(
                "AzureWebJobsStorage__blobServiceUri", "https://mine.blob.core.chinacloudapi.cn",
                "AzureWebJobsStorage__queueServiceUri", "https://mine.queue.core.chinacloudapi.cn",
                "AzureWebJobsStorage__tableServiceUri", "https://mine.table.core.chinacloudapi.cn",
                "AzureWebJobsStorage__credential", "managedidentity",
                "AzureWebJobsStorage__clientId", "00000000-0000-0000-0000-000000000000"));
        assertEquals(
                "https://mine.queue.core.chinacloudapi.cn/retries",
                connection.queue("retries").getQueueUrl());
        assertEquals(Optional.of("https://other.blob.core.chinacloudapi.cn"), url(connection, "other"));
    }

    @ParameterizedTest
    @CsvSource({
        "AzureWebJobsStorage, no connection string, AzureWebJobsStorage",
        "AzureWebJobsStorage, AccountName=mine;AccountKey=%secret%, AzureWebJobsStorage",
        "AzureWebJobsStorage, AccountName=mine, AzureWebJobsStorage",
        "AzureWebJobsStorage, '', AzureWebJobsStorage",
        "AzureWebJobsStorage__accountName, No.Account, AzureWebJobsStorage__accountName",
        "AzureWebJobsStorage__blobServiceUri, https://mine.blob.core.windows.net, AzureWebJobsStorage__queueServiceUri",
        "AzureWebJobsStorage__blobServiceUri, https://mine.blob.core.windows.net?sig=secret, __blobServiceUri",
        "AzureWebJobsStorage__blobServiceUri, http://mine.blob.core.windows.net, __blobServiceUri",
        "Other, UseDevelopmentStorage=true, AzureWebJobsStorage"
    })
    void a_bad_setting_is_named_and_its_secrets_are_not(String name, String value, String named) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> connect(Map.of(name, value)));
        assertTrue(e.toString().contains(named), e.toString());
        assertFalse(e.toString().contains("secret"), e.toString());
    }

    @Test
    void another_kind_of_credential_is_refused() {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> connect(Map.of(
                        "AzureWebJobsStorage__accountName", "mine", "AzureWebJobsStorage__credential", "password")));
        assertEquals("AzureWebJobsStorage__credential: password (expected: managedidentity)", e.getMessage());
    }

    @Test
    void an_identity_reaches_other_accounts_by_their_name() {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage__accountName", "mine"));
        assertEquals(Optional.of("https://mine.blob.core.windows.net"), url(connection, "mine"));
        assertEquals(Optional.of("https://other.blob.core.windows.net"), url(connection, "other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example#", "evil.example?", "Mine", "a", "", "evil.example:443", "a@b"})
    void what_is_no_account_name_gets_no_token(String account) {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage__accountName", "mine"));
        assertEquals(Optional.empty(), url(connection, account));
    }

    @Test
    void an_account_key_reaches_its_own_account_alone() {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage", MINE));
        assertEquals(Optional.of("https://mine.blob.core.windows.net"), url(connection, "mine"));
        assertEquals(
                Result.REFUSED,
                new BlobDeadLetterStore(connection)
                        .write(new DeadLetterDestination("/storageAccounts/other", "deadletter"), "name", new byte[1]));
    }

    @Test
    void storage_that_does_not_answer_is_unavailable_and_no_missing_destination() throws IOException {
        StorageConnection connection = connect(Map.of("AzureWebJobsStorage", nowhere()));
        StorageUnavailableException e =
                assertThrows(StorageUnavailableException.class, () -> new StorageDeliveryQueue(connection, "retries")
                        .put("body", Duration.ZERO));
        assertEquals("queue retries: put: ConnectException", e.getMessage());
        assertEquals(
                Result.REFUSED,
                new BlobDeadLetterStore(connection)
                        .write(new DeadLetterDestination("/storageAccounts/mine", "deadletter"), "name", new byte[1]));
    }

    /** Ports that nobody listens at any more. */
    private static String nowhere() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String endpoint = "http://127.0.0.1:" + socket.getLocalPort() + "/devstoreaccount1";
            return "AccountName=devstoreaccount1;AccountKey=" + KEY + ";BlobEndpoint=" + endpoint + ";QueueEndpoint="
                    + endpoint + ";TableEndpoint=" + endpoint;
        }
    }

    private static Optional<String> url(StorageConnection connection, String account) {
        return connection.blobsOf(account).map(BlobServiceClient::getAccountUrl);
    }

    private static StorageConnection connect(Map<String, String> settings) {
        return StorageConnection.from(settings::get, transaction -> {});
    }
}
