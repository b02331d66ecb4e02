package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalSettingsTest {
    private static final String FILE =
            "{\"IsEncrypted\":false,\"Values\":{\"A\":\"file\",\"B\":\"file\",\"Schedule\":\"0 * * * * *\"}}";

    private final LocalSettings settings = LocalSettings.parse(FILE, Map.of("B", "environment", "C", "environment"));

    @Test
    void the_environment_wins_over_the_file() {
        assertEquals(Optional.of("file"), settings.find("A"));
        assertEquals(Optional.of("environment"), settings.find("B"));
        assertEquals(Optional.of("environment"), settings.find("C"));
        assertEquals(Optional.empty(), settings.find("D"));
        assertEquals(Optional.of("added"), settings.with("B", "added").find("B"));
    }

    @Test
    void a_name_between_percent_signs_stands_for_the_setting() {
        assertEquals("0 * * * * *", settings.resolve("%Schedule%"));
        assertEquals("deliveries", settings.resolve("deliveries"));
        LocalHostException missing = assertThrows(LocalHostException.class, () -> settings.resolve("%Nope%"));
        assertEquals("setting Nope: missing (%Nope%)", missing.getMessage());
    }

    @Test
    void a_missing_file_has_no_values() {
        LocalSettings read = LocalSettings.read(Path.of("no-such-settings.json"), Map.of("C", "environment"));
        assertEquals(Optional.of("environment"), read.find("C"));
        assertTrue(read.hasAny("C"));
        assertFalse(read.hasAny("A"));
    }

    @Test
    void a_file_that_cannot_be_read_is_refused_without_its_values() {
        String secret = "{\"Values\":{\"AzureWebJobsStorage\":\"AccountKey=c2VjcmV0\" oops}}";
        LocalHostException refused =
                assertThrows(LocalHostException.class, () -> LocalSettings.parse(secret, Map.of()));
        assertEquals("local.settings.json: not valid JSON at line 1", refused.getMessage());
        assertThrows(LocalHostException.class, () -> LocalSettings.parse("{\"IsEncrypted\":true}", Map.of()));
        assertThrows(LocalHostException.class, () -> LocalSettings.parse("{\"Values\":{\"A\":1}}", Map.of()));
    }
}
