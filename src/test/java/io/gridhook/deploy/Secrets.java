package io.gridhook.deploy;

import java.util.regex.Pattern;

/** Finds secrets where none may be: in files that are checked in. */
final class Secrets {
    /** A storage account's key that is not a variable, and what is as long as base64 of 32 bytes. */
    private static final Pattern SECRET = Pattern.compile(
            "AccountKey=(?!\\$\\{)[^;\"\\s]+|(?i:password|secret|key\\d?)\"?[=:]\\s*\"?(?!\\$\\{)[A-Za-z0-9+/_-]{16,}={0,2}|[A-Za-z0-9+/]{43}=");

    private Secrets() {}

    static boolean areIn(String text) {
        return SECRET.matcher(text).find();
    }
}
