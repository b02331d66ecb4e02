package io.gridhook.functions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of the dashboard, which are part of the app: these names and no others. */
final class DashboardFiles {
    static final String PAGE = "index.html";

    /** Where they are among the resources. */
    static final String FOLDER = "/dashboard/";

    /** Ours: what makes a name that no two contents share. */
    private static final int TAG_BYTES = 8;

    private static final List<String> NAMES = List.of(
            PAGE,
            "dashboard.css",
            "icon.svg",
            "app.js",
            "api.js",
            "dom.js",
            "format.js",
            "parts.js",
            "plot.js",
            "rates.js",
            "deadletters.js",
            "events.js",
            "log.js",
            "overview.js",
            "redrives.js",
            "settings.js",
            "subscription.js",
            "topics.js");

    /** By their endings. */
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml; charset=utf-8");

    /** Read once in a process. */
    static final DashboardFiles ALL = new DashboardFiles();

    private final Map<String, Content> contents = new LinkedHashMap<>();

    /**
     * One file.
     *
     * @param etag in quotes
     */
    record Content(String text, String type, String etag) {}

    private DashboardFiles() {
        NAMES.forEach(name -> contents.put(name, read(name)));
    }

    List<String> names() {
        return NAMES;
    }

    /** The file of exactly that name. */
    Optional<Content> find(String name) {
        return Optional.ofNullable(contents.get(name));
    }

    private static Content read(String name) {
        try (InputStream in = DashboardFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(FOLDER + name + ": not in the app's jar");
            }
            byte[] bytes = in.readAllBytes();
            String ending = name.substring(name.lastIndexOf('.') + 1);
            return new Content(new String(bytes, StandardCharsets.UTF_8), TYPES.getOrDefault(ending, ""), etag(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String etag(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
