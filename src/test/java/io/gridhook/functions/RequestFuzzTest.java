package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests of every kind (src/test/resources/fuzz), damaged by a seeded generator: each gets an answer of Event Grid's, in memory bounded
 * by its length. A finding is kept as a test of its own, or as a request in the corpus.
 */
class RequestFuzzTest {
    private static final Path CORPUS = Path.of("src/test/resources/fuzz");
    private static final int ROUNDS = 40_000;
    /** The functions are made anew after so many, so that what was accepted does not add up. */
    private static final int ROUNDS_OF_ONE_WORLD = 500;
    /** The reader's buffers, keys, hashes and answer. */
    private static final long ALLOCATION_BASE = 1_500_000;
    /** Bytes for each character of a request: text, bytes, tokens, sets of names, trees. */
    private static final long ALLOCATION_PER_CHAR = 300;

    private final List<RawRequest> corpus = corpus(CORPUS);

    static List<RawRequest> corpus(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            List<RawRequest> requests = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                requests.add(RawRequest.parse(Files.readString(file)));
            }
            return requests;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Else the damaged ones would be refused for other reasons than their damage. The four: a token that is expired, one that nobody
     * signed, and two deletions of what was never there.
     */
    @Test
    void all_but_four_requests_of_the_corpus_are_good() {
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (RawRequest request : corpus) {
            Answer answer = new AllFunctions().answer(request);
            answer.checked();
            statuses.merge(answer.status(), 1, Integer::sum);
        }
        assertEquals(Map.of(200, corpus.size() - 4, 401, 2, 404, 2), statuses);
    }

    /** What the first calls of their kind load is no cost of the requests after them. */
    private void warmUp() {
        for (RawRequest request : corpus) {
            new AllFunctions().answer(request);
        }
    }

    @Test
    @Timeout(120)
    void every_damaged_request_is_answered_as_event_grid_does() {
        String replayed = System.getProperty("seed", "");
        Map<Integer, Integer> statuses = new TreeMap<>();
        warmUp();
        AllFunctions functions = new AllFunctions();
        long first = replayed.isBlank() ? 1 : Long.parseLong(replayed);
        long last = replayed.isBlank() ? ROUNDS : first;
        for (long seed = first; seed <= last; seed++) {
            functions = seed % ROUNDS_OF_ONE_WORLD == 0 ? new AllFunctions() : functions;
            SplittableRandom random = new SplittableRandom(seed);
            RawRequest request = damaged(corpus.get(random.nextInt(corpus.size())), random);
            try {
                statuses.merge(status(functions, request), 1, Integer::sum);
            } catch (RuntimeException | AssertionError | StackOverflowError e) {
                throw new AssertionError("seed " + seed + " (replay: -Dseed=" + seed + "): " + request, e);
            }
        }
        boolean all = List.of(200, 400, 401, 404, 405, 411, 415).stream().allMatch(statuses::containsKey);
        assertTrue(!replayed.isBlank() || all, statuses.toString());
    }

    private static int status(AllFunctions functions, RawRequest request) {
        Answer[] answer = new Answer[1];
        long allocated = Allocation.of(() -> answer[0] = functions.answer(request));
        long size = request.url().length()
                + (long) request.body().length()
                + request.headers().values().stream().mapToInt(String::length).sum();
        answer[0].checked();
        assertTrue(
                allocated <= ALLOCATION_BASE + ALLOCATION_PER_CHAR * size,
                () -> allocated + " bytes for " + size + " characters");
        return answer[0].status();
    }

    static RawRequest damaged(RawRequest request, SplittableRandom random) {
        RawRequest damaged = request;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            damaged = switch (random.nextInt(10)) {
                case 0 -> damagedHeader(damaged, random);
                case 1 -> damaged.withUrl(damagedUrl(damaged.url(), random));
                case 2 -> damaged.withMethod(anyOf(List.of(HttpMethod.values()), random));
                default -> damaged.withBody(damagedText(damaged.body(), random));
            };
        }
        return damaged;
    }

    private static RawRequest damagedHeader(RawRequest request, SplittableRandom random) {
        if (request.headers().isEmpty() || random.nextInt(4) == 0) {
            List<String> others =
                    List.of("ce-id", "ce-x", "ce-", "transfer-encoding", "aeg-sas-token", "authorization");
            return request.withHeader(anyOf(others, random), anyOf(HostileValues.TEXTS, random));
        }
        String name = anyOf(List.copyOf(request.headers().keySet()), random);
        String value = request.headers().getOrDefault(name, "");
        return switch (random.nextInt(3)) {
            case 0 -> request.withHeader(name, anyOf(HostileValues.TEXTS, random));
            case 1 -> request.withHeader(name, value + "," + value);
            default -> request.withHeader(name, damagedText(value, random));
        };
    }

    /** The slashes stay: a route that fits none is the host's to answer. */
    private static String damagedUrl(String url, SplittableRandom random) {
        String piece = anyOf(HostileValues.TEXTS, random).replace("/", "").replace("?", "");
        if (random.nextBoolean()) {
            return url + (url.contains("?") ? "&" : "?") + "aeg-sas-key=" + piece;
        }
        int at = url.indexOf('/', 1) + 1;
        return at == 0 || url.startsWith("/api") ? url : url.substring(0, at) + piece + url.substring(at);
    }

    private static String damagedText(String text, SplittableRandom random) {
        int at = random.nextInt(text.length() + 1);
        int to = at + random.nextInt(text.length() + 1 - at);
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, at) + anyOf(HostileValues.JSON, random) + text.substring(at);
            case 3 -> text.substring(0, at) + anyOf(HostileValues.JSON, random) + text.substring(to);
            case 4 ->
                text.substring(0, at) + text.substring(at, to).repeat(2 + random.nextInt(20)) + text.substring(to);
            case 5 -> swapped(text, random);
            default -> flipped(text, random);
        };
    }

    /** A value gets what another has. */
    private static String swapped(String text, SplittableRandom random) {
        String[] parts = text.split("(?<=[:,\\[{])", -1);
        parts[random.nextInt(parts.length)] = parts[random.nextInt(parts.length)];
        return String.join("", parts);
    }

    private static String flipped(String text, SplittableRandom random) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = bytes.length == 0 ? 0 : 1 + random.nextInt(4); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return new String(Arrays.copyOf(bytes, bytes.length), StandardCharsets.UTF_8);
    }

    static <T> T anyOf(List<T> values, SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }
}
