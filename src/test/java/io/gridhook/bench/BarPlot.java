package io.gridhook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Deliveries a second of each workload, beside its ceiling, with its goal as a line. The scale is logarithmic. */
final class BarPlot {
    private static final int WIDTH = 860;
    private static final int LEFT = 150;
    private static final int TOP = 50;
    private static final int ROW = 52;
    private static final int BAR = 16;
    private static final int RIGHT = 110;
    private static final double LEAST = 10;

    private final List<Row> rows = new ArrayList<>();

    /** A goal of 0 or a ceiling of 0 is not drawn. */
    private record Row(String title, double figure, double ceiling, double goal) {}

    void add(String title, double figure, double ceiling, Optional<Double> goal) {
        rows.add(new Row(title, figure, ceiling, goal.orElse(0.0)));
    }

    /** As SVG. */
    String svg() {
        int height = TOP + ROW * rows.size() + 30;
        Svg svg = new Svg(WIDTH, height);
        svg.text(LEFT, 20, "start", "local host: deliveries/s (blue) beside the ceiling, POSTs/s (grey); goal (red)");
        double most = rows.stream()
                .mapToDouble(row -> Math.max(row.goal, Math.max(row.figure, row.ceiling)))
                .max()
                .orElse(LEAST);
        for (double tick = LEAST; tick <= most; tick *= 10) {
            svg.line(x(tick, most), TOP - 10, x(tick, most), height - 25, "#dddddd");
            svg.text(x(tick, most), height - 8, "middle", Svg.format("%,.0f", tick));
        }
        for (int i = 0; i < rows.size(); i++) {
            draw(svg, rows.get(i), TOP + i * ROW, most);
        }
        return svg.toString();
    }

    private static void draw(Svg svg, Row row, int top, double most) {
        svg.text(LEFT - 8, top + BAR + 4, "end", row.title);
        bar(svg, row.figure, top, most, "#1f77b4");
        if (row.ceiling > 0) {
            bar(svg, row.ceiling, top + BAR + 2, most, "#bbbbbb");
        }
        if (row.goal > 0) {
            svg.line(x(row.goal, most), top - 4, x(row.goal, most), top + 2 * BAR + 6, "#d62728");
        }
    }

    private static void bar(Svg svg, double value, int top, double most, String color) {
        double end = x(value, most);
        svg.rect(LEFT, top, Math.max(1, end - LEFT), BAR, color);
        svg.text(end + 4, top + BAR - 4, "start", Svg.format("%,.0f", value));
    }

    private static double x(double value, double most) {
        double range = Math.log10(Math.max(most, 10 * LEAST) / LEAST);
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log10(Math.max(LEAST, value) / LEAST) / range;
    }
}
