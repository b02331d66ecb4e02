package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.identity.WebhookIdentity;
import io.gridhook.app.EndpointValidator;
import io.gridhook.app.FirstAttempts;
import io.gridhook.app.Permits;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.EntraRules;
import io.gridhook.core.trust.Grant;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every default, every value, and every way to be wrong. */
class AppSettingsTest {
    private static final String MANAGEMENT_KEY = "a-management-key-of-one's-own";
    private static final String TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    private static final String ENCRYPTION_KEY = Base64.getEncoder().encodeToString(new byte[32]);

    /** Without its id a secret would be a managed identity's. */
    @Test
    void a_client_secret_needs_its_client_id() {
        assertEquals(
                List.of("GRIDHOOK_WEBHOOK_CLIENT_ID: empty (expected: the application's id, as"
                        + " GRIDHOOK_WEBHOOK_CLIENT_SECRET is set)"),
                problems(env("GRIDHOOK_WEBHOOK_CLIENT_SECRET", "planted")));
    }

    /** The two settings that there must be, and these: name, value, name, value. */
    private static Map<String, String> env(String... more) {
        Map<String, String> env = new HashMap<>();
        env.put("GRIDHOOK_MANAGEMENT_KEY", MANAGEMENT_KEY);
        env.put("GRIDHOOK_ENCRYPTION_KEY", ENCRYPTION_KEY);
        for (int i = 0; i < more.length; i += 2) {
            env.put(more[i], more[i + 1]);
        }
        return env;
    }

    private static AppSettings settings(String... more) {
        return AppSettings.from(env(more));
    }

