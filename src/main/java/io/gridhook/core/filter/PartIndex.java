package io.gridhook.core.filter;

import io.gridhook.core.event.Letters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Many parts of a text, of which those that are in it are found in one walk over the text: the first three characters at each place (or as
 * many as a part has) say which parts can begin there.
 */
final class PartIndex {
    private static final int GRAM_MAX = 3;
    /** Ours: how often a part is compared where it could begin, before the rest of the text is searched for it in one go. */
    private static final int TRIES_MAX = 4;

    /** What one thread needs to remember: in which walk a part was tried last, and how often in it. */
    static final class Tries {
        private final long[] triedIn;
        private final int[] count;
        private long walk;

        Tries(int parts) {
            triedIn = new long[parts];
            count = new int[parts];
        }
    }

    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private TextPattern[] patterns = {};
    /** By how much of the beginning is hashed, then by hash: the first part, and for each the next one; -1 ends a chain. */
    private final int[][] first = new int[GRAM_MAX + 1][];

    private int[] next = {};

    /** Takes one in before {@link #seal}; its number, which is the same for the same one. */
    int add(String text) {
        return ids.computeIfAbsent(Letters.fold(text), folded -> ids.size());
    }

    int size() {
        return ids.size();
    }

    void seal() {
        List<String> parts = new ArrayList<>(ids.keySet());
        patterns = parts.stream().map(TextPattern::new).toArray(TextPattern[]::new);
        next = new int[patterns.length];
        for (int gram = 0; gram <= GRAM_MAX; gram++) {
            first[gram] = new int[0];
        }
        for (int id = 0; id < patterns.length; id++) {
            chain(id, parts.get(id));
        }
    }

    private void chain(int id, String part) {
        int gram = Math.min(GRAM_MAX, part.length());
        if (first[gram].length == 0) {
            first[gram] = new int[gram == 0 ? 1 : Integer.highestOneBit(patterns.length) * 4];
            Arrays.fill(first[gram], -1);
        }
        int hash = 0;
        for (int i = 0; i < gram; i++) {
            hash = Letters.hash(hash, part.charAt(i));
        }
        int place = place(hash, gram);
        next[id] = first[gram][place];
        first[gram][place] = id;
    }

    private int place(int hash, int gram) {
        return (hash ^ (hash >>> 7)) & (first[gram].length - 1);
    }

    /** Writes {@code mark} to the numbers of those that are in {@code text}. */
    void markIn(CharSequence text, int[] marks, int mark, Tries tries) {
        tries.walk++;
        if (first[0].length > 0) {
            marks[first[0][0]] = mark;
        }
        for (int at = 0; at < text.length(); at++) {
            int hash = 0;
            for (int gram = 1; gram <= GRAM_MAX && at + gram <= text.length(); gram++) {
                hash = Letters.hash(hash, text.charAt(at + gram - 1));
                if (first[gram].length > 0) {
                    tryChain(first[gram][place(hash, gram)], text, at, marks, mark, tries);
                }
            }
        }
    }

    private void tryChain(int chain, CharSequence text, int at, int[] marks, int mark, Tries tries) {
        for (int id = chain; id >= 0; id = next[id]) {
            if (marks[id] != mark && isFound(id, text, at, tries)) {
                marks[id] = mark;
            }
        }
    }

    private boolean isFound(int id, CharSequence text, int at, Tries tries) {
        if (tries.triedIn[id] != tries.walk) {
            tries.triedIn[id] = tries.walk;
            tries.count[id] = 0;
        }
        int count = tries.count[id]++;
        if (count < TRIES_MAX) {
            return patterns[id].isAt(text, at);
        }
        return count == TRIES_MAX && patterns[id].isIn(text, at);
    }
}
