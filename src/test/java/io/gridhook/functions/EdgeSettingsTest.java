package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The IoT Edge module's settings: honoured, or refused by name (behaviour §14). */
class EdgeSettingsTest {
    /** What a manifest of the module may hold and Gridhook does not do; the first is what it must say, or be silent. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "inbound__clientAuth__clientCert__enabled    | false | true",
                "outbound__clientAuth__clientCert__enabled   | false | true",
                "outbound__webhook__skipServerCertValidation | false | true",
                "outbound__webhook__allowUnknownCA           | false | true",
                "outbound__eventgrid__httpsOnly              | true  | false",
                "outbound__eventgrid__allowInvalidHostnames  | false | True",
                "metrics__reporterType                       | prometheus | console",
                "metrics__reporterType                       | prometheus | none",
                "inbound__serverAuth__tlsPolicy              | Strict   | maybe",
                "inbound__serverAuth__tlsPolicy              | enabled  | tls1.2",
                "inbound__serverAuth__tlsPolicy              | disabled | false",
                "inbound__serverAuth__serverCert__source     | \"\"     | IoTEdge",
            })
    void what_cannot_be_done_is_refused_in_profile_edge(String name, String possible, String refused) {
        read(Map.of(name, possible), true);
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> read(Map.of(name, refused), true));
        String problem = String.valueOf(thrown.getMessage());
        assertTrue(problem.startsWith("wrong settings: " + name + ": "), problem);
        assertTrue(problem.contains("(expected: "), problem);
        read(Map.of(name, refused), false);
    }

    /** A slip of the pen, or what Gridhook has no like of: in both cases a default would be in force, and nobody told. */
    @ParameterizedTest
    @CsvSource({
        "outbound__webhook__httpOnly, outbound__webhook__httpsOnly?",
        "Inbound__serverAuth__tlsPolicy, inbound__serverAuth__tlsPolicy?",
        "inbound__clientAuth__sasKeys__key3, inbound__clientAuth__sasKeys__key1?",
        "broker__defaultMaxDeliveryAttempt, broker__defaultMaxDeliveryAttempts?",
        "brokers__logDeliveryFailure, one of settings.md",
        "broker__defaultMaxEventsPerBatch, one of settings.md",
        "api__deliveryPolicyLimits__maxEventsPerBatch, one of settings.md",
        "metrics__reportertype, metrics__reporterType?",
    })
    void a_name_that_nobody_knows_is_refused_in_profile_edge(String name, String expected) {
        assertEquals(
                "wrong settings: " + name + ": no such setting (expected: " + expected + ")",
                assertThrows(IllegalArgumentException.class, () -> read(Map.of(name, "5"), true))
                        .getMessage());
        read(Map.of(name, "5"), false);
    }

    /** They mean nothing without what switches them on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "inbound__clientAuth__clientCert__source",
                "inbound__clientAuth__clientCert__allowUnknownCA",
                "outbound__clientAuth__clientCert__source",
                "outbound__clientAuth__clientCert__allowUnknownCA",
                "inbound__clientAuth__sasKeys__key1",
                "inbound__clientAuth__sasKeys__key2",
                "brokers__defaultMaxDeliveryAttempts",
                "brokers__defaultEventTimeToLiveInSeconds",
                "Kestrel__Certificates__Default__Path",
            })
    void what_is_known_and_not_read_may_be_set(String name) {
        Map<String, String> both = new HashMap<>(
                Map.of("broker__defaultMaxDeliveryAttempts", "5", "broker__defaultEventTimeToLiveInSeconds", "60"));
        both.put(name, "7");
        assertEquals(5, read(both, true).maxDeliveryAttempts());
    }

    /** One problem, not two. */
    @Test
    void a_flag_that_is_none_is_told_once() {
        assertEquals(
                "wrong settings: outbound__eventgrid__httpsOnly: maybe (expected: true or false)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> read(Map.of("outbound__eventgrid__httpsOnly", "maybe"), true))
                        .getMessage());
    }

    @Test
    void its_log_of_successes_is_ours() {
        Map<String, String> logs = Map.of("broker__logDeliverySuccess", "true");
        assertTrue(read(logs, true).logsSuccesses());
        assertEquals(read(Map.of(), false), read(logs, false));
    }

    @Test
    void no_key_is_told() {
        Map<String, String> keys = Map.of(
                "inbound__clientAuth__sasKeys__enabled",
                "true",
                "inbound__clientAuth__sasKeys__key1",
                "module-key-number-1");
        assertEquals("EdgeSettings[moduleKeys=1]", read(keys, true).toString());
    }

    /** Under the name that a manifest has. */
    @Test
    void every_setting_that_is_read_is_in_the_page() throws IOException {
        SettingsReader reader = new SettingsReader(Map.of("inbound__clientAuth__sasKeys__enabled", "true"));
        EdgeSettings.from(reader, true);
        Set<String> asked = new TreeSet<>();
        reader.asked().forEach(setting -> asked.add(setting.name()));
        String page = Files.readString(Path.of("src/site/markdown/edge.md"));
        assertEquals(15, asked.size(), asked.toString());
        asked.removeIf(name -> page.contains("`" + name + "`"));
        assertEquals(Set.of(), asked);
    }

    private static EdgeSettings read(Map<String, String> env, boolean edge) {
        Map<String, String> values = new HashMap<>(env);
        SettingsReader reader = new SettingsReader(values);
        EdgeSettings settings = EdgeSettings.from(reader, edge);
        reader.throwIfWrong();
        return settings;
    }
}
