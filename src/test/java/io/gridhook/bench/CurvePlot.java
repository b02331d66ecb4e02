package io.gridhook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Curves over one pair of axes that start at 0, with their names in a legend. Values are as they are to be drawn, labels as they read. */
final class CurvePlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 190;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final List<String> COLORS =
            List.of("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f");

    private final String title;
    private final List<Curve> curves = new ArrayList<>();
    private final List<Tick> xTicks = new ArrayList<>();
    private final List<Tick> yTicks = new ArrayList<>();

    /** A point, in the units of the axes. */
    record Point(double x, double y) {}

    private record Curve(String name, List<Point> points) {}

    private record Tick(double at, String label) {}

    CurvePlot(String title) {
        this.title = title;
    }

    void add(String name, List<Point> points) {
        curves.add(new Curve(name, List.copyOf(points)));
    }

    void xTick(double at, String label) {
        xTicks.add(new Tick(at, label));
    }

    void yTick(double at, String label) {
        yTicks.add(new Tick(at, label));
    }

    /** As SVG. */
    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT);
        svg.text(LEFT, 20, "start", title);
        double xMost = most(xTicks, Point::x);
        double yMost = most(yTicks, Point::y);
        for (Tick tick : xTicks) {
            svg.line(x(tick.at, xMost), TOP, x(tick.at, xMost), HEIGHT - BOTTOM, "#dddddd");
            svg.text(x(tick.at, xMost), HEIGHT - BOTTOM + 18, "middle", tick.label);
        }
        for (Tick tick : yTicks) {
            svg.line(LEFT, y(tick.at, yMost), WIDTH - RIGHT, y(tick.at, yMost), "#dddddd");
            svg.text(LEFT - 6, y(tick.at, yMost) + 4, "end", tick.label);
        }
        for (int i = 0; i < curves.size(); i++) {
            draw(svg, curves.get(i), i, xMost, yMost);
        }
        return svg.toString();
    }

    private double most(List<Tick> ticks, ToDoubleFunction<Point> coordinate) {
        double ofTicks = ticks.stream().mapToDouble(Tick::at).max().orElse(1);
        return curves.stream()
                .flatMap(curve -> curve.points.stream())
                .mapToDouble(coordinate)
                .reduce(ofTicks, Math::max);
    }

    private static void draw(Svg svg, Curve curve, int number, double xMost, double yMost) {
        String color = COLORS.get(number % COLORS.size());
        StringBuilder points = new StringBuilder();
        for (Point point : curve.points) {
            points.append(Svg.format("%.1f,%.1f ", x(point.x, xMost), y(Math.max(0, point.y), yMost)));
        }
        svg.curve(points.toString(), color);
        int top = TOP + 18 * number;
        svg.rect(WIDTH - RIGHT + 12, top, 12, 12, color);
        svg.text(WIDTH - RIGHT + 30, top + 10, "start", curve.name);
    }

    private static double x(double value, double most) {
        return LEFT + (WIDTH - LEFT - RIGHT) * value / most;
    }

    private static double y(double value, double most) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most;
    }
}
