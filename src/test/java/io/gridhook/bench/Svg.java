package io.gridhook.bench;

import java.util.Locale;

/** A drawing, put together from above. Lengths are in pixels. */
final class Svg {
    private static final String FONT = "font-family=\"sans-serif\" font-size=\"12\"";

    private final StringBuilder text = new StringBuilder();

    /** Empty and white. */
    Svg(int width, int height) {
        text.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n",
                width, height, width, height));
        text.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    }

    void rect(double x, double y, double width, double height, String color) {
        text.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, color));
    }

    void line(double x1, double y1, double x2, double y2, String color) {
        text.append(format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n", x1, y1, x2, y2, color));
    }

    /** Through points, each {@code x,y} with a blank after it. */
    void curve(String points, String color) {
        text.append(format(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", points.strip(), color));
    }

    /** {@code anchor}: start, middle or end. */
    void text(double x, double y, String anchor, String words) {
        text.append(format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n", x, y, anchor, FONT, escape(words)));
    }

    private static String escape(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** The whole drawing. */
    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
