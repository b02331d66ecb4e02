package io.gridhook.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.functions.AppSettings;
import io.gridhook.infra.BicepFile.Declaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code infra} against what the app, the page and Azure's own types say, without Azure. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InfrastructureIT {
    private static final Path INFRA = Path.of("infra");
    private static final Path LISTS = Path.of("src/test/resources/infra");
    private static final Path BROKEN = LISTS.resolve("broken");
    private static final Path PAGE = Path.of("src/site/markdown/infrastructure.md");
    private static final Path SETTINGS = Path.of("src/site/markdown/settings.md");
    private static final String EXPECTED = "// expected: ";
    private static final String VAULT_REFERENCE =
            "@Microsoft\\.KeyVault\\(SecretUri=https://\\S+\\.vault\\.azure\\.net/secrets/[a-z-]+\\)";

    private final BicepFiles files;

    InfrastructureIT() throws IOException, InterruptedException {
        files = BicepFiles.below(INFRA, LISTS);
    }

    private static List<Check> checks(BicepFiles files) throws IOException {
        return List.of(
                new SyntaxCheck(),
                new SymbolCheck(LISTS),
                new CycleCheck(),
                new ModuleCheck(files),
                new ResourceCheck(PAGE),
                new RoleCheck(PAGE),
                new FlexCheck(PAGE),
                new SettingsCheck(SETTINGS, PAGE),
                new NameCheck(),
                new SecretCheck(files),
                new HardeningCheck(),
                new DescriptionCheck(),
                new RetentionCheck());
    }

    private static List<String> problems(BicepFile file, List<Check> checks) {
        Problems problems = new Problems(file);
        checks.forEach(check -> check.check(file, problems));
        return problems.all();
    }

    private Stream<BicepFile> below(Path folder) {
        return files.all().stream().filter(file -> file.path().startsWith(folder));
    }

    Stream<BicepFile> infra() {
        return below(INFRA);
    }

    Stream<BicepFile> broken() {
        return below(BROKEN);
    }

    @ParameterizedTest
    @MethodSource("infra")
    void a_template_passes_every_check(BicepFile file) throws IOException {
        assertEquals(List.of(), problems(file, checks(files)));
    }

    /** Each broken template says in its first lines what is to be found, and nothing else is. */
    @ParameterizedTest
    @MethodSource("broken")
    void a_broken_template_is_found_out(BicepFile file) throws IOException {
        List<String> expected = Files.readAllLines(file.path()).stream()
                .filter(line -> line.startsWith(EXPECTED))
                .map(line -> file.path().getFileName() + ":" + line.substring(EXPECTED.length()))
                .sorted()
                .toList();
        assertFalse(expected.isEmpty());
        assertEquals(expected, problems(file, checks(files)).stream().sorted().toList());
    }

    @Test
    void every_check_has_a_broken_template() throws IOException {
        for (Check check : checks(files)) {
            assertTrue(
                    broken().anyMatch(file -> !problems(file, List.of(check)).isEmpty()),
                    check.getClass().getSimpleName());
        }
    }

    @Test
    void the_page_lists_nothing_that_no_template_has() throws IOException {
        ResourceCheck resources = new ResourceCheck(PAGE);
        RoleCheck roles = new RoleCheck(PAGE);
        assertFalse(resources.unused().isEmpty());
        assertFalse(roles.unused().isEmpty());
        infra().forEach(file -> problems(file, List.of(resources, roles)));
        assertEquals(Set.of(), resources.unused());
        assertEquals(Set.of(), roles.unused());
    }

    @Test
    void a_preview_needs_a_reason(@TempDir Path folder) throws IOException {
        String page = Files.readString(PAGE).replaceAll("(`2021-05-01-preview` \\|)[^|]*", "$1 ");
        Path without = Files.writeString(folder.resolve("page.md"), page);
        IOException refused = assertThrows(IOException.class, () -> new ResourceCheck(without));
        assertTrue(
                String.valueOf(refused.getMessage())
                        .endsWith(
                                "`Microsoft.Insights/diagnosticSettings` 2021-05-01-preview (expected: a reason for a preview)"));
    }

    /** What the availability test asks for. */
    @Test
    void the_health_test_has_a_route() throws IOException {
        String route = Files.readString(Path.of("src/main/java/io/gridhook/functions/OperationsFunction.java"));
        assertTrue(route.contains("route = \"health\""));
        assertTrue(file("availability.bicep")
                .root()
                .all()
                .anyMatch(node -> node.is("string_content") && node.text().equals("/health")));
    }

    @Test
    void the_page_lists_parameters_and_outputs() throws IOException {
        BicepFile main = file("main.bicep");
        assertEquals(main.parameters().stream().map(Declaration::name).toList(), firstNames("Parameters"));
        assertEquals(main.outputs().stream().map(Declaration::name).toList(), firstNames("Outputs"));
    }

    @Test
    void the_page_lists_the_alerts() throws IOException {
        List<String> listed = firstNames("Alerts");
        List<String> alerts = file("monitoring.bicep").variables().get(0).value().children().stream()
                .map(alert -> alert.property("name").flatMap(BicepNode::literal).orElse(""))
                .toList();
        assertEquals(alerts, listed.subList(0, alerts.size()));
        assertEquals(List.of("health-…-alert", "pending-messages"), listed.subList(alerts.size(), listed.size()));
    }

    private static List<String> firstNames(String heading) throws IOException {
        return MarkdownTable.rows(PAGE, heading).stream()
                .map(row -> MarkdownTable.name(row.get(0)))
                .toList();
    }

    /** What scripts and workflows read. */
    @Test
    void outputs_are_those_that_were_promised() {
        assertEquals(
                List.of(
                        "AZURE_FUNCTION_APP_NAME",
                        "AZURE_FUNCTION_HOST_NAME",
                        "AZURE_STORAGE_ACCOUNT_NAME",
                        "AZURE_KEY_VAULT_NAME",
                        "AZURE_IDENTITY_CLIENT_ID",
                        "AZURE_IDENTITY_PRINCIPAL_ID",
                        "APPLICATION_INSIGHTS_NAME"),
                file("main.bicep").outputs().stream().map(Declaration::name).toList());
    }

    /** The settings that the template writes, as the app reads them once the platform has put the secrets in. */
    @Test
    void the_app_starts_with_its_settings() {
        for (int days : List.of(10, 365)) {
            Map<String, String> env = settings(Map.of("payloadRetentionDays", String.valueOf(days)));
            assertEquals(Duration.ofDays(days), AppSettings.from(env).payloadRetention());
            assertTrue(env.keySet()
                    .containsAll(List.of("AzureWebJobsStorage__accountName", "AzureWebJobsStorage__clientId")));
        }
        assertEquals("10", decorated("payloadRetentionDays", "minValue"));
        assertEquals("365", decorated("payloadRetentionDays", "maxValue"));
    }

    private String decorated(String parameter, String decorator) {
        return file("main.bicep").parameter(parameter).flatMap(each -> each.decorator(decorator)).stream()
                .flatMap(BicepNode::all)
                .filter(node -> node.is("number"))
                .map(BicepNode::text)
                .findFirst()
                .orElse("");
    }

    private Map<String, String> settings(Map<String, String> parameters) {
        BicepFile main = file("main.bicep");
        Map<String, String> names = new HashMap<>(Map.of(
                "identityClientId", "11111111-2222-4333-8444-555555555555",
                "keyVaultUri", "https://kv-a.vault.azure.net/",
                "encryptionKeySecretName", "gridhook-encryption-key",
                "managementKeySecretName", "gridhook-management-key",
                "profile", "cloud",
                "httpConcurrency", "32",
                "javaArguments",
                        new BicepValue(Map.of())
                                .of(main.parameter("javaArguments")
                                        .orElseThrow()
                                        .value())));
        names.putAll(parameters);
        Map<String, String> env = new HashMap<>();
        for (Declaration variable : file("app.bicep").variables()) {
            variable.value()
                    .all()
                    .filter(node -> node.is("object"))
                    .flatMap(BicepNode::properties)
                    .forEach(setting -> env.put(
                            setting.key(),
                            setting.last().is("member_expression")
                                    ? "a-name"
                                    : new BicepValue(names).of(setting.last())));
        }
        for (String key : List.of("managementKey", "encryptionKey")) {
            String setting = key.equals("managementKey") ? "GRIDHOOK_MANAGEMENT_KEY" : "GRIDHOOK_ENCRYPTION_KEY";
            String reference = String.valueOf(env.get(setting));
            assertTrue(reference.matches(VAULT_REFERENCE), reference);
            env.put(
                    setting,
                    new BicepValue(Map.of())
                            .of(main.parameter(key).orElseThrow().value()));
        }
        return env;
    }

    @Test
    void made_up_keys_differ_and_have_their_length() {
        Set<String> keys = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            keys.add(new BicepValue(Map.of())
                    .of(file("main.bicep")
                            .parameter("encryptionKey")
                            .orElseThrow()
                            .value()));
        }
        assertEquals(10, keys.size());
        assertTrue(keys.stream().allMatch(key -> key.matches("[0-9a-f]{42}A=")), keys::toString);
    }

    /** As long as they are made by every deployment, they have to be left alone by every one but the first. */
    @Test
    void keys_that_are_there_stay() {
        List<Declaration> secrets = file("keyvault.bicep").resources().stream()
                .filter(each -> each.node()
                        .all()
                        .anyMatch(node -> node.literal().orElse("").startsWith("Microsoft.KeyVault/vaults/secrets@")))
                .toList();
        assertEquals(2, secrets.size());
        for (Declaration secret : secrets) {
            assertTrue(secret.decorator("onlyIfNotExists").isPresent(), secret.name());
            assertEquals(
                    "createKeys",
                    secret.value()
                            .all()
                            .filter(node -> node.is("parenthesized_expression"))
                            .findFirst()
                            .orElseThrow()
                            .first()
                            .text());
        }
    }

    /** What a later run would undo if it were given by hand alone; the region is the resource group's. */
    @ParameterizedTest
    @ValueSource(strings = {"main.bicepparam", "dev.bicepparam"})
    void what_differs_from_one_deployment_to_the_next_comes_from_the_environment(String name) throws IOException {
        Map<String, String> assigned = new HashMap<>();
        Files.readAllLines(INFRA.resolve(name)).stream()
                .filter(line -> line.startsWith("param "))
                .map(line -> line.substring("param ".length()).split(" = ", 2))
                .forEach(pair -> assigned.put(pair[0], pair[1]));
        assertFalse(assigned.containsKey("location"), assigned::toString);
        for (String each :
                List.of("environmentName", "privateNetwork", "operatorPrincipalId", "operatorPrincipalType")) {
            assertTrue(assigned.getOrDefault(each, "none").contains("readEnvironmentVariable('AZURE_"), each);
        }
    }

    /** A check of what is parsed needs something to be parsed. */
    @Test
    void nothing_is_overlooked() {
        List<String> declared = new ArrayList<>();
        infra().forEach(file -> file.symbols().forEach(each -> declared.add(each.name())));
        assertEquals(10, infra().count());
        assertTrue(declared.size() > 150, () -> "symbols: " + declared.size());
        assertEquals(
                List.of("monitoring", "storage", "keyVault", "network", "roles", "app", "availability"),
                file("main.bicep").modules().stream().map(Declaration::name).toList());
    }

    @Test
    void the_local_limit_of_a_request_is_azures() throws IOException {
        JsonNode local =
                new ObjectMapper().readTree(Path.of("local.settings.json").toFile());
        assertEquals(
                local.path("Values").path("FUNCTIONS_REQUEST_BODY_SIZE_LIMIT").asText(),
                settings(Map.of("payloadRetentionDays", "14")).get("FUNCTIONS_REQUEST_BODY_SIZE_LIMIT"));
    }

    private BicepFile file(String name) {
        return infra().filter(file -> file.path().endsWith(name)).findFirst().orElseThrow();
    }
}
