package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Azure provisions and what the app asks for have the same names. */
class InfraTest {
    private static final Pattern NAME = Pattern.compile("'([a-z-]+)'");

    @Test
    void the_template_creates_what_the_app_asks_for() throws IOException {
        String template = Files.readString(Path.of("infra", "main.bicep"));
        assertEquals(StorageNames.QUEUES, names(template, "queueNames"));
        assertEquals(StorageNames.TABLES, names(template, "tableNames"));
        assertEquals(StorageNames.CONTAINERS, names(template, "containerNames"));
    }

    private static List<String> names(String template, String variable) {
        Matcher list = Pattern.compile("var " + variable + " = \\[([^\\]]*)]").matcher(template);
        assertTrue(list.find(), variable);
        return NAME.matcher(list.group(1))
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
