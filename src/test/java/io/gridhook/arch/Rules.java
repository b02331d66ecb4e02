package io.gridhook.arch;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.Buffer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.NullMarked;

/**
 * The house as rules, for the packages under one root: {@code local -> functions -> {adapter, app} -> port -> core}, and {@code ctl} beside
 * them. The root is a parameter so that the same rules can be seen to bite on a house that breaks every one of them.
 */
final class Rules {
    private static final DescribedPredicate<JavaClass> PURE_JDK = JavaClass.Predicates.belongToAnyOf(
            ByteArrayInputStream.class,
            ByteArrayOutputStream.class,
            InputStream.class,
            OutputStream.class,
            IOException.class,
            UncheckedIOException.class,
            Buffer.class,
            BufferUnderflowException.class,
            ByteBuffer.class,
            URI.class,
            URISyntaxException.class,
            URLDecoder.class,
            MessageDigest.class,
            GeneralSecurityException.class,
            CRC32.class,
            DeflaterOutputStream.class,
            InflaterInputStream.class,
            Mac.class,
            SecretKeySpec.class);

    /** What a method is told instead of asking for it: the time, chance, the environment. */
    private static final Map<String, Set<String>> AMBIENT = Map.of(
            "java.lang.Math", Set.of("random"),
            "java.lang.StrictMath", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.concurrent.CompletableFuture", Set.of("delayedExecutor", "orTimeout", "completeOnTimeout"));

    private final String root;

    Rules(String root) {
        this.root = root;
    }

    Map<String, ArchRule> all() {
        return Map.ofEntries(
                Map.entry("packages_are_free_of_cycles", freeOfCycles(root + ".(*)..")),
                Map.entry("core_is_free_of_cycles", freeOfCycles(root + ".core.(*)..")),
                Map.entry("imports_point_one_way", layers()),
                Map.entry("adapters_do_not_know_each_other", adapterSiblings()),
                Map.entry("core_is_pure", coreIsPure()),
                Map.entry("core_is_told_time_and_chance", toldTimeAndChance("core")),
                Map.entry("app_is_told_time_and_chance", toldTimeAndChance("app")),
                Map.entry(
                        "azure_sdk_only_in_adapter_storage_and_identity",
                        only("com.azure..", "adapter.storage", "adapter.identity")),
                Map.entry(
                        "functions_library_only_in_functions_and_local",
                        only("com.microsoft.azure.functions..", "functions", "local")),
                Map.entry("jwt_library_only_in_adapter_entra", only("com.nimbusds..", "adapter.entra")),
                Map.entry("http_client_only_in_adapter_http", only("org.apache.hc..", "adapter.http")),
                Map.entry("prometheus_only_in_adapter_metrics", only("io.prometheus..", "adapter.metrics")),
                Map.entry("ctl_asks_over_http_alone", ctlAsksOverHttp()),
                Map.entry("command_line_only_in_local_and_ctl", only("picocli..", "local", "ctl")),
                Map.entry("opentelemetry_only_in_adapter_telemetry", only("io.opentelemetry..", "adapter.telemetry")),
                Map.entry("web_server_only_in_local", only("com.sun.net.httpserver..", "local")),
                Map.entry("only_local_writes_to_the_console", console()),
                Map.entry("only_adapters_local_and_ctl_sleep", sleep()),
                Map.entry("every_package_is_null_marked", nullMarked()));
    }

    private static ArchRule freeOfCycles(String slices) {
        return slices().matching(slices).should().beFreeOfCycles().allowEmptyShould(true);
    }

    private ArchRule layers() {
        return Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("local")
                .definedBy(root + ".local..")
                .layer("ctl")
                .definedBy(root + ".ctl..")
                .layer("functions")
                .definedBy(root + ".functions..")
                .layer("adapter")
                .definedBy(root + ".adapter..")
                .layer("app")
                .definedBy(root + ".app..")
                .layer("port")
                .definedBy(root + ".port..")
                .layer("core")
                .definedBy(root + ".core..")
                .whereLayer("local")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("ctl")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("functions")
                .mayOnlyBeAccessedByLayers("local")
                .whereLayer("adapter")
                .mayOnlyBeAccessedByLayers("local", "functions")
                .whereLayer("app")
                .mayOnlyBeAccessedByLayers("local", "functions")
                .whereLayer("port")
                .mayOnlyBeAccessedByLayers("local", "functions", "adapter", "app")
                .allowEmptyShould(true);
    }

    private ArchRule adapterSiblings() {
        return slices().matching(root + ".adapter.(*)..")
                .should()
                .notDependOnEachOther()
                .allowEmptyShould(true);
    }

    private ArchRule coreIsPure() {
        DescribedPredicate<JavaClass> allowed = resideInAnyPackage(
                        root + ".core..",
                        "java.lang",
                        "java.lang.annotation..",
                        "java.lang.invoke..",
                        "java.lang.runtime..",
                        "java.util",
                        "java.util.function..",
                        "java.util.regex..",
                        "java.util.stream..",
                        "java.time..",
                        "java.math..",
                        "java.nio.charset..",
                        "org.jspecify..",
                        "com.fasterxml.jackson..")
                .or(PURE_JDK)
                .or(DescribedPredicate.describe(
                        "primitive", type -> type.getBaseComponentType().isPrimitive()));
        return classes()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .onlyDependOnClassesThat(allowed)
                .allowEmptyShould(true);
    }

    /** It knows no more of Gridhook than anybody who calls it, and reaches nothing but it and files. */
    private ArchRule ctlAsksOverHttp() {
        DescribedPredicate<JavaClass> allowed = resideInAnyPackage(
                        root + ".ctl..",
                        "java.lang..",
                        "java.util..",
                        "java.time..",
                        "java.io..",
                        "java.nio..",
                        "java.net.http..",
                        "org.jspecify..",
                        "picocli..",
                        "com.fasterxml.jackson..")
                .or(JavaClass.Predicates.belongToAnyOf(
                        URI.class, URISyntaxException.class, URLEncoder.class, ConnectException.class))
                .or(DescribedPredicate.describe(
                        "primitive", type -> type.getBaseComponentType().isPrimitive()));
        return classes()
                .that()
                .resideInAPackage(root + ".ctl..")
                .should()
                .onlyDependOnClassesThat(allowed)
                .allowEmptyShould(true);
    }

    /** Sees method references as well as calls, which {@code callMethod} does not. */
    private ArchRule toldTimeAndChance(String layer) {
        return noClasses()
                .that()
                .resideInAPackage(root + "." + layer + "..")
                .should()
                .accessTargetWhere(isAmbient())
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaAccess<?>> isAmbient() {
        return DescribedPredicate.describe("the clock, chance or the environment is asked", access -> {
            AccessTarget target = access.getTarget();
            JavaClass owner = target.getOwner();
            String name = target.getName();
            return owner.isAssignableTo(Random.class)
                    || owner.isEquivalentTo(ThreadLocalRandom.class)
                    || isSystem(owner, name)
                    || isClock(owner, target)
                    || AMBIENT.getOrDefault(owner.getName(), Set.of()).contains(name);
        });
    }

    /** Copying an array, naming an object and ending a line are no questions to the world. */
    private static boolean isSystem(JavaClass owner, String name) {
        return owner.isEquivalentTo(System.class)
                && !Set.of("arraycopy", "identityHashCode", "lineSeparator").contains(name);
    }

    /** {@code now()} without a clock, and {@code Clock.systemUTC()} and its like. */
    private static boolean isClock(JavaClass owner, AccessTarget target) {
        String name = target.getName();
        boolean asksNow = name.equals("now")
                && target instanceof AccessTarget.CodeUnitAccessTarget method
                && method.getRawParameterTypes().stream()
                        .noneMatch(type -> type.getName().equals("java.time.Clock"));
        boolean makesClock = name.startsWith("system") || name.startsWith("tick");
        return owner.getPackageName().startsWith("java.time") && (asksNow || makesClock);
    }

    private ArchRule only(String library, String... packages) {
        String[] allowed = new String[packages.length];
        for (int i = 0; i < packages.length; i++) {
            allowed[i] = root + "." + packages[i] + "..";
        }
        return noClasses()
                .that(resideInAPackage(root + "..").and(DescribedPredicate.not(resideInAnyPackage(allowed))))
                .should()
                .dependOnClassesThat(resideInAPackage(library))
                .allowEmptyShould(true);
    }

    /** WorkerConsole is the log's way to the host. */
    private ArchRule console() {
        return noClasses()
                .that(outside("local"))
                .and()
                .doNotHaveFullyQualifiedName(root + ".functions.WorkerConsole")
                .should()
                .accessTargetWhere(target(DescribedPredicate.describe("the console", Rules::isConsole)))
                .allowEmptyShould(true);
    }

    private static boolean isConsole(AccessTarget target) {
        JavaClass owner = target.getOwner();
        boolean isStream = Set.of("out", "err").contains(target.getName());
        boolean isTrace = target.getName().equals("printStackTrace")
                && target instanceof AccessTarget.CodeUnitAccessTarget method
                && method.getRawParameterTypes().isEmpty();
        return (owner.isEquivalentTo(System.class) && isStream) || (owner.isAssignableTo(Throwable.class) && isTrace);
    }

    private ArchRule sleep() {
        return noClasses()
                .that(outside("adapter", "local", "ctl"))
                .should()
                .accessTargetWhere(target(DescribedPredicate.describe("sleep", Rules::isSleep)))
                .allowEmptyShould(true);
    }

    private static boolean isSleep(AccessTarget target) {
        return target.getName().equals("sleep")
                && (target.getOwner().isAssignableTo(Thread.class)
                        || target.getOwner().getName().equals("java.util.concurrent.TimeUnit"));
    }

    private DescribedPredicate<JavaClass> outside(String... layers) {
        DescribedPredicate<JavaClass> outside = alwaysTrue();
        for (String layer : layers) {
            outside = outside.and(DescribedPredicate.not(resideInAPackage(root + "." + layer + "..")));
        }
        return outside;
    }

    private static ArchRule nullMarked() {
        return classes().should(new ArchCondition<>("be in a package whose package-info is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                JavaPackage home = type.getPackage();
                if (!home.isAnnotatedWith(NullMarked.class)) {
                    events.add(
                            SimpleConditionEvent.violated(type, type.getName() + " is in unmarked " + home.getName()));
                }
            }
        });
    }
}
