package io.gridhook.core.filter;

import io.gridhook.core.event.Letters;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Many beginnings (or ends) of a text, of which those that fit are found in one walk over the text: at each length that one of them has,
 * the hash of the part walked over says which can fit.
 */
final class AffixIndex {
    /** One beginning or end, and whether its letter case counts. */
    private record Affix(String text, boolean isCaseSensitive) {}

    private final boolean fromEnd;
    private final Map<Affix, Integer> ids = new LinkedHashMap<>();
    private Affix[] affixes = {};
    /** By hash: the first affix with it, and for each the next one; -1 ends a chain. */
    private int[] first = {-1};

    private int[] next = {};
    /** The lengths that there are, ascending. */
    private int[] lengths = {};

    AffixIndex(boolean fromEnd) {
        this.fromEnd = fromEnd;
    }

    /** Takes one in before {@link #seal}; its number, which is the same for the same one. */
    int add(String text, boolean isCaseSensitive) {
        return ids.computeIfAbsent(new Affix(text, isCaseSensitive), affix -> ids.size());
    }

    int size() {
        return ids.size();
    }

    void seal() {
        affixes = ids.keySet().toArray(Affix[]::new);
        first = new int[Integer.highestOneBit(Math.max(1, affixes.length)) * 2];
        next = new int[affixes.length];
        Arrays.fill(first, -1);
        for (int id = 0; id < affixes.length; id++) {
            int place = place(hash(affixes[id].text()));
            next[id] = first[place];
            first[place] = id;
        }
        lengths = List.of(affixes).stream()
                .mapToInt(affix -> affix.text().length())
                .distinct()
                .sorted()
                .toArray();
    }

    /** Writes {@code mark} to the numbers of those that {@code text} has. */
    void markFitting(CharSequence text, int[] marks, int mark) {
        int hash = 0;
        int walked = 0;
        for (int length : lengths) {
            if (length > text.length()) {
                return;
            }
            for (; walked < length; walked++) {
                hash = Letters.hash(hash, charAt(text, walked));
            }
            markFitting(text, length, hash, marks, mark);
        }
    }

    private void markFitting(CharSequence text, int length, int hash, int[] marks, int mark) {
        for (int id = first[place(hash)]; id >= 0; id = next[id]) {
            if (affixes[id].text().length() == length && fits(text, affixes[id])) {
                marks[id] = mark;
            }
        }
    }

    private boolean fits(CharSequence text, Affix affix) {
        int at = fromEnd ? text.length() - affix.text().length() : 0;
        for (int i = 0; i < affix.text().length(); i++) {
            char one = text.charAt(at + i);
            char other = affix.text().charAt(i);
            if (one != other && (affix.isCaseSensitive() || Letters.fold(one) != Letters.fold(other))) {
                return false;
            }
        }
        return true;
    }

    private int hash(String affix) {
        int hash = 0;
        for (int i = 0; i < affix.length(); i++) {
            hash = Letters.hash(hash, charAt(affix, i));
        }
        return hash;
    }

    private char charAt(CharSequence text, int walked) {
        return text.charAt(fromEnd ? text.length() - 1 - walked : walked);
    }

    private int place(int hash) {
        return (hash ^ (hash >>> 15)) & (first.length - 1);
    }
}