    private static List<String> problems(Map<String, String> env) {
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> AppSettings.from(env))
                .getMessage());
        assertTrue(message.startsWith("wrong settings: "), message);
        return List.of(message.substring("wrong settings: ".length()).split("; ", -1));
    }

    @Test
    void every_default() {
        assertEquals(
                new AppSettings(
                        "cloud",
                        30,
                        Duration.ofSeconds(7_200),
                        MANAGEMENT_KEY,
                        Set.of(),
                        ENCRYPTION_KEY,
                        List.of(),
                        "default",
                        Optional.of("gridhook"),
                        Duration.ofMinutes(5),
                        Duration.ofHours(4),
                        Duration.ofDays(14),
                        new ProbationRules(10, 3, Duration.ofHours(4), true),
                        new Permits.Limits(128, 1_024, 1_024),
                        Duration.ofSeconds(3),
                        new FirstAttempts.Limits(128, Duration.ofSeconds(60)),
                        false,
                        new HistoryRules(true, 0, false, Duration.ofDays(7)),
                        Optional.empty(),
                        true,
                        false,
                        false,
                        false,
                        false,
                        new WebhookIdentity("", ""),
                        new WebhookApplications(Set.of()),
                        List.of(),
                        List.of(),
                        List.of(),
                        new TopicIds(
                                "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/local"
                                        + "/providers/Microsoft.EventGrid/topics/",
                                "/iotHubs/local/devices/local/modules/gridhook/topics/",
                                false),
                        new TrustSettings(Optional.empty(), Optional.empty(), new AttemptRules(30, 1)),
                        new EndpointValidator.Settings(true, "http://localhost:7071")),
                settings());
    }

    @Test
    void everything_can_be_set() {
        String key = Base64.getEncoder()
                .encodeToString("another key of thirty-two bytes!".getBytes(StandardCharsets.US_ASCII));
        assertEquals(
                new AppSettings(
                        "edge",
                        50,
                        Duration.ofSeconds(60),
                        "another-management-key",
                        Set.of("module-key-number-1", "module-key-number-2"),
                        key,
                        List.of(ENCRYPTION_KEY, key),
                        "events",
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        Duration.ofDays(30),
                        new ProbationRules(5, 2, Duration.ofMinutes(90), false),
                        new Permits.Limits(16, 256, 1),
                        Duration.ofSeconds(10),
                        new FirstAttempts.Limits(0, Duration.ofMinutes(2)),
                        true,
                        new HistoryRules(true, 100, true, Duration.ofDays(30)),
                        Optional.of(Duration.ofDays(3)),
                        false,
                        true,
                        true,
                        true,
                        true,
                        new WebhookIdentity("client", "planted-secret"),
                        new WebhookApplications(Set.of("api://a", "b")),
                        List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1")),
                        List.of(new DeadLetterDestinations.Allowed("mine", Optional.of("in-box"))),
                        List.of(
                                new DeadLetterDestinations.Allowed("mine", Optional.of("letters")),
                                new DeadLetterDestinations.Allowed("other", Optional.empty())),
                        new TopicIds(
                                "/subscriptions/sub/resourceGroups/rg/providers/Microsoft.EventGrid/topics/",
                                "/iotHubs/hub/devices/dev/modules/mod/topics/",
                                true),
                        new TrustSettings(
                                Optional.of("a-key-to-read-with"),
                                Optional.of(new EntraSettings(
                                        URI.create("https://keys.example/keys"),
                                        new EntraRules(Set.of("https://issuer/"), Set.of("api://one", "two")),
                                        new Grant(Set.of("Sender", "Publisher"), Set.of("events.send")),
                                        new Grant(Set.of("Contributor"), Set.of()),
                                        new Grant(Set.of("Reader"), Set.of()))),
                                new AttemptRules(5, 2)),
                        new EndpointValidator.Settings(false, "https://hooks.example/gridhook")),
                settings(
                        "GRIDHOOK_ENDPOINT_VALIDATION", "false",
                        "GRIDHOOK_PUBLIC_URL", "https://hooks.example/gridhook/",
                        "GRIDHOOK_PROFILE", "Edge ",
                        "broker__defaultMaxDeliveryAttempts", "50",
                        "broker__defaultEventTimeToLiveInSeconds", "60",
                        "GRIDHOOK_MANAGEMENT_KEY", "another-management-key",
                        "inbound__clientAuth__sasKeys__enabled", "True",
                        "inbound__clientAuth__sasKeys__key1", "module-key-number-1",
                        "inbound__clientAuth__sasKeys__key2", "module-key-number-2",
                        "GRIDHOOK_ENCRYPTION_KEY", key,
                        "GRIDHOOK_DECRYPTION_KEYS", ENCRYPTION_KEY + " , " + key + ",",
                        "GRIDHOOK_DEFAULT_TOPIC", "events",
                        "GRIDHOOK_NOTICES_TOPIC", "Off",
                        "GRIDHOOK_WEBHOOK_CLIENT_ID", "client",
                        "GRIDHOOK_WEBHOOK_APPLICATIONS", "api://a, b",
                        "GRIDHOOK_WEBHOOK_CLIENT_SECRET", "planted-secret",
                        "GRIDHOOK_DEADLETTER_DELAY", "PT0S",
                        "GRIDHOOK_DEADLETTER_GIVE_UP", "PT1M",
                        "GRIDHOOK_PAYLOAD_RETENTION", "P30D",
                        "GRIDHOOK_PROBATION_FAILURES", "5",
                        "GRIDHOOK_PROBATION_REFUSALS", "2",
                        "GRIDHOOK_PROBATION_LONGEST", "PT90M",
                        "GRIDHOOK_DISABLE_ON_GONE", "false",
                        "GRIDHOOK_POSTS_PER_ENDPOINT", "16",
                        "GRIDHOOK_POSTS_PER_INSTANCE", "256",
                        "GRIDHOOK_SLOW_POSTS", "1",
                        "GRIDHOOK_PATIENCE", "PT10S",
                        "GRIDHOOK_FIRST_ATTEMPTS_AT_ONCE", "0",
                        "GRIDHOOK_LOG_DELIVERIES", "All",
                        "GRIDHOOK_DELIVERY_LOG", "Sampled:100",
                        "GRIDHOOK_DELIVERY_LOG_RETENTION", "P30D",
                        "GRIDHOOK_PUBLISH_LOG", "true",
                        "GRIDHOOK_KEEP_DELIVERED", "P3D",
                        "GRIDHOOK_LEDGER", "false",
                        "GRIDHOOK_FIRST_ATTEMPT_LEASE", "PT2M",
                        "GRIDHOOK_CREATE_STORAGE", "true",
                        "GRIDHOOK_CREATE_DEFAULT_TOPIC", "true",
                        "GRIDHOOK_ALLOW_HTTP", "TRUE",
                        "GRIDHOOK_HTTP2", "true",
                        "GRIDHOOK_ALLOW_ADDRESSES", " 10.0.0.0/8 , ::1,",
                        "GRIDHOOK_QUEUE_DESTINATIONS", "mine/in-box",
                        "GRIDHOOK_DEADLETTER_DESTINATIONS", "mine/letters,other/*",
                        "GRIDHOOK_SUBSCRIPTION_ID", "sub",
                        "GRIDHOOK_RESOURCE_GROUP", "rg",
                        "IOTEDGE_IOTHUBHOSTNAME", "hub.azure-devices.net",
                        "IOTEDGE_DEVICEID", "dev",
                        "IOTEDGE_MODULEID", "mod",
                        "GRIDHOOK_MANAGEMENT_READ_KEY", "a-key-to-read-with",
                        "GRIDHOOK_ENTRA_TENANT_ID", TENANT,
                        "GRIDHOOK_ENTRA_AUDIENCES", "api://one, two",
                        "GRIDHOOK_ENTRA_ISSUERS", "https://issuer/",
                        "GRIDHOOK_ENTRA_KEYS_URL", "https://keys.example/keys",
                        "GRIDHOOK_ENTRA_SENDER_ROLES", "Sender,Publisher,",
                        "GRIDHOOK_ENTRA_SENDER_SCOPES", "events.send",
                        "GRIDHOOK_ENTRA_CONTRIBUTOR_ROLES", "Contributor",
                        "GRIDHOOK_ENTRA_READER_ROLES", "Reader",
                        "GRIDHOOK_FAILED_ATTEMPTS", "5",
                        "GRIDHOOK_PROXIES", "2"));
    }

    /** Where receivers open validation URLs: what the platform says, or Core Tools, or a setting. */
    @ParameterizedTest
    @CsvSource({
        "WEBSITE_HOSTNAME,    myapp.azurewebsites.net, https://myapp.azurewebsites.net",
        "WEBSITE_HOSTNAME,    localhost:7072,          http://localhost:7072",
        "GRIDHOOK_PUBLIC_URL, http://10.0.0.1:8080/,   http://10.0.0.1:8080",
    })
    void the_public_url_is_where_the_app_runs(String name, String value, String url) {
        assertEquals(url, settings(name, value).validation().publicUrl());
    }

    @ParameterizedTest
    @ValueSource(strings = {"my topic", "xy", "shops/", "shops/berlin"})
    void the_topic_of_notices_has_a_topics_name(String value) {
        assertEquals(
                List.of("GRIDHOOK_NOTICES_TOPIC: " + value + " (expected: 3..50 of A-Z a-z 0-9 -, or off)"),
                problems(env("GRIDHOOK_NOTICES_TOPIC", value)));
    }

    /** It goes into a header. */
    @ParameterizedTest
    @ValueSource(strings = {"myapp", "ftp://h", "https://h?x=1", "https://u@h", "https://h/\r\nX: y", "https://h/#f"})
    void a_public_url_is_an_http_url_without_query(String value) {
        assertEquals(
                List.of("GRIDHOOK_PUBLIC_URL: " + value + " (expected: an http or https URL without query)"),
                problems(env("GRIDHOOK_PUBLIC_URL", value)));
    }

    /**
     * The page is what the code says: every row's default and range, and a row for every setting. Names in braces stand for what a value
     * is made of.
     */
    @Test
    void the_page_of_settings_is_what_the_code_says() throws IOException {
        Map<String, String> env = env(
                "GRIDHOOK_PROFILE", "edge",
                "GRIDHOOK_ENTRA_TENANT_ID", "{tenant}",
                "inbound__clientAuth__sasKeys__enabled", "true",
                "inbound__clientAuth__sasKeys__key1", "{inbound__clientAuth__sasKeys__key1}",
                "WEBSITE_HOSTNAME", "{WEBSITE_HOSTNAME}",
                "WEBSITE_OWNER_NAME", "{WEBSITE_OWNER_NAME}",
                "WEBSITE_RESOURCE_GROUP", "{WEBSITE_RESOURCE_GROUP}");
        SettingsReader reader = new SettingsReader(env);
        AppSettings.read(reader);
        List<String> required = problems(Map.of()).stream()
                .map(each -> each.substring(0, each.indexOf(':')))
                .toList();
        Map<String, String> said = new TreeMap<>();
        reader.asked()
                .forEach(each -> said.put(
                        each.name(),
                        "default " + (required.contains(each.name()) ? "required" : plain(each.unset())) + ", range "
                                + each.expected()));
        Map<String, String> page = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("src/site/markdown/settings.md"))) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 6 && cells[1].strip().matches("`(GRIDHOOK_|[a-z]+__)\\w+`")) {
                page.put(plain(cells[1]), "default " + plain(cells[2]) + ", range " + cells[3].strip());
                assertFalse(cells[4].isBlank(), line);
            }
        }
        assertEquals(lines(said), lines(page));
    }

    private static String plain(String cell) {
        return cell.replace("`", "").replace("none", "").strip();
    }

    private static String lines(Map<String, String> rows) {
        return String.join("\n", rows.entrySet().stream().map(Object::toString).toList());
    }

    /** A slip of the pen would leave a default in force, and nobody told. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GRIDHOOK_PATIENC            | no such setting (expected: GRIDHOOK_PATIENCE?)",
                "GRIDHOOK_PROXY              | no such setting (expected: GRIDHOOK_PROXIES?)",
                "gridhook_profile            | no such setting (expected: GRIDHOOK_PROFILE?)",
                "GRIDHOOK_DEAD_LETTER_DELAY  | no such setting (expected: GRIDHOOK_DEADLETTER_DELAY?)",
                "GRIDHOOK_COLOUR_OF_THE_LOGO | no such setting (expected: one of settings.md)",
            })
    void a_setting_that_nobody_knows_is_told(String name, String problem) {
        assertEquals(List.of(name + ": " + problem), problems(env(name, "a-secret-perhaps")));
    }

    /** Together with all that is wrong, in the one message. */
    @Test
    void what_nobody_knows_is_told_with_what_is_wrong() {
        assertEquals(
                List.of(
                        "GRIDHOOK_PATIENCE: soon (expected: an ISO-8601 duration of PT1S..PT10S)",
                        "GRIDHOOK_PATIENT: no such setting (expected: GRIDHOOK_PATIENCE?)",
                        "GRIDHOOK_PROFIL: no such setting (expected: GRIDHOOK_PROFILE?)"),
                problems(env(
                        "GRIDHOOK_PROFIL", "edge",
                        "GRIDHOOK_PATIENT", "PT3S",
                        "GRIDHOOK_PATIENCE", "soon")));
    }

    /**
     * What platforms set of their own accord: Azure Functions, IoT Edge, and Kubernetes for a service that is called gridhook; and what is
     * exported for the command line.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WEBSITE_SITE_NAME",
                "APPSETTING_GRIDHOOK_PROFILES",
                "AzureWebJobsStorage__queueServiceUri",
                "FUNCTIONS_EXTENSION_VERSION",
                "APPLICATIONINSIGHTS_CONNECTION_STRING",
                "IOTEDGE_WORKLOADURI",
                "PATH",
                "GRIDHOOK_SERVICE_HOST",
                "GRIDHOOK_SERVICE_PORT",
                "GRIDHOOK_SERVICE_PORT_HTTP",
                "GRIDHOOK_PORT",
                "GRIDHOOK_PORT_80_TCP",
                "GRIDHOOK_PORT_80_TCP_ADDR",
                "GRIDHOOK_RETRIES_SERVICE_HOST",
                "GRIDHOOK_RETRIES_PORT_80_TCP_PROTO",
                "GRIDHOOK_URL",
                "GRIDHOOK_KEY",
                "GRIDHOOK_TOKEN",
            })
    void what_platforms_set_is_no_setting_of_ours(String name) {
        assertEquals(settings(), settings(name, "something"));
    }

    @Test
    void an_empty_setting_is_none() {
        assertEquals(settings(), settings("GRIDHOOK_PROFILE", "", "GRIDHOOK_CREATE_STORAGE", "  "));
    }

    /** All in one message, so that one start tells everything. */
    @Test
    void everything_that_is_wrong_is_told_at_once() {
        assertEquals(
                List.of(
                        "GRIDHOOK_PROFILE: fog (expected: one of cloud, cloud-2021, cloud-2019, edge, kubernetes)",
                        "broker__defaultMaxDeliveryAttempts: 0 (expected: 1..1000)",
                        "broker__defaultEventTimeToLiveInSeconds: soon (expected: 1..604800)",
                        "GRIDHOOK_MANAGEMENT_KEY: 5 characters (expected: at least 16)",
                        "GRIDHOOK_ENCRYPTION_KEY: not base64 (expected: base64 of 32 bytes)",
                        "GRIDHOOK_DEADLETTER_DELAY: PT-1S (expected: an ISO-8601 duration of PT0S..P1D)",
                        "GRIDHOOK_DEADLETTER_GIVE_UP: 4h (expected: an ISO-8601 duration of PT0S..P36500D, or never)",
                        "GRIDHOOK_PAYLOAD_RETENTION: P9D (expected: an ISO-8601 duration of P10D..P365D)",
                        "GRIDHOOK_PROBATION_FAILURES: ten (expected: 1..1000)",
                        "GRIDHOOK_PROBATION_REFUSALS: 0 (expected: 1..1000)",
                        "GRIDHOOK_PROBATION_LONGEST: 4 (expected: an ISO-8601 duration of PT1S..P1D)",
                        "GRIDHOOK_DISABLE_ON_GONE: no (expected: true or false)",
                        "GRIDHOOK_POSTS_PER_ENDPOINT: 0 (expected: 1..1300)",
                        "GRIDHOOK_POSTS_PER_INSTANCE: 1e3 (expected: 1..1300)",
                        "GRIDHOOK_SLOW_POSTS: 0 (expected: 1..1300)",
                        "GRIDHOOK_PATIENCE: PT11S (expected: an ISO-8601 duration of PT1S..PT10S)",
                        "GRIDHOOK_LOG_DELIVERIES: none (expected: one of all, failures)",
                        "GRIDHOOK_PUBLISH_LOG: on (expected: true or false)",
                        "GRIDHOOK_DELIVERY_LOG_RETENTION: P7 (expected: an ISO-8601 duration of PT1H..P365D)",
                        "GRIDHOOK_DELIVERY_LOG: some (expected: off, failures, sampled:<1..1000000> or all)",
                        "GRIDHOOK_KEEP_DELIVERED: true (expected: off, or an ISO-8601 duration of PT1H..P365D)",
                        "GRIDHOOK_LEDGER: all (expected: true or false)",
                        "GRIDHOOK_CREATE_STORAGE: yes (expected: true or false)",
                        "GRIDHOOK_ALLOW_HTTP: 1 (expected: true or false)",
                        "GRIDHOOK_HTTP2: h2 (expected: true or false)",
                        "GRIDHOOK_ALLOW_ADDRESSES: 10.1.0.0/8 (expected: nothing set after the first 8 bits)",
                        "GRIDHOOK_ALLOW_ADDRESSES: lan (expected: a range such as 10.0.0.0/8 or fd00::/8, or an address)",
                        "GRIDHOOK_DEADLETTER_DESTINATIONS: mine (expected: account/container, or account/* for all of them)"),
                problems(env(
                        "GRIDHOOK_PROFILE", "fog",
                        "broker__defaultMaxDeliveryAttempts", "0",
                        "broker__defaultEventTimeToLiveInSeconds", "soon",
                        "GRIDHOOK_MANAGEMENT_KEY", "short",
                        "GRIDHOOK_ENCRYPTION_KEY", "no*base64",
                        "GRIDHOOK_DEADLETTER_DELAY", "PT-1S",
                        "GRIDHOOK_DEADLETTER_GIVE_UP", "4h",
                        "GRIDHOOK_PAYLOAD_RETENTION", "P9D",
                        "GRIDHOOK_PROBATION_FAILURES", "ten",
                        "GRIDHOOK_PROBATION_REFUSALS", "0",
                        "GRIDHOOK_PROBATION_LONGEST", "4",
                        "GRIDHOOK_DISABLE_ON_GONE", "no",
                        "GRIDHOOK_POSTS_PER_ENDPOINT", "0",
                        "GRIDHOOK_POSTS_PER_INSTANCE", "1e3",
                        "GRIDHOOK_SLOW_POSTS", "0",
                        "GRIDHOOK_PATIENCE", "PT11S",
                        "GRIDHOOK_LOG_DELIVERIES", "none",
                        "GRIDHOOK_DELIVERY_LOG", "some",
                        "GRIDHOOK_DELIVERY_LOG_RETENTION", "P7",
                        "GRIDHOOK_PUBLISH_LOG", "on",
                        "GRIDHOOK_KEEP_DELIVERED", "true",
                        "GRIDHOOK_LEDGER", "all",
                        "GRIDHOOK_CREATE_STORAGE", "yes",
                        "GRIDHOOK_ALLOW_HTTP", "1",
                        "GRIDHOOK_HTTP2", "h2",
                        "GRIDHOOK_ALLOW_ADDRESSES", "10.1.0.0/8,lan",
                        "GRIDHOOK_DEADLETTER_DESTINATIONS", "mine")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "broker__defaultMaxDeliveryAttempts      | 1      | 1000   | 0      | 1001",
                "broker__defaultEventTimeToLiveInSeconds | 1      | 604800 | 0      | 604801",
                "GRIDHOOK_DEADLETTER_DELAY               | PT0S   | P1D    | PT-1S  | PT24H0.001S",
                "GRIDHOOK_DEADLETTER_GIVE_UP             | PT0S   | never  | PT-1S  | forever",
                "GRIDHOOK_PAYLOAD_RETENTION              | P10D   | P365D  | PT239H | P366D",
                "GRIDHOOK_DELIVERY_LOG_RETENTION         | PT1H   | P365D  | PT59M  | P366D",
                "GRIDHOOK_KEEP_DELIVERED                 | PT1H   | P365D  | PT59M  | P366D",
                "GRIDHOOK_PROBATION_FAILURES             | 1      | 1000   | 0      | 1001",
                "GRIDHOOK_PROBATION_REFUSALS             | 1      | 1000   | 0      | 1001",
                "GRIDHOOK_PROBATION_LONGEST              | PT1S   | P1D    | PT0.9S | PT25H",
                "GRIDHOOK_POSTS_PER_ENDPOINT             | 1      | 1300   | 0      | 1301",
                "GRIDHOOK_POSTS_PER_INSTANCE             | 1      | 1300   | 0      | 1301",
                "GRIDHOOK_SLOW_POSTS                     | 1      | 1300   | 0      | 1301",
                "GRIDHOOK_PATIENCE                       | PT1S   | PT10S  | PT0.9S | PT10.1S",
                "GRIDHOOK_FIRST_ATTEMPTS_AT_ONCE         | 0      | 1024   | -1     | 1025",
                "GRIDHOOK_FIRST_ATTEMPT_LEASE            | PT10S  | PT10M  | PT9.9S | PT10M0.1S",
                "GRIDHOOK_FAILED_ATTEMPTS                | 1      | 1000000 | 0     | 1000001",
                "GRIDHOOK_PROXIES                        | 0      | 10     | -1     | 11",
            })
    void numbers_have_bounds(String name, String least, String most, String tooLittle, String tooMuch) {
        settings(name, least);
        settings(name, most);
        assertEquals(1, problems(env(name, tooLittle)).size());
        assertEquals(1, problems(env(name, tooMuch)).size());
    }

    @Test
    void giving_up_can_be_ruled_out() {
        assertEquals(
                AppSettings.FOR_EVER,
                settings("GRIDHOOK_DEADLETTER_GIVE_UP", "Never").deadLetterGiveUp());
    }

    @Test
    void there_must_be_keys() {
        assertEquals(
                List.of(
                        "GRIDHOOK_MANAGEMENT_KEY: 0 characters (expected: at least 16)",
                        "GRIDHOOK_ENCRYPTION_KEY: 0 bytes (expected: base64 of 32 bytes)"),
                problems(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({"16", "31", "33"})
    void an_encryption_key_has_32_bytes(int bytes) {
        assertEquals(
                List.of("GRIDHOOK_ENCRYPTION_KEY: " + bytes + " bytes (expected: base64 of 32 bytes)"),
                problems(env("GRIDHOOK_ENCRYPTION_KEY", Base64.getEncoder().encodeToString(new byte[bytes]))));
    }

    @Test
    void other_keys_have_32_bytes_each() {
        assertEquals(
                List.of(
                        "GRIDHOOK_DECRYPTION_KEYS: 3 bytes (expected: base64 of 32 bytes)",
                        "GRIDHOOK_DECRYPTION_KEYS: not base64 (expected: base64 of 32 bytes)"),
                problems(env("GRIDHOOK_DECRYPTION_KEYS", "AAAA," + ENCRYPTION_KEY + ",no*base64")));
    }

    /** The keys that everybody can read open nothing, and keep nothing secret, in Azure. */
    @Test
    void the_local_keys_are_refused_in_azure() throws IOException {
        JsonNode file =
                new ObjectMapper().readTree(Path.of("local.settings.json").toFile());
        Map<String, String> env = new TreeMap<>();
        file.get("Values")
                .properties()
                .forEach(each -> env.put(each.getKey(), each.getValue().textValue()));
        AppSettings.from(env);
        List<String> refused = List.of(
                "GRIDHOOK_MANAGEMENT_KEY: the one of local.settings.json (expected: a secret of your own)",
                "GRIDHOOK_ENCRYPTION_KEY: the one of local.settings.json (expected: a secret of your own)");
        env.put("WEBSITE_INSTANCE_ID", "instance");
        assertEquals(refused, problems(env));
        env.remove("WEBSITE_INSTANCE_ID");
        // What a Consumption plan has, where that name is not set.
        env.put("CONTAINER_NAME", "container");
        env.put("AzureWebJobsStorage", "DefaultEndpointsProtocol=https;AccountName=devstoreaccount10;AccountKey=a2V5");
        assertEquals(refused, problems(env));
        env.remove("AzureWebJobsStorage");
        env.put("AzureWebJobsStorage__accountName", "mine");
        assertEquals(refused, problems(env));
    }

    /** What stands in a reference is for everybody to read, so it must never be taken for the secret that it names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GRIDHOOK_MANAGEMENT_KEY",
                "GRIDHOOK_MANAGEMENT_READ_KEY",
                "GRIDHOOK_ENCRYPTION_KEY",
                "GRIDHOOK_ENTRA_TENANT_ID",
            })
    void a_key_vault_reference_that_was_not_resolved_is_refused(String name) {
        for (String reference : List.of(
                "@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/s)",
                " @microsoft.keyvault(VaultName=v;SecretName=s)")) {
            assertEquals(
                    name + ": a Key Vault reference that was not resolved (expected: the app's identity may read it)",
                    problems(env(name, reference)).get(0));
        }
    }

    /** Behaviour §9.4: off unless it is set up. */
    @Test
    void a_tenant_and_an_audience_turn_entra_tokens_on() {
        EntraSettings entra = settings(
                        "GRIDHOOK_ENTRA_TENANT_ID",
                        TENANT.toUpperCase(Locale.ROOT),
                        "GRIDHOOK_ENTRA_AUDIENCES",
                        "api://me")
                .trust()
                .entra()
                .orElseThrow();
        assertEquals(
                new EntraSettings(
                        URI.create("https://login.microsoftonline.com/" + TENANT + "/discovery/v2.0/keys"),
                        new EntraRules(
                                Set.of(
                                        "https://login.microsoftonline.com/" + TENANT + "/v2.0",
                                        "https://sts.windows.net/" + TENANT + "/"),
                                Set.of("api://me")),
                        Grant.ofRole("EventGrid Data Sender"),
                        Grant.ofRole("EventGrid Contributor"),
                        Grant.ofRole("EventGrid EventSubscription Reader")),
                entra);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                TENANT
                        + " | -  | - | GRIDHOOK_ENTRA_AUDIENCES: empty (expected: this app's client id or application ID URI)",
                "-      | me | - | GRIDHOOK_ENTRA_TENANT_ID: empty (expected: a tenant, as there are audiences)",
                "common | me | - | GRIDHOOK_ENTRA_TENANT_ID: common (expected: the tenant's id, a GUID)",
                TENANT + " | me | http://k/ | GRIDHOOK_ENTRA_KEYS_URL: http://k/ (expected: an https URL)",
                TENANT + " | me | https:///k | GRIDHOOK_ENTRA_KEYS_URL: https:///k (expected: an https URL)",
                TENANT + " | me | a b | GRIDHOOK_ENTRA_KEYS_URL: a b (expected: an https URL)",
            })
    void half_an_entra_setting_is_none(
            @Nullable String tenant, @Nullable String audiences, @Nullable String keysUrl, String problem) {
        Map<String, String> env = env();
        if (tenant != null) {
            env.put("GRIDHOOK_ENTRA_TENANT_ID", tenant);
        }
        if (audiences != null) {
            env.put("GRIDHOOK_ENTRA_AUDIENCES", audiences);
        }
        if (keysUrl != null) {
            env.put("GRIDHOOK_ENTRA_KEYS_URL", keysUrl);
        }
        assertEquals(List.of(problem), problems(env));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "short              | GRIDHOOK_MANAGEMENT_READ_KEY: 5 characters (expected: at least 16)",
                MANAGEMENT_KEY + " | GRIDHOOK_MANAGEMENT_READ_KEY: the management key (expected: another one)",
            },
            quoteCharacter = '`')
    void the_key_to_read_with_is_a_key_of_its_own(String key, String problem) {
        assertEquals(List.of(problem), problems(env("GRIDHOOK_MANAGEMENT_READ_KEY", key)));
    }

    /** In Azure the platform says where the app lives. */
    @Test
    void the_platforms_own_names_are_used() {
        assertEquals(
                "/subscriptions/sub-id/resourceGroups/the-group/providers/Microsoft.EventGrid/topics/orders",
                settings(
                                "WEBSITE_OWNER_NAME",
                                "sub-id+the-group-WestEuropewebspace",
                                "WEBSITE_RESOURCE_GROUP",
                                "the-group")
                        .topicIds()
                        .armId("orders"));
    }

    /** Behaviour §2.4: the misspelling of two editions counts too, where the right one is not there. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,  -,  30",
                "7,  -,  7",
                "-,  8,  8",
                "7,  8,  7",
                "'', 8,  8",
            })
    void the_right_spelling_wins(@Nullable String right, @Nullable String misspelt, int expected) {
        Map<String, String> env = env();
        if (right != null) {
            env.put("broker__defaultMaxDeliveryAttempts", right);
            env.put("broker__defaultEventTimeToLiveInSeconds", right);
        }
        if (misspelt != null) {
            env.put("brokers__defaultMaxDeliveryAttempts", misspelt);
            env.put("brokers__defaultEventTimeToLiveInSeconds", misspelt);
        }
        AppSettings settings = AppSettings.from(env);
        assertEquals(expected, settings.edgeMaxDeliveryAttempts());
        assertEquals(
                expected == 30 ? 7_200 : expected,
                settings.edgeEventTimeToLive().toSeconds());
    }

    /** The setting that is wrong is the one that is named. */
    @Test
    void a_wrong_value_under_the_misspelt_name_is_told_by_that_name() {
        assertEquals(
                List.of("brokers__defaultMaxDeliveryAttempts: many (expected: 1..1000)"),
                problems(env("brokers__defaultMaxDeliveryAttempts", "many")));
    }

    /** Behaviour §14: in the profile edge, when SAS keys are enabled, and only then. */
    @Test
    void module_keys_count_where_they_are_enabled() {
        String[] keys = {
            "inbound__clientAuth__sasKeys__key1",
            "module-key-number-1",
            "inbound__clientAuth__sasKeys__key2",
            "module-key-number-2"
        };
        assertEquals(Set.of(), settings(keys).moduleKeys());
        Map<String, String> env = env(keys);
        env.put("GRIDHOOK_PROFILE", "edge");
        assertEquals(Set.of(), AppSettings.from(env).moduleKeys());
        env.put("inbound__clientAuth__sasKeys__enabled", "true");
        assertEquals(
                Set.of("module-key-number-1", "module-key-number-2"),
                AppSettings.from(env).moduleKeys());
        env.remove("inbound__clientAuth__sasKeys__key2");
        assertEquals(Set.of("module-key-number-1"), AppSettings.from(env).moduleKeys());
        env.put("inbound__clientAuth__sasKeys__key1", " ");
        assertEquals(
                List.of("inbound__clientAuth__sasKeys__key1: empty (expected: a key, as sasKeys are enabled)"),
                problems(env));
        env.put("GRIDHOOK_PROFILE", "cloud");
        assertEquals(Set.of(), AppSettings.from(env).moduleKeys());
    }

    /** In the profile edge they open all that the management key opens, so they are asked for no less. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "module-key           | 10 characters (expected: at least 16)",
                "local-management-key | the one of local.settings.json (expected: a secret of your own)",
            })
    void a_module_key_that_is_easily_guessed_is_refused(String key, String problem) {
        for (String name : List.of("key1", "key2")) {
            Map<String, String> env = env(
                    "GRIDHOOK_PROFILE", "edge",
                    "inbound__clientAuth__sasKeys__enabled", "true",
                    "inbound__clientAuth__sasKeys__key1", "module-key-number-1",
                    "inbound__clientAuth__sasKeys__key2", "module-key-number-2",
                    "AzureWebJobsStorage__accountName", "mine");
            env.remove("AzureWebJobsStorage");
            env.put("inbound__clientAuth__sasKeys__" + name, key);
            assertEquals(List.of("inbound__clientAuth__sasKeys__" + name + ": " + problem), problems(env));
        }
    }

    @Test
    void the_local_management_key_is_no_key_to_read_with_either() {
        Map<String, String> env = env(
                "GRIDHOOK_MANAGEMENT_READ_KEY",
                AppSettings.LOCAL_MANAGEMENT_KEY,
                "AzureWebJobsStorage__accountName",
                "mine");
        env.remove("AzureWebJobsStorage");
        assertEquals(
                List.of(
                        "GRIDHOOK_MANAGEMENT_READ_KEY: the one of local.settings.json (expected: a secret of your own)"),
                problems(env));
    }

    /** Behaviour §14: {@code outbound__webhook__httpsOnly}, on IoT Edge alone. */
    @ParameterizedTest
    @CsvSource({"edge, false, true", "edge, true, false", "cloud, false, false"})
    void iot_edges_own_switch_allows_http(String profile, String httpsOnly, boolean allowed) {
        assertEquals(
                allowed,
                settings("GRIDHOOK_PROFILE", profile, "outbound__webhook__httpsOnly", httpsOnly)
                        .allowHttp());
    }

    @Test
    void no_secret_is_told() {
        String text = settings(
                        "GRIDHOOK_PROFILE", "edge",
                        "inbound__clientAuth__sasKeys__enabled", "true",
                        "inbound__clientAuth__sasKeys__key1", "module-key-number-1")
                .toString();
        assertEquals("AppSettings[profile=edge, defaultTopic=default]", text);
        List<String> secrets = List.of("s3cret-shrt", "bm90LTMyLWJ5dGVz", "m0dule-secret");
        String problems = String.join(
                "; ",
                problems(env(
                        "GRIDHOOK_PROFILE", "edge",
                        "GRIDHOOK_MANAGEMENT_KEY", secrets.get(0),
                        "GRIDHOOK_ENCRYPTION_KEY", secrets.get(1),
                        "inbound__clientAuth__sasKeys__enabled", "true",
                        "inbound__clientAuth__sasKeys__key2", secrets.get(2))));
        secrets.forEach(secret -> assertFalse(problems.contains(secret), problems));
    }
}
