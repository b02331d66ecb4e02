package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 8, point 6: the dashboard is the app's own files, small, and guarded by a strict policy. */
class DashboardFunctionTest {
    /** Issue 8, point 6. */
    private static final int BYTES_MAX = 150_000;

    private static final Path SOURCES = Path.of("src/main/resources/dashboard");
    private static final Pattern REFERENCE =
            Pattern.compile("(?:from '\\./|(?:src|href)[=:] ?['\"]dashboard/)([^'\"]+)['\"]");

    private final DashboardFunction function = new DashboardFunction(Readiness.READY);

    private static FakeHttpRequest get(String path) {
        return new FakeHttpRequest(HttpMethod.GET, "https://host" + path);
    }

    private HttpResponseMessage file(String name) {
        return function.file(get("/dashboard/" + name), name);
    }

    private static Stream<String> names() {
        return DashboardFiles.ALL.names().stream();
    }

    @Test
    void the_page_is_at_the_root_for_everybody() {
        HttpResponseMessage page = function.page(get("/"));
        assertEquals(200, page.getStatusCode());
        assertEquals("text/html; charset=utf-8", page.getHeader("Content-Type"));
        assertTrue(page.getBody().toString().startsWith("<!doctype html>"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_file_is_guarded(String name) {
        HttpResponseMessage response = file(name);
        assertEquals(200, response.getStatusCode());
        assertEquals(
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
                        + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
                response.getHeader("Content-Security-Policy"));
        assertEquals("nosniff", response.getHeader("X-Content-Type-Options"));
        assertEquals("no-referrer", response.getHeader("Referrer-Policy"));
        assertEquals("no-cache", response.getHeader("Cache-Control"));
        assertFalse(response.getHeader("Content-Type").isEmpty());
    }

    /** What is not listed would be missing on the page; what is listed and not there stops the first request. */
    @Test
    void all_files_are_served() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertEquals(
                    files.map(file -> file.getFileName().toString()).sorted().toList(),
                    names().sorted().toList());
        }
    }

    @Test
    void every_file_that_another_asks_for_is_there() {
        Set<String> asked = new HashSet<>();
        names().forEach(name -> {
            Matcher reference = REFERENCE.matcher(file(name).getBody().toString());
            while (reference.find()) {
                asked.add(reference.group(1));
            }
        });
        assertTrue(asked.contains("app.js") && asked.contains("dom.js"), asked.toString());
        asked.forEach(name -> assertEquals(200, file(name).getStatusCode(), name));
    }

    @Test
    void all_of_it_is_small() {
        int bytes = names().mapToInt(name -> file(name).getBody().toString().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        assertTrue(bytes < BYTES_MAX, "bytes: " + bytes);
    }

    /** Data becomes text: nowhere is markup made of it, nor code, nor a style that the policy would refuse. */
    @ParameterizedTest
    @MethodSource("names")
    void no_file_makes_markup_or_code_of_text(String name) {
        String text = file(name).getBody().toString();
        for (String word : Set.of(
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                "DOMParser",
                "createContextualFragment",
                "srcdoc",
                "style=",
                "localStorage",
                "sessionStorage",
                "document.cookie",
                "indexedDB",
                "http://",
                "<script>")) {
            boolean isNamespace = word.equals("http://") && (name.equals("dom.js") || name.equals("icon.svg"));
            assertTrue(isNamespace || !text.contains(word), word);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing.js",
                "APP.JS",
                "../dashboard/app.js",
                "%2e%2e/host.json",
                "app.js/",
                "index.html\u0000"
            })
    void other_names_are_not_found(String name) {
        HttpResponseMessage response = file(name);
        assertEquals(404, response.getStatusCode());
        assertEquals("nosniff", response.getHeader("X-Content-Type-Options"));
        assertEquals("", response.getBody());
    }

    @ParameterizedTest
    @CsvSource({"%s, 304", "W/%s, 304", "'\"x\", %s', 304", "'\"x\",W/%s', 304", "\"x\", 200", "'', 200"})
    void what_is_known_is_not_sent_again(String ifNoneMatch, int status) {
        String etag = file("app.js").getHeader("ETag");
        HttpResponseMessage response =
                function.file(get("/dashboard/app.js").header("If-None-Match", ifNoneMatch.formatted(etag)), "app.js");
        assertEquals(status, response.getStatusCode());
        assertEquals(etag, response.getHeader("ETag"));
        assertEquals(status == 304, response.getBody().toString().isEmpty());
        assertEquals("text/javascript; charset=utf-8", response.getHeader("Content-Type"));
    }

    @Test
    void no_two_files_have_one_tag() {
        assertEquals(
                names().count(),
                names().map(name -> file(name).getHeader("ETag")).distinct().count());
    }
}
