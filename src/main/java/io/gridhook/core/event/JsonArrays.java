package io.gridhook.core.event;

import java.util.List;

/** Arrays of pieces that stay as they are. */
final class JsonArrays {
    private JsonArrays() {}

    static JsonText of(List<JsonText> elements) {
        int size = 2 + elements.size();
        for (JsonText element : elements) {
            size += element.length();
        }
        JsonOutput out = new JsonOutput(size);
        out.write('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.raw(elements.get(i));
        }
        out.write(']');
        return out.text();
    }
}
