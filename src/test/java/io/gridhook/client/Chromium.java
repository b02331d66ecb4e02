package io.gridhook.client;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The browser of this machine, if it has one: {@code apt-get install chromium} on Debian, which {@code .ci/run} does. */
final class Chromium {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private Chromium() {}

    /** What {@code -Dchromium} names, or what is on the PATH. */
    static Optional<Path> find() {
        String named = System.getProperty("chromium", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        List<Path> folders = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList();
        return NAMES.stream()
                .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
