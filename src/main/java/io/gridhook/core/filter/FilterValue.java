package io.gridhook.core.filter;

import java.math.BigDecimal;

/** One value that a filter compares with. */
public sealed interface FilterValue {
    /** A string; letter case does not count. */
    record Text(String text) implements FilterValue {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A number, compared as the decimal that it is. */
    record Decimal(BigDecimal number) implements FilterValue {
        @Override
        public String toString() {
            return number.toString();
        }
    }

    /** A range of numbers, its ends included. */
    record Range(BigDecimal low, BigDecimal high) implements FilterValue {
        public Range {
            if (low.compareTo(high) > 0) {
                throw new IllegalArgumentException("range: " + low + ".." + high + " (expected: the lower end first)");
            }
        }

        boolean contains(BigDecimal number) {
            return number.compareTo(low) >= 0 && number.compareTo(high) <= 0;
        }

        @Override
        public String toString() {
            return "[" + low + "," + high + "]";
        }
    }

    /** True or false. */
    record Flag(boolean flag) implements FilterValue {
        @Override
        public String toString() {
            return String.valueOf(flag);
        }
    }
}
