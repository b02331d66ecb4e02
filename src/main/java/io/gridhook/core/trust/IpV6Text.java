package io.gridhook.core.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** IPv6 addresses as text (RFC 4291 §2.2). */
final class IpV6Text {
    private static final int GROUPS = 8;
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

    private IpV6Text() {}

    static Optional<IpAddress> parse(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(all -> all.size() == GROUPS).map(IpV6Text::address);
        }
        Optional<List<Integer>> before = groups(text.substring(0, gap));
        Optional<List<Integer>> after = groups(text.substring(gap + 2));
        if (before.isEmpty() || after.isEmpty() || text.substring(0, gap).contains(".")) {
            return Optional.empty();
        }
        List<Integer> all = new ArrayList<>(before.get());
        int zeros = GROUPS - all.size() - after.get().size();
        if (zeros < 1) {
            return Optional.empty();
        }
        for (int i = 0; i < zeros; i++) {
            all.add(0);
        }
        all.addAll(after.get());
        return Optional.of(address(all));
    }

    /** The groups between single colons, the last of which may be an IPv4 address; none in {@code ""}. */
    private static Optional<List<Integer>> groups(String text) {
        List<Integer> groups = new ArrayList<>();
        if (text.isEmpty()) {
            return Optional.of(groups);
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            Optional<IpAddress> dotted = i == parts.length - 1 ? IpV4Text.parse(parts[i]) : Optional.empty();
            if (dotted.isPresent()) {
                groups.add((int) (dotted.get().high() >>> 48));
                groups.add((int) (dotted.get().high() >>> 32 & 0xFFFF));
            } else if (GROUP.matcher(parts[i]).matches()) {
                groups.add(Integer.parseInt(parts[i], 16));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(groups);
    }

    private static IpAddress address(List<Integer> groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < GROUPS; i++) {
            if (i < GROUPS / 2) {
                high = high << 16 | groups.get(i);
            } else {
                low = low << 16 | groups.get(i);
            }
        }
        return new IpAddress(IpAddress.Family.V6, high, low);
    }

    /** RFC 5952: lower case, the first longest run of two or more zero groups shortened. */
    static String of(long high, long low) {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GROUPS; i++) {
            long half = i < GROUPS / 2 ? high : low;
            groups.add(Long.toHexString(half >>> (48 - 16 * (i % 4)) & 0xFFFF));
        }
        int start = 0;
        int longest = 0;
        for (int i = 0; i < GROUPS; i++) {
            int length = zerosFrom(groups, i);
            if (length > longest) {
                start = i;
                longest = length;
            }
        }
        if (longest < 2) {
            return String.join(":", groups);
        }
        return String.join(":", groups.subList(0, start)) + "::"
                + String.join(":", groups.subList(start + longest, GROUPS));
    }

    private static int zerosFrom(List<String> groups, int from) {
        int end = from;
        while (end < GROUPS && groups.get(end).equals("0")) {
            end++;
        }
        return end - from;
    }
}
