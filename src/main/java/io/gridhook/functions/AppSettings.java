package io.gridhook.functions;

import io.gridhook.adapter.identity.WebhookIdentity;
import io.gridhook.adapter.storage.AesGcmSecrets;
import io.gridhook.app.EndpointValidator;
import io.gridhook.app.FirstAttempts;
import io.gridhook.app.Permits;
import io.gridhook.app.Pipeline;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.EndpointGuard;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The app's settings, read once at start. {@code settings.md} names them with their defaults.
 *
 * @param profile the retry profile where neither subscription nor topic names one
 * @param edgeMaxDeliveryAttempts profile {@code edge}: attempts of a subscription that sets none
 * @param edgeEventTimeToLive profile {@code edge}: time to live of a subscription that sets none
 * @param managementKey opens the management API
 * @param moduleKeys IoT Edge's keys, which open everything; empty but in profile {@code edge}
 * @param encryptionKey base64 of the 32 bytes that secrets are stored under
 * @param decryptionKeys more of them, under which secrets may still be stored
 * @param defaultTopic the topic of {@code POST /api/events}
 * @param noticesTopic where notices are published, if that topic is there; empty: nowhere
 * @param deadLetterDelay between the last attempt and the dead-letter blob
 * @param deadLetterGiveUp how long refused dead-letter writes are tried again
 * @param payloadRetention age at which payload blobs are deleted
 * @param probation when an endpoint is left alone, and for how long at most; as long a {@code Retry-After} counts
 * @param limits POSTs under way at a time
 * @param patience how long an invocation waits for its endpoints
 * @param firstAttempts what an instance tries at once of what it took
 * @param logsSuccesses whether attempts that delivered are logged
 * @param history what is kept of deliveries in storage, to be looked up
 * @param deliveredRetention how long what was delivered is kept, to be sent again; empty if it is not kept
 * @param keepsLedger whether what becomes of events is counted in storage
 * @param createStorage whether missing queues, tables and containers are made at start
 * @param createTopic whether the default topic is made at start where it is missing
 * @param allowHttp whether endpoints may be plain http
 * @param http2 whether https endpoints that offer HTTP/2 get it
 * @param webhookIdentity who the app is to Entra-protected webhooks
 * @param webhookApplications which of them it has tokens for
 * @param allowAddresses special addresses that endpoints may be at all the same
 * @param queueDestinations which Storage queues events may go to; empty for the app's own account
 * @param deadLetterDestinations where dead letters may go; empty for the app's own account
 * @param topicIds how topics are called in ids
 * @param trust who may publish and manage, beside who has the keys
 * @param validation whether endpoints are asked before they are sent events, and where their answers may come
 */
