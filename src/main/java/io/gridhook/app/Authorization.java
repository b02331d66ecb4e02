package io.gridhook.app;

import java.util.Optional;

/** The header {@code Authorization}: a scheme, a blank, and what proves something. */
final class Authorization {
    private Authorization() {}

    /** What stands after {@code scheme}, in any letter case; {@code ""} if nothing does, empty if the header is of another scheme. */
    static Optional<String> of(Optional<String> header, String scheme) {
        String text = header.orElse("").strip();
        boolean isScheme = text.regionMatches(true, 0, scheme, 0, scheme.length());
        if (!isScheme || (text.length() > scheme.length() && text.charAt(scheme.length()) != ' ')) {
            return Optional.empty();
        }
        return Optional.of(text.substring(scheme.length()).strip());
    }
}
