package io.gridhook.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A request's path as Kestrel reads it: escapes are decoded but for that of a slash, and then dot segments are resolved, those that were
 * escaped included.
 *
 * @param raw as it is without its dot segments, still escaped
 * @param parts decoded; slashes at the path's ends count for nothing
 */
record RequestPath(String raw, List<String> parts) {
    private static final char NUL = 0;

    RequestPath {
        parts = List.copyOf(parts);
    }

    /** Reads a path as it was sent; empty if it has a NUL, which Kestrel refuses. */
    static Optional<RequestPath> of(String sent) {
        List<String> raw = new ArrayList<>();
        for (String part : sent.split("/", -1)) {
            String decoded = PercentText.pathPart(part);
            if (decoded.indexOf(NUL) >= 0) {
                return Optional.empty();
            }
            if (decoded.equals("..") && raw.size() > 1) {
                raw.remove(raw.size() - 1);
            } else if (!decoded.equals("..") && !decoded.equals(".")) {
                raw.add(part);
            }
        }
        String path = String.join("/", raw);
        List<String> parts =
                RoutePattern.split(path).stream().map(PercentText::pathPart).toList();
        return Optional.of(new RequestPath(path.isEmpty() ? "/" : path, parts));
    }

    /** {@code /}, which the real host answers itself where no function does. */
    boolean isRoot() {
        return parts.isEmpty();
    }

    /** Whether it is one of the host's own, for which it wants its own keys: {@code /admin/…} and {@code /runtime/webhooks/…}. */
    boolean isHosts() {
        return isBelow("admin") || isBelow("runtime", "webhooks");
    }

    private boolean isBelow(String... folders) {
        return parts.size() > folders.length
                && IntStream.range(0, folders.length).allMatch(i -> parts.get(i).equalsIgnoreCase(folders[i]));
    }
}