public record AppSettings(
        String profile,
        int edgeMaxDeliveryAttempts,
        Duration edgeEventTimeToLive,
        String managementKey,
        Set<String> moduleKeys,
        String encryptionKey,
        List<String> decryptionKeys,
        String defaultTopic,
        Optional<String> noticesTopic,
        Duration deadLetterDelay,
        Duration deadLetterGiveUp,
        Duration payloadRetention,
        ProbationRules probation,
        Permits.Limits limits,
        Duration patience,
        FirstAttempts.Limits firstAttempts,
        boolean logsSuccesses,
        HistoryRules history,
        Optional<Duration> deliveredRetention,
        boolean keepsLedger,
        boolean createStorage,
        boolean createTopic,
        boolean allowHttp,
        boolean http2,
        WebhookIdentity webhookIdentity,
        WebhookApplications webhookApplications,
        List<AddressRange> allowAddresses,
        List<DeadLetterDestinations.Allowed> queueDestinations,
        List<DeadLetterDestinations.Allowed> deadLetterDestinations,
        TopicIds topicIds,
        TrustSettings trust,
        EndpointValidator.Settings validation) {
    /** Stands in local.settings.json for everybody to see, so it opens nothing that runs in Azure. */
    static final String LOCAL_MANAGEMENT_KEY = "local-management-key";

    /** Stands there too, so it keeps nothing secret. */
    static final String LOCAL_ENCRYPTION_KEY = "bG9jYWwtZGV2ZWxvcG1lbnQta2V5LW5vdC1zZWNyZXQ=";

    /** The connection strings of Azurite. */
    private static final Pattern EMULATOR =
            Pattern.compile("UseDevelopmentStorage=true|AccountName=devstoreaccount1(?:;|$)", Pattern.CASE_INSENSITIVE);

    static final int MANAGEMENT_KEY_LENGTH_MIN = 16;

    static final String MANAGEMENT_KEY_RANGE = "at least " + MANAGEMENT_KEY_LENGTH_MIN + " characters";
    /** Longer than any: for "never". */
    static final Duration FOR_EVER = Duration.ofDays(36_500);
    /** A payload must outlast a hop of 7 days and the margin of 2 that readers keep. */
    static final Duration PAYLOAD_RETENTION_MIN = Duration.ofDays(10);
    /** Ours: a streak's event ids are remembered. */
    static final int PROBATION_FAILURES_MAX = 1_000;
    /** Ours: below the 2 days after which the sweep forgets a probation that nobody probed. */
    static final Duration PROBATION_LONGEST_MAX = Duration.ofDays(1);
    /** Ours: twice this is below the webhook client's connections, so that nothing waits there. */
    static final int UNDER_WAY_MAX = 1_300;
    /** Ours: an invocation ends within seconds, so that its worker has slots for others. */
    static final Duration PATIENCE_MAX = Duration.ofSeconds(10);

    /** Ours: as long as somebody takes to look. */
    static final Duration HISTORY_RETENTION_MIN = Duration.ofHours(1);

    private static final String NOTICES_TOPIC = "gridhook";
    private static final String NOTICES_TOPIC_RANGE = "3..50 of A-Z a-z 0-9 -, or off";
    private static final String OFF = "off";
    /** In the order in which a message names them. */
    private static final Set<String> LOGGED = new TreeSet<>(List.of("all", "failures"));
    /** Ours: 64 MiB of packs. */
    static final int FIRST_ATTEMPTS_MAX = 1_024;
    /** Ours: as long as the longest patience. */
    static final Duration FIRST_ATTEMPT_LEASE_MIN = Duration.ofSeconds(10);
    /** The host's own lease (functions-runtime §2). */
    static final Duration FIRST_ATTEMPT_LEASE_MAX = Duration.ofMinutes(10);

    /** Scheme, host and port, and perhaps a path; it goes into a header. */
    private static final Pattern PUBLIC_URL = Pattern.compile("https?://[A-Za-z0-9.:\\[\\]-]+(/[A-Za-z0-9._~/-]*)?");

    private static final String PUBLIC_URL_RANGE = "an http or https URL without query";

    public AppSettings {
        moduleKeys = Set.copyOf(moduleKeys);
        decryptionKeys = List.copyOf(decryptionKeys);
        allowAddresses = List.copyOf(allowAddresses);
        queueDestinations = List.copyOf(queueDestinations);
        deadLetterDestinations = List.copyOf(deadLetterDestinations);
    }

    /** Whether storage has to be asked before the app has started. */
    boolean createsAnything() {
        return createStorage || createTopic;
    }

    /** Which endpoints may be called. */
    public EndpointGuard endpoints() {
        return new EndpointGuard(allowHttp, new AddressGuard(allowAddresses));
    }

    /**
     * Reads the settings.
     *
     * @param env the environment: values by their names
     * @throws WrongSettingsException if some are wrong, or nobody knows them
     */
    public static AppSettings from(Map<String, String> env) {
        return from(new SettingsReader(env));
    }

    /** The same, with what {@code reader} found wrong before. */
    static AppSettings from(SettingsReader reader) {
        AppSettings settings = read(reader);
        reader.throwIfWrong();
        return settings;
    }

    /** Asks for every setting there is; {@code reader} has what is wrong. */
    static AppSettings read(SettingsReader reader) {
        String profile = reader.oneOf(
                "GRIDHOOK_PROFILE",
                RetryProfiles.CLOUD,
                RetryProfiles.standard().all());
        boolean edge = profile.equals(RetryProfiles.EDGE);
        EdgeSettings module = EdgeSettings.from(reader, edge);
        return new AppSettings(
                profile,
                module.maxDeliveryAttempts(),
                module.eventTimeToLive(),
                managementKey(reader),
                module.moduleKeys(),
                encryptionKey(reader),
                decryptionKeys(reader),
                reader.text("GRIDHOOK_DEFAULT_TOPIC", "default"),
                noticesTopic(reader),
                reader.duration("GRIDHOOK_DEADLETTER_DELAY", Duration.ofMinutes(5), Duration.ZERO, Duration.ofDays(1)),
                reader.durationOrNever("GRIDHOOK_DEADLETTER_GIVE_UP", Duration.ofHours(4), FOR_EVER),
                reader.duration(
                        "GRIDHOOK_PAYLOAD_RETENTION", Duration.ofDays(14), PAYLOAD_RETENTION_MIN, Duration.ofDays(365)),
                probation(reader),
                limits(reader),
                reader.duration("GRIDHOOK_PATIENCE", Pipeline.Settings.PATIENCE, Duration.ofSeconds(1), PATIENCE_MAX),
                firstAttempts(reader),
                reader.oneOf("GRIDHOOK_LOG_DELIVERIES", "failures", LOGGED).equals("all") || module.logsSuccesses(),
                history(reader),
                reader.durationOrOff("GRIDHOOK_KEEP_DELIVERED", HISTORY_RETENTION_MIN, Duration.ofDays(365)),
                reader.flag("GRIDHOOK_LEDGER", true),
                reader.flag("GRIDHOOK_CREATE_STORAGE", false),
                reader.flag("GRIDHOOK_CREATE_DEFAULT_TOPIC", false),
                reader.flag("GRIDHOOK_ALLOW_HTTP", false) || module.allowHttp(),
                reader.flag("GRIDHOOK_HTTP2", false),
                webhookIdentity(reader),
                new WebhookApplications(Set.copyOf(reader.list(WebhookApplications.SETTING))),
                reader.list(EndpointGuard.SETTING, AddressRange::parse),
                reader.list(QueueDestinations.SETTING, DeadLetterDestinations.Allowed::parse),
                reader.list(DeadLetterDestinations.SETTING, DeadLetterDestinations.Allowed::parse),
                topicIds(reader, edge),
                TrustSettings.from(reader),
                new EndpointValidator.Settings(reader.flag("GRIDHOOK_ENDPOINT_VALIDATION", true), publicUrl(reader)));
    }

    private static Optional<String> noticesTopic(SettingsReader reader) {
        String topic = reader.text("GRIDHOOK_NOTICES_TOPIC", NOTICES_TOPIC, NOTICES_TOPIC_RANGE);
        if (topic.equalsIgnoreCase(OFF)) {
            return Optional.empty();
        }
        if (!DefinitionNames.mayNameTopic(topic) || !DomainNames.own(topic).equals(topic)) {
            reader.problem("GRIDHOOK_NOTICES_TOPIC: " + topic + " (expected: " + NOTICES_TOPIC_RANGE + ")");
        }
        return Optional.of(topic);
    }

    private static HistoryRules history(SettingsReader reader) {
        boolean publishes = reader.flag("GRIDHOOK_PUBLISH_LOG", false);
        Duration retention = reader.duration(
                "GRIDHOOK_DELIVERY_LOG_RETENTION", HistoryRules.RETENTION, HISTORY_RETENTION_MIN, Duration.ofDays(365));
        String kept = reader.text("GRIDHOOK_DELIVERY_LOG", "failures", HistoryRules.EXPECTED)
                .toLowerCase(Locale.ROOT);
        try {
            return HistoryRules.parse(kept, publishes, retention);
        } catch (IllegalArgumentException e) {
            reader.problem("GRIDHOOK_DELIVERY_LOG: " + e.getMessage());
            return HistoryRules.OFF;
        }
    }

    private static ProbationRules probation(SettingsReader reader) {
        ProbationRules unset = ProbationRules.STANDARD;
        return new ProbationRules(
                reader.number("GRIDHOOK_PROBATION_FAILURES", 1, PROBATION_FAILURES_MAX, unset.failures()),
                reader.number("GRIDHOOK_PROBATION_REFUSALS", 1, PROBATION_FAILURES_MAX, unset.refusals()),
                reader.duration(
                        "GRIDHOOK_PROBATION_LONGEST", unset.longest(), Duration.ofSeconds(1), PROBATION_LONGEST_MAX),
                reader.flag("GRIDHOOK_DISABLE_ON_GONE", unset.disableOnGone()));
    }

    private static Permits.Limits limits(SettingsReader reader) {
        Permits.Limits unset = Permits.Limits.STANDARD;
        return new Permits.Limits(
                reader.number("GRIDHOOK_POSTS_PER_ENDPOINT", 1, UNDER_WAY_MAX, unset.perEndpoint()),
                reader.number("GRIDHOOK_POSTS_PER_INSTANCE", 1, UNDER_WAY_MAX, unset.perInstance()),
                reader.number("GRIDHOOK_SLOW_POSTS", 1, UNDER_WAY_MAX, unset.slow()));
    }

    private static FirstAttempts.Limits firstAttempts(SettingsReader reader) {
        return new FirstAttempts.Limits(
                reader.number("GRIDHOOK_FIRST_ATTEMPTS_AT_ONCE", 0, FIRST_ATTEMPTS_MAX, FirstAttempts.Limits.PACKS),
                reader.duration(
                        "GRIDHOOK_FIRST_ATTEMPT_LEASE",
                        FirstAttempts.Limits.LEASE,
                        FIRST_ATTEMPT_LEASE_MIN,
                        FIRST_ATTEMPT_LEASE_MAX),
                reader.flag("GRIDHOOK_LEASE_RECEIVED", false));
    }

    private static String managementKey(SettingsReader reader) {
        String key = reader.text("GRIDHOOK_MANAGEMENT_KEY", "", MANAGEMENT_KEY_RANGE);
        checkManagementKey(reader, "GRIDHOOK_MANAGEMENT_KEY", key);
        return key;
    }

    /** Of whatever opens the management API: neither short nor known to everybody. */
    static void checkManagementKey(SettingsReader reader, String name, String key) {
        if (key.length() < MANAGEMENT_KEY_LENGTH_MIN) {
            reader.problem(
                    name + ": " + key.length() + " characters (expected: at least " + MANAGEMENT_KEY_LENGTH_MIN + ")");
        }
        refuseLocalKey(reader, name, key, LOCAL_MANAGEMENT_KEY);
    }

    private static WebhookIdentity webhookIdentity(SettingsReader reader) {
        String clientId = reader.text("GRIDHOOK_WEBHOOK_CLIENT_ID", "");
        String clientSecret = reader.text("GRIDHOOK_WEBHOOK_CLIENT_SECRET", "");
        if (clientId.isEmpty() && !clientSecret.isEmpty()) {
            reader.problem("GRIDHOOK_WEBHOOK_CLIENT_ID: empty (expected: the application's id, as"
                    + " GRIDHOOK_WEBHOOK_CLIENT_SECRET is set)");
            return new WebhookIdentity("", "");
        }
        return new WebhookIdentity(clientId, clientSecret);
    }

    /**
     * What everybody can read counts where storage is the emulator's and nowhere else: that is where nothing is at stake. Azure's own
     * settings do not tell it, as Consumption plans have no {@code WEBSITE_INSTANCE_ID}.
     */
    private static void refuseLocalKey(SettingsReader reader, String name, String key, String localKey) {
        boolean isLocal =
                EMULATOR.matcher(reader.platform("AzureWebJobsStorage", "")).find()
                        && !reader.isSet("WEBSITE_INSTANCE_ID");
        if (key.equals(localKey) && !isLocal) {
            reader.problem(name + ": the one of local.settings.json (expected: a secret of your own)");
        }
    }

    private static String encryptionKey(SettingsReader reader) {
        String key = reader.text("GRIDHOOK_ENCRYPTION_KEY", "", "base64 of 32 bytes");
        checkKey(reader, "GRIDHOOK_ENCRYPTION_KEY", key);
        refuseLocalKey(reader, "GRIDHOOK_ENCRYPTION_KEY", key, LOCAL_ENCRYPTION_KEY);
        return key;
    }

    private static List<String> decryptionKeys(SettingsReader reader) {
        List<String> keys = reader.list("GRIDHOOK_DECRYPTION_KEYS");
        keys.forEach(key -> checkKey(reader, "GRIDHOOK_DECRYPTION_KEYS", key));
        return keys;
    }

    private static void checkKey(SettingsReader reader, String name, String key) {
        try {
            AesGcmSecrets.decode(name, key);
        } catch (IllegalArgumentException e) {
            reader.problem(String.valueOf(e.getMessage()));
        }
    }

    /** In Azure the platform says where the app lives; elsewhere the ids are made up. */
    private static TopicIds topicIds(SettingsReader reader, boolean edge) {
        String owner = reader.platform("WEBSITE_OWNER_NAME", "00000000-0000-0000-0000-000000000000");
        String subscription = reader.text("GRIDHOOK_SUBSCRIPTION_ID", owner.split("\\+", 2)[0]);
        String group = reader.text("GRIDHOOK_RESOURCE_GROUP", reader.platform("WEBSITE_RESOURCE_GROUP", "local"));
        String hub = reader.platform("IOTEDGE_IOTHUBHOSTNAME", "local").split("\\.", 2)[0];
        String device = reader.platform("IOTEDGE_DEVICEID", "local");
        String module = reader.platform("IOTEDGE_MODULEID", "gridhook");
        return new TopicIds(
                "/subscriptions/" + subscription + "/resourceGroups/" + group
                        + "/providers/Microsoft.EventGrid/topics/",
                "/iotHubs/" + hub + "/devices/" + device + "/modules/" + module + "/topics/",
                edge);
    }

    /** The platform and Core Tools say under which name the app is called; the latter without TLS. */
    private static String publicUrl(SettingsReader reader) {
        String host = reader.platform("WEBSITE_HOSTNAME", "localhost:7071");
        boolean isLocal = host.equals("localhost") || host.startsWith("localhost:");
        String url = reader.text("GRIDHOOK_PUBLIC_URL", (isLocal ? "http://" : "https://") + host, PUBLIC_URL_RANGE);
        if (!PUBLIC_URL.matcher(url).matches()) {
            reader.problem("GRIDHOOK_PUBLIC_URL: " + url + " (expected: " + PUBLIC_URL_RANGE + ")");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "AppSettings[profile=" + profile + ", defaultTopic=" + defaultTopic + "]";
    }
}
