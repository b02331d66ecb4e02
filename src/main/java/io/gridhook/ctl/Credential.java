package io.gridhook.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What opens the management API. It comes from a file or the environment, never from the command line, which other users of the machine see
 * in the list of processes, and which shells keep.
 *
 * @param header the name of the header that holds it
 * @param value never printed
 */
record Credential(String header, String value) {
    static final String KEY = "GRIDHOOK_KEY";
    static final String TOKEN = "GRIDHOOK_TOKEN";

    /** Ours: longer than any token that a server takes in a header. */
    private static final int BYTES_MAX = 16_384;

    /**
     * The first of these: the key in the file, the key in {@code GRIDHOOK_KEY}, the token in {@code GRIDHOOK_TOKEN}.
     *
     * @throws CtlException if it cannot be read, or be a header's value
     */
    static Optional<Credential> find(Optional<Path> keyFile, World world) {
        if (keyFile.isPresent()) {
            return Optional.of(key("--key-file", read(keyFile.get())));
        }
        if (!world.variable(KEY).isBlank()) {
            return Optional.of(key(KEY, world.variable(KEY)));
        }
        return Optional.of(world.variable(TOKEN))
                .filter(token -> !token.isBlank())
                .map(token -> new Credential("Authorization", "Bearer " + checked(TOKEN, token)));
    }

    private static Credential key(String source, String text) {
        return new Credential("aeg-sas-key", checked(source, text));
    }

    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BYTES_MAX + 1), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CtlException.usage("--key-file: " + file + " cannot be read (expected: a file that holds the key)");
        }
    }

    /** Without what it is: a key must not come back on a screen. */
    private static String checked(String source, String text) {
        String value = text.strip();
        boolean isPrintable = value.chars().allMatch(c -> c >= ' ' && c <= '~');
        if (value.isEmpty() || value.length() > BYTES_MAX || !isPrintable) {
            throw CtlException.usage(
                    source + ": no key (expected: one line of 1.." + BYTES_MAX + " printable ASCII characters)");
        }
        return value;
    }

    @Override
    public String toString() {
        return "Credential[" + header + "]";
    }
}
