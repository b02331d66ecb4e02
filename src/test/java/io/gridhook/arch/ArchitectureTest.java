package io.gridhook.arch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The house keeps its {@link Rules}, and each rule bites: {@code violations} holds a house that breaks them all. */
class ArchitectureTest {
    private static final String ROOT = "io.gridhook";
    private static final String VIOLATIONS = "io.gridhook.arch.violations";

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    private static final JavaClasses BROKEN_HOUSE = new ClassFileImporter().importPackages(VIOLATIONS);
    private static final Map<String, ArchRule> BROKEN_RULES = new Rules(VIOLATIONS).all();

    @TestFactory
    Stream<DynamicTest> the_house_keeps_every_rule() {
        return new Rules(ROOT)
                .all().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(rule -> DynamicTest.dynamicTest(rule.getKey().replace('_', ' '), () -> rule.getValue()
                                .check(HOUSE)));
    }

    @Test
    void the_house_is_not_empty() {
        assertTrue(HOUSE.contain("io.gridhook.core.event.JsonText"));
        assertTrue(HOUSE.size() > 50, "classes: " + HOUSE.size());
        assertFalse(HOUSE.contain(ArchitectureTest.class));
    }

    /** Rule, and the names that its report must hold: the class that breaks it, and how. */
    @ParameterizedTest
    @CsvSource({
        "packages_are_free_of_cycles, Slice app",
        "packages_are_free_of_cycles, Slice port",
        "core_is_free_of_cycles, Slice event",
        "core_is_free_of_cycles, Slice retry",
        "imports_point_one_way, CoreKnowsApp",
        "imports_point_one_way, PortKnowsApp",
        "imports_point_one_way, AppKnowsAdapter",
        "imports_point_one_way, AdapterKnowsApp",
        "imports_point_one_way, FunctionsKnowsLocal",
        "imports_point_one_way, FunctionsKnowsCtl",
        "adapters_do_not_know_each_other, Slice memory",
        "core_is_pure, java.net.Socket",
        "core_is_pure, java.io.File",
        "core_is_pure, java.util.concurrent.Executor",
        "core_is_told_time_and_chance, CoreAsks.callsNow()",
        "core_is_told_time_and_chance, CoreAsks.refersToNow()",
        "core_is_told_time_and_chance, CoreAsks.mathRandom()",
        "core_is_told_time_and_chance, CoreAsks.newRandom()",
        "core_is_told_time_and_chance, CoreAsks.secureRandom()",
        "core_is_told_time_and_chance, CoreAsks.threadLocalRandom()",
        "core_is_told_time_and_chance, CoreAsks.uuid()",
        "core_is_told_time_and_chance, CoreAsks.refersToUuid()",
        "core_is_told_time_and_chance, CoreAsks.environment()",
        "core_is_told_time_and_chance, CoreAsks.property()",
        "core_is_told_time_and_chance, CoreAsks.millis()",
        "core_is_told_time_and_chance, CoreAsks.nanos()",
        "core_is_told_time_and_chance, CoreAsks.systemClock()",
        "core_is_told_time_and_chance, CoreAsks.today()",
        "app_is_told_time_and_chance, AppAsks.now()",
        "azure_sdk_only_in_adapter_storage_and_identity, AppKnowsLibraries",
        "azure_sdk_only_in_adapter_storage_and_identity, HttpKnowsAzure",
        "functions_library_only_in_functions_and_local, AppKnowsLibraries",
        "jwt_library_only_in_adapter_entra, AppKnowsLibraries",
        "http_client_only_in_adapter_http, AppKnowsLibraries",
        "prometheus_only_in_adapter_metrics, AppKnowsLibraries",
        "command_line_only_in_local_and_ctl, AppKnowsLibraries",
        "ctl_asks_over_http_alone, CtlKnowsLocal",
        "ctl_asks_over_http_alone, java.net.Socket",
        "opentelemetry_only_in_adapter_telemetry, AppKnowsLibraries",
        "web_server_only_in_local, AppKnowsLibraries",
        "only_local_writes_to_the_console, AppShouts.out()",
        "only_local_writes_to_the_console, AppShouts.err()",
        "only_local_writes_to_the_console, AppShouts.trace()",
        "only_adapters_local_and_ctl_sleep, AppSleeps.thread()",
        "only_adapters_local_and_ctl_sleep, AppSleeps.timeUnit()",
        "every_package_is_null_marked, violations.unmarked.Unmarked",
    })
    void each_rule_reports_who_breaks_it(String rule, String culprit) {
        List<String> reports = reportsOf(rule);
        assertTrue(reports.stream().anyMatch(report -> report.contains(culprit)), () -> String.join("\n", reports));
    }

    /** What a rule allows stands in the broken house too, and no rule reports it. */
    @ParameterizedTest
    @CsvSource({
        "core_is_pure, CoreIsFine",
        "core_is_told_time_and_chance, CoreIsFine",
        "azure_sdk_only_in_adapter_storage_and_identity, StorageKnowsAzure",
        "only_local_writes_to_the_console, LocalIsFree",
        "only_adapters_local_and_ctl_sleep, LocalIsFree",
        "web_server_only_in_local, LocalIsFree",
        "only_adapters_local_and_ctl_sleep, CtlIsFine",
        "command_line_only_in_local_and_ctl, CtlIsFine",
        "ctl_asks_over_http_alone, CtlIsFine",
    })
    void no_rule_reports_what_it_allows(String rule, String innocent) {
        assertTrue(BROKEN_HOUSE.stream().anyMatch(type -> type.getSimpleName().equals(innocent)));
        List<String> reports = reportsOf(rule);
        assertTrue(reports.stream().noneMatch(report -> report.contains(innocent)), () -> String.join("\n", reports));
    }

    @Test
    void every_rule_is_broken_by_somebody() {
        BROKEN_RULES.forEach(
                (name, rule) -> assertTrue(rule.evaluate(BROKEN_HOUSE).hasViolation(), name));
    }

    private static List<String> reportsOf(String rule) {
        ArchRule broken = BROKEN_RULES.get(rule);
        assertTrue(broken != null, () -> "no rule " + rule);
        EvaluationResult result = broken.evaluate(BROKEN_HOUSE);
        return result.getFailureReport().getDetails();
    }
}
