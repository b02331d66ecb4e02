package io.gridhook.core.retry;

/**
 * A whole number's default and bounds, both inclusive.
 *
 * @param unset what applies when nothing is given
 */
public record Range(int min, int max, int unset) {
    public Range {
        if (min > max || unset < min || unset > max) {
            throw new IllegalArgumentException("range: " + unset + " (expected: " + min + ".." + max + ")");
        }
    }

    public boolean contains(long value) {
        return value >= min && value <= max;
    }

    @Override
    public String toString() {
        return min + ".." + max;
    }
}
