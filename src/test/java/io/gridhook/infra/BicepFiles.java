package io.gridhook.infra;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.local.NpmClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Bicep files, parsed with {@code tree-sitter-bicep}. */
final class BicepFiles {
    private final Map<Path, BicepFile> byPath = new TreeMap<>();

    /** All below {@code folders}. */
    static BicepFiles below(Path... folders) throws IOException, InterruptedException {
        BicepFiles files = new BicepFiles();
        NpmClients npm = NpmClients.install();
        TreeMap<String, Path> paths = new TreeMap<>();
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(path -> path.toString().matches(".*\\.bicep(param)?"))
                        .forEach(path -> paths.put(path.toAbsolutePath().toString(), path));
            }
        }
        NpmClients.Ended ended = npm.run("", "bicep.mjs", paths.keySet().toArray(String[]::new));
        if (ended.code() != 0) {
            throw new IOException("bicep.mjs: " + ended.err());
        }
        Map<String, BicepNode> trees = new ObjectMapper().readValue(ended.out(), new TypeReference<>() {});
        trees.forEach((path, root) -> {
            Path relative = paths.get(path);
            files.byPath.put(relative, new BicepFile(relative, root));
        });
        return files;
    }

    List<BicepFile> all() {
        return List.copyOf(byPath.values());
    }

    /** A file that another one names, relative to itself. */
    Optional<BicepFile> at(BicepFile from, String reference) {
        return Optional.ofNullable(
                byPath.get(from.path().resolveSibling(reference).normalize()));
    }
}
