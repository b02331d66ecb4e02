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
    private CharSequence text = "";
    private final CharText content = new CharText();
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

    /** A string's content; a number or a boolean as it is spelt. Good until the next event. */
    public CharSequence text() {
        return text;
    }

    /** The value of a {@link Kind#NUMBER}. */
    public BigDecimal number() {
        BigDecimal known = number;
        if (known == null) {
            known = JsonNumber.of(content);
            number = known;
        }
        return known;
    }

    /** The value of a {@link Kind#BOOLEAN}. */
    public boolean flag() {
        return "true".contentEquals(text);
    }

    void forget() {
        set(Kind.ABSENT);
        content.clear();
    }

    void set(Kind newKind) {
        set(newKind, "", false);
    }

    void setString(String content) {
        set(Kind.STRING, content, true);
    }

    /** Takes a scalar, or says that it is an object or an array. */
    void set(StoredJson json, boolean isAttribute) {
        Kind found = json.kind();
        switch (found) {
            case STRING, NUMBER, BOOLEAN -> {
                json.read(content);
                set(found, content, isAttribute || found == Kind.STRING);
            }
            default -> set(found);
        }
    }

    private void set(Kind newKind, CharSequence newText, boolean newIsText) {
        kind = newKind;
        text = newText;
        isText = newIsText;
        number = null;
    }
}
