package io.gridhook.core.delivery;

import java.util.OptionalInt;

/**
 * What an endpoint's answer to a handshake means.
 *
 * @param allowedRate requests a minute that it takes, where it agreed and said so
 * @param why it did not agree, for the author of the subscription; empty if it did
 */
public record HandshakeVerdict(Kind kind, OptionalInt allowedRate, String why) {
    /** Yes, later perhaps, no. */
    public enum Kind {
        AGREED,
        /** It was reached, and the validation URL may still be opened (behaviour §4.3, §4.4). */
        AWAITED,
        REFUSED
    }

    static HandshakeVerdict agreed(OptionalInt allowedRate) {
        return new HandshakeVerdict(Kind.AGREED, allowedRate, "");
    }

    static HandshakeVerdict awaited(String why) {
        return new HandshakeVerdict(Kind.AWAITED, OptionalInt.empty(), why);
    }

    static HandshakeVerdict refused(String why) {
        return new HandshakeVerdict(Kind.REFUSED, OptionalInt.empty(), why);
    }
}
