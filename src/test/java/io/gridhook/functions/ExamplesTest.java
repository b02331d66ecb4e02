package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every JSON example of the five editions' pages, with its answer, in {@code src/test/resources/examples}: a directory for each profile,
 * and {@code index.txt}, which says where each is from. {@code -DwriteExamples=true} writes the answers anew; then read the diff.
 */
class ExamplesTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/examples");
    /** Date of the page, and the first digits of the commit that was read. */
    private static final Pattern REVISION = Pattern.compile("\\d{4}-\\d{2}-\\d{2} [0-9a-f]{8}|behaviour");

    /** Where an example is from. */
    private record Source(String file, String page, String revision, String section, String note) {
        static Source of(String line) {
            String[] cells = line.split("[|]", -1);
            assertEquals(5, cells.length, line);
            return new Source(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip(), cells[4].strip());
        }
    }

    static Stream<String> examples() throws IOException {
        return index().stream().map(Source::file);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_gets_its_answer(String file) throws IOException {
        Path path = DIRECTORY.resolve(file);
        Example example = Example.parse(Files.readString(path));
        ExampleWorld world = new ExampleWorld(file.split("/", 2)[0]);
        Example answered = new Example(
                example.notes(),
                example.steps().stream()
                        .map(step -> new Example.Step(step.request(), world.answer(step.request())))
                        .toList());
        if (Boolean.getBoolean("writeExamples")) {
            Files.writeString(path, answered.text());
        }
        assertFalse(example.steps().isEmpty(), file);
        assertEquals(example.text(), answered.text());
    }

    /** What is refused is refused for a reason that the index gives. */
    @Test
    void every_example_says_where_it_is_from() throws IOException {
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            List<String> found = files.filter(path -> path.getNameCount() > DIRECTORY.getNameCount() + 1)
                    .map(path -> DIRECTORY.relativize(path).toString())
                    .sorted()
                    .toList();
            assertEquals(found, examples().sorted().toList());
        }
        for (Source source : index()) {
            assertTrue(REVISION.matcher(source.revision()).matches(), source.toString());
            assertFalse(source.page().isEmpty() || source.section().isEmpty(), source.toString());
            boolean isRefused =
                    Files.readString(DIRECTORY.resolve(source.file())).contains("\n=> 4");
            assertEquals(isRefused, source.note().contains("refused:"), source.toString());
        }
    }

    private static List<Source> index() throws IOException {
        return Files.readAllLines(DIRECTORY.resolve("index.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Source::of)
                .toList();
    }
}
