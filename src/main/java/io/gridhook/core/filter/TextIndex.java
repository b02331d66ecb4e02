package io.gridhook.core.filter;

import io.gridhook.core.event.Letters;
import io.gridhook.core.event.NameTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All texts that filters compare one key with: what fits a value is found at once for all of them. */
final class TextIndex {
    /** How a value is compared with a text. */
    enum Place {
        WHOLE,
        PART,
        BEGINNING,
        END;

        static Place of(OperatorType type) {
            return switch (type) {
                case STRING_CONTAINS, STRING_NOT_CONTAINS -> PART;
                case STRING_BEGINS_WITH, STRING_NOT_BEGINS_WITH -> BEGINNING;
                case STRING_ENDS_WITH, STRING_NOT_ENDS_WITH -> END;
                default -> WHOLE;
            };
        }
    }

    /** Which of the texts fit one value, or one of several values; for one thread. */
    static final class Marks {
        private final int[] whole;
        private final int[] part;
        private final int[] beginning;
        private final int[] end;
        private final PartIndex.Tries tries;

        private Marks(TextIndex index) {
            whole = new int[index.wholes.size()];
            part = new int[index.parts.size()];
            beginning = new int[index.beginnings.size()];
            end = new int[index.ends.size()];
            tries = new PartIndex.Tries(index.parts.size());
        }

        private int[] of(Place place) {
            return switch (place) {
                case WHOLE -> whole;
                case PART -> part;
                case BEGINNING -> beginning;
                case END -> end;
            };
        }

        /** Whether one of {@code texts} is marked with {@code mark}. */
        boolean any(Place place, int[] texts, int mark) {
            int[] marks = of(place);
            for (int text : texts) {
                if (marks[text] == mark) {
                    return true;
                }
            }
            return false;
        }
    }

    private final Map<String, Integer> wholes = new LinkedHashMap<>();
    private final PartIndex parts = new PartIndex();
    private final AffixIndex beginnings = new AffixIndex(false);
    private final AffixIndex ends = new AffixIndex(true);
    private NameTable<Integer> byWhole = new NameTable<>(Map.of());

    /** Takes a text in before {@link #seal}; its number among those of its place. */
    int add(Place place, String text) {
        return switch (place) {
            case WHOLE -> wholes.computeIfAbsent(Letters.fold(text), folded -> wholes.size());
            case PART -> parts.add(text);
            case BEGINNING -> beginnings.add(Letters.fold(text), false);
            case END -> ends.add(Letters.fold(text), false);
        };
    }

    void seal() {
        byWhole = new NameTable<>(wholes);
        parts.seal();
        beginnings.seal();
        ends.seal();
    }

    Marks marks() {
        return new Marks(this);
    }

    /** Writes {@code mark} to all texts that fit {@code value}. */
    void mark(CharSequence value, Marks marks, int mark) {
        if (!wholes.isEmpty()) {
            Integer whole = byWhole.get(value);
            markWhole(whole, marks, mark);
        }
        if (parts.size() > 0) {
            parts.markIn(value, marks.part, mark, marks.tries);
        }
        beginnings.markFitting(value, marks.beginning, mark);
        ends.markFitting(value, marks.end, mark);
    }

    private static void markWhole(@Nullable Integer whole, Marks marks, int mark) {
        if (whole != null) {
            marks.whole[whole] = mark;
        }
    }
}
