package io.gridhook.core.event;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What one event has at one key. An object of this class is filled anew for each event, so that reading costs no more than it must. */
public final class EventValue {
    /** The JSON types, and that there is nothing. */
    public enum Kind {
        ABSENT,
        NULL,
        STRING,
        NUMBER,
        BOOLEAN,
        OBJECT,
        ARRAY
    }

    private Kind kind = Kind.ABSENT;
    private String text = "";
    private boolean isText;
    private @Nullable BigDecimal number;

    EventValue() {}

    public Kind kind() {
        return kind;
    }

    /**
     * Whether it is a text to string operators: a string is; so are numbers and booleans that are context attributes of a CloudEvent,
     * which the documentation's example compares with {@code "5"} and {@code "1"}.
     */
    public boolean isText() {
        return isText;
    }

    /** A string's content; a number or a boolean as it is spelt. */
    public String text() {
        return text;
    }

    /** The value of a {@link Kind#NUMBER}. */
    public BigDecimal number() {
        BigDecimal known = number;
        if (known == null) {
            known = JsonNumber.of(text);
            number = known;
        }
        return known;
    }

    /** The value of a {@link Kind#BOOLEAN}. */
    public boolean flag() {
        return text.equals("true");
    }

    void set(Kind newKind) {
        set(newKind, "", false);
    }

    void setString(String content) {
        set(Kind.STRING, content, true);
    }

    /** Takes a scalar, or says that it is an object or an array. */
    void set(JsonCursor json, boolean isAttribute) {
        switch (json.token()) {
            case VALUE_STRING -> setString(json.text());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> set(Kind.NUMBER, json.text(), isAttribute);
            case VALUE_TRUE, VALUE_FALSE -> set(Kind.BOOLEAN, json.text(), isAttribute);
            case START_OBJECT -> set(Kind.OBJECT);
            case START_ARRAY -> set(Kind.ARRAY);
            default -> set(Kind.NULL);
        }
    }

    private void set(Kind newKind, String newText, boolean newIsText) {
        kind = newKind;
        text = newText;
        isText = newIsText;
        number = null;
    }
}
