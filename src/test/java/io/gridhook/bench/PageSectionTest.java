package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageSectionTest {
    private static final PageSection SECTION = PageSection.of("--some");

    @Test
    void it_is_put_between_its_comments(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("benchmarks.md");
        Files.writeString(page, "before\n" + SECTION.from() + "old\n" + SECTION.to() + "after\n");
        SECTION.publish(site, "new\n");
        SECTION.publish(site, "newer\n");
        assertEquals("before\n" + SECTION.from() + "newer\n" + SECTION.to() + "after\n", Files.readString(page));
    }

    @Test
    void a_page_without_a_place_for_it_is_left_alone(@TempDir Path site) throws Exception {
        Path page = Files.createDirectories(site.resolve("markdown")).resolve("benchmarks.md");
        Files.writeString(page, "nothing\n");
        assertThrows(IllegalStateException.class, () -> SECTION.publish(site, "new\n"));
        assertEquals("nothing\n", Files.readString(page));
    }

    static PageSection[] published() {
        return new PageSection[] {ColdStartReport.SECTION, TransportReport.SECTION};
    }

    @ParameterizedTest
    @MethodSource("published")
    void the_page_has_a_place_for_each(PageSection section) throws Exception {
        String page = Files.readString(Path.of("src", "site", "markdown", "benchmarks.md"));
        assertTrue(page.contains(section.from()) && page.contains(section.to()), section::from);
    }
}
