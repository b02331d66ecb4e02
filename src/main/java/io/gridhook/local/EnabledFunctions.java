package io.gridhook.local;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Which functions an instance runs, as the Functions host has it: those that {@code AzureFunctionsJobHost__functions__0} and so on name
 * (host.json's {@code functions}), or all; without those whose {@code AzureWebJobs.<function>.Disabled} is true.
 */
final class EnabledFunctions {
    private static final String LISTED = "AzureFunctionsJobHost__functions__";

    private EnabledFunctions() {}

    /**
     * Those of {@code all} that run.
     *
     * @param setting a setting's value by its name; empty if it is not set
     * @throws LocalHostException if a function is named that there is not
     */
    static List<LocalFunction> of(List<LocalFunction> all, UnaryOperator<String> setting) {
        List<String> listed = listed(setting);
        for (String name : listed) {
            if (all.stream().noneMatch(named(name))) {
                throw new LocalHostException(LISTED + listed.indexOf(name) + ": " + name
                        + " (expected: one of "
                        + String.join(
                                ", ", all.stream().map(LocalFunction::name).toList()) + ")");
            }
        }
        return all.stream()
                .filter(function -> listed.isEmpty()
                        || listed.stream().anyMatch(name -> named(name).test(function)))
                .filter(function -> !setting.apply("AzureWebJobs." + function.name() + ".Disabled")
                        .strip()
                        .equalsIgnoreCase("true"))
                .toList();
    }

    private static List<String> listed(UnaryOperator<String> setting) {
        List<String> names = new ArrayList<>();
        String name = setting.apply(LISTED + 0).strip();
        while (!name.isEmpty()) {
            names.add(name);
            name = setting.apply(LISTED + names.size()).strip();
        }
        return names;
    }

    private static Predicate<LocalFunction> named(String name) {
        return function -> function.name().equalsIgnoreCase(name);
    }
}
