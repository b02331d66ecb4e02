package io.gridhook.core.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The table {@code src/test/resources/trust/endpoint-urls.txt}. */
public final class EndpointCorpus {
    private static final Path TABLE = Path.of("src/test/resources/trust/endpoint-urls.txt");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9A-F]{4})|([rnt0\\\\]))");

    private EndpointCorpus() {}

    /**
     * A row.
     *
     * @param allowed what the list of its section allows
     * @param refusal a part of the reason; {@code ""} for a URL that is accepted
     */
    public record Row(AddressGuard allowed, boolean isAllowed, String refusal, String url) {
        @Override
        public String toString() {
            return url.chars().allMatch(c -> c >= ' ' && c <= '~') ? url : url.replaceAll("[^ -~]", "?");
        }
    }

    public static List<Row> rows() {
        AddressGuard guard = AddressGuard.STRICT;
        List<Row> rows = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith("[allowing ")) {
                String list = line.substring("[allowing ".length(), line.length() - 1);
                guard = new AddressGuard(Arrays.stream(list.split(","))
                        .filter(range -> !range.isEmpty())
                        .map(AddressRange::parse)
                        .toList());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                rows.add(row(guard, line));
            }
        }
        return rows;
    }

    private static Row row(AddressGuard guard, String line) {
        String[] columns = line.split("\\|", 3);
        String verdict = columns[0].strip();
        if (!verdict.equals("allow") && !verdict.equals("refuse")) {
            throw new IllegalArgumentException(line + " (expected: allow or refuse, a reason, a URL)");
        }
        String url = ESCAPE.matcher(columns[2].strip()).replaceAll(EndpointCorpus::character);
        return new Row(guard, verdict.equals("allow"), columns[1].strip(), url);
    }

    private static String character(MatchResult escape) {
        if (escape.group(1) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        }
        return switch (escape.group(2)) {
            case "r" -> "\r";
            case "n" -> "\n";
            case "t" -> "\t";
            case "0" -> "\0";
            default -> "\\\\";
        };
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(TABLE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
