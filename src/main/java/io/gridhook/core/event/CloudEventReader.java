package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Base64;
import java.util.Optional;

/** Reads CloudEvents 1.0 in structured mode (behaviour §9.6): one object, alone or in a batch. */
final class CloudEventReader implements EventSequence.ObjectReader {
    private final Optional<DomainTopicIds> domain;

    CloudEventReader(Optional<DomainTopicIds> domain) {
        this.domain = domain;
    }

    @Override
    public Event read(JsonCursor json) {
        int from = json.start();
        CloudEventDraft draft = CloudEventDraft.structured();
        int payloads = 0;
        while (json.next() != JsonToken.END_OBJECT) {
            String name = json.name();
            draft.see(name);
            JsonToken value = json.next();
            if (name.equals("data") || name.equals("data_base64")) {
                readPayload(name, value, json);
                payloads += value == JsonToken.VALUE_NULL ? 0 : 1;
            } else {
                readAttribute(name, value, json, draft);
            }
        }
        if (payloads > 1) {
            throw Invalid.json("data_base64: given beside data (expected: one of the two)");
        }
        JsonText event = json.slice(from, json.end());
        EventAttributes attributes = draft.checked();
        domain.ifPresent(ids -> ids.checked("source", attributes.source()));
        return new Event(EventSchema.CLOUD_EVENT_V1_0, event, attributes);
    }

    private static void readPayload(String name, JsonToken value, JsonCursor json) {
        if (name.equals("data") || value == JsonToken.VALUE_NULL) {
            json.skip();
        } else if (value != JsonToken.VALUE_STRING || !isBase64(json.text())) {
            throw Invalid.json(Invalid.value(name, Invalid.tokenName(value), "a String in base64"));
        }
    }

    private static void readAttribute(String name, JsonToken value, JsonCursor json, CloudEventDraft draft) {
        if (value == JsonToken.VALUE_NULL) {
            draft.checkName(name);
            return;
        }
        boolean stringOnly = CloudEventDraft.STRING_ATTRIBUTES.contains(name);
        if (!value.isScalarValue() || (stringOnly && value != JsonToken.VALUE_STRING)) {
            String expected = stringOnly ? "String" : "String, Integer or Boolean";
            throw Invalid.json(Invalid.value(name, Invalid.tokenName(value), expected));
        }
        draft.put(name, json.text());
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
