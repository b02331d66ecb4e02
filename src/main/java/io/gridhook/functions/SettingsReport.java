package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.Excerpt;
import java.util.Map;
import java.util.regex.Pattern;

/** The settings in force, as they were at the start: no secret among them. */
final class SettingsReport {
    /** Ours: characters of a value that are shown. */
    private static final int VALUE_CHARS_MAX = 512;

    /** How the names of secrets end. A new one has to as well, or has to be added here. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i).*(KEY|KEYS|SECRET|SECRETS|TOKEN|PASSWORD|HEADERS|CONNECTION_?STRING|CREDENTIALS?)[0-9]?");

    private final ObjectNode json;

    /** Of settings that {@link AppSettings#from} takes. */
    SettingsReport(Map<String, String> env) {
        SettingsReader reader = new SettingsReader(env);
        AppSettings.read(reader);
        json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        reader.asked().forEach(setting -> {
            String inForce = reader.platform(setting.name(), setting.unset());
            value.addObject()
                    .put("name", setting.name())
                    .put("value", shown(setting.name(), inForce))
                    .put("isDefault", inForce.equals(setting.unset()));
        });
    }

    static boolean isSecret(String name) {
        return SECRET.matcher(name).matches();
    }

    private static String shown(String name, String value) {
        if (isSecret(name)) {
            return value.isEmpty() ? "not set" : "set";
        }
        return Excerpt.of(value, VALUE_CHARS_MAX);
    }

    /** {@code {"value":[{"name","value","isDefault"}]}}, in the order in which they are read. */
    ObjectNode json() {
        return json.deepCopy();
    }
}
