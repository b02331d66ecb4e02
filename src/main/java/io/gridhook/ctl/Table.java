package io.gridhook.ctl;

import java.util.ArrayList;
import java.util.List;

/** Rows for people: columns side by side, each as wide as its widest cell. */
final class Table {
    /** Ours: characters of a cell; what is longer is in {@code --json}. */
    private static final int CELL_CHARS_MAX = 200;

    private static final String BETWEEN = "  ";

    private final int columns;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        this.columns = headings.length;
        add(headings);
    }

    /**
     * One more row.
     *
     * @throws IllegalArgumentException if it has not as many cells as there are headings
     */
    Table add(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("cells: " + cells.length + " (expected: " + columns + ")");
        }
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(cut(Shown.text(cell)));
        }
        rows.add(row);
        return this;
    }

    private static String cut(String cell) {
        int length = cell.codePointCount(0, cell.length());
        return length <= CELL_CHARS_MAX
                ? cell
                : cell.substring(0, cell.offsetByCodePoints(0, CELL_CHARS_MAX - 1)) + "…";
    }

    /** The lines, each with its end. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(width(i) - length(row.get(i))))
                        .append(BETWEEN);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
