package io.gridhook.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * Rows of a list, of as many of the server's pages as it took.
 *
 * @param json the first page's answer with all rows in {@code value}, and what all pages left out
 * @param hasMore whether the server has more rows
 */
record Page(ObjectNode json, boolean hasMore) {
    /** What {@code --limit} is unless it is given. */
    static final String LIMIT = "100";

    /** The server's own bound of a page. */
    private static final int TOP_MAX = 1_000;
    /** Ours: a page may be empty and lead on, but not for ever. */
    private static final int PAGES_MAX = 10_000;

    private static final String VALUE = "value";
    private static final String NEXT = "nextLink";

    /** What a page says of itself alone: how much of it could not be read. */
    private static final List<String> LEFT_OUT = List.of("skippedBlobs", "unreadableBatches");

    /**
     * Reads {@code limit} rows, or all there are.
     *
     * @throws CtlException if a page is refused, or is none
     */
    static Page read(Server server, Query query, int limit) {
        if (limit < 1) {
            throw CtlException.usage("--limit: " + limit + " (expected: 1 or more)");
        }
        ObjectNode first =
                page(server, query.with("$top", Math.min(limit, TOP_MAX)).toString());
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        JsonNode last = first;
        boolean isCut = add(rows, last, limit);
        for (int i = 1; i < PAGES_MAX && rows.size() < limit && last.hasNonNull(NEXT); i++) {
            last = page(server, query.withRaw(rawQuery(last.path(NEXT).asText())));
            isCut = add(rows, last, limit);
            addLeftOut(first, last);
        }
        boolean hasMore = isCut || last.hasNonNull(NEXT);
        first.set(VALUE, rows);
        first.remove(NEXT);
        return new Page(first, hasMore);
    }

    private static ObjectNode page(Server server, String path) {
        Answer answer = server.get(path);
        if (answer.json() instanceof ObjectNode page && page.path(VALUE).isArray()) {
            return page;
        }
        throw CtlException.refused(answer.status(), path + ": no list (expected: value)");
    }

    /** Whether some of the page's rows were left out. */
    private static boolean add(ArrayNode rows, JsonNode page, int limit) {
        for (JsonNode row : page.path(VALUE)) {
            if (rows.size() == limit) {
                return true;
            }
            rows.add(row);
        }
        return false;
    }

    private static void addLeftOut(ObjectNode sums, JsonNode page) {
        for (String name : LEFT_OUT) {
            if (page.has(name)) {
                sums.put(name, sums.path(name).asLong() + page.path(name).asLong());
            }
        }
    }

    /** Of a link its query alone: where the key goes is not the server's to say. */
    private static String rawQuery(String link) {
        try {
            String query = new URI(link).getRawQuery();
            if (query != null) {
                return query;
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        throw CtlException.refused(0, NEXT + ": no link (expected: a URL with a query)");
    }

    JsonNode rows() {
        return json.path(VALUE);
    }
}
