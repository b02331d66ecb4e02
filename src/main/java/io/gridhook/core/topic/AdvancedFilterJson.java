package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.FilterValue;
import java.util.ArrayList;
import java.util.List;

/** Advanced filters as they are echoed and stored: the form in which they are read, numbers digit for digit. */
final class AdvancedFilterJson {
    private static final JsonNodeFactory JSON = new JsonNodeFactory(true);

    private AdvancedFilterJson() {}

    static ArrayNode write(List<AdvancedFilter> filters) {
        ArrayNode json = JSON.arrayNode();
        filters.forEach(filter -> json.add(write(filter)));
        return json;
    }

    private static ObjectNode write(AdvancedFilter filter) {
        ObjectNode json = JSON.objectNode()
                .put("operatorType", filter.operatorType().wireName())
                .put("key", filter.key());
        switch (filter.operatorType().operand()) {
            case NUMBER, BOOL -> json.set("value", write(filter.values().get(0)));
            case NUMBERS, RANGES, STRINGS -> {
                ArrayNode values = json.putArray("values");
                filter.values().forEach(value -> values.add(write(value)));
            }
            case NOTHING -> {
                // Neither value nor values.
            }
        }
        return json;
    }

    private static JsonNode write(FilterValue value) {
        if (value instanceof FilterValue.Text text) {
            return JSON.textNode(text.text());
        }
        if (value instanceof FilterValue.Flag flag) {
            return JSON.booleanNode(flag.flag());
        }
        if (value instanceof FilterValue.Range range) {
            return JSON.arrayNode().add(range.low()).add(range.high());
        }
        return JSON.numberNode(((FilterValue.Decimal) value).number());
    }

    static List<AdvancedFilter> read(JsonNode json, String path) {
        List<AdvancedFilter> filters = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) {
            filters.add(AdvancedFilterReader.read(json.get(i), path + "[" + i + "]"));
        }
        return filters;
    }
}
