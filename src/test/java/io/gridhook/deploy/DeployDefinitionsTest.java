package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code azure.yaml} and the workflow, read as azd and GitHub read them. */
class DeployDefinitionsTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Path WORKFLOW = Path.of(".github/workflows/deploy.yml");
    /** A release of an action that is given no right to change under us unseen: a major version, or a commit. */
    private static final Pattern PINNED = Pattern.compile("[\\w-]+/[\\w-]+@(v\\d+|[0-9a-f]{40})");

    private static JsonNode azd() throws IOException {
        return YAML.readTree(Path.of("azure.yaml").toFile());
    }

    private static List<String> problems(JsonNode azd) throws IOException {
        JsonNode text = new ObjectMapper()
                .readTree(Path.of("src/test/resources/deploy/azure-yaml.schema.json")
                        .toFile());
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V201909).getSchema(text);
        return schema.validate(azd).stream().map(ValidationMessage::getMessage).toList();
    }

    @Test
    void azds_file_is_what_azd_reads() throws IOException {
        assertEquals(List.of(), problems(azd()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host: function        | host: functions",
                "project: .            | projekt: .",
                "name: gridhook        | name: Gridhook",
                "postdeploy:           | afterdeploy:",
                "shell: pwsh           | shell: cmd",
                "language: java        | language: jvm",
            })
    void a_slip_in_azds_file_is_found(String right, String wrong) throws IOException {
        String text = Files.readString(Path.of("azure.yaml"));
        assertTrue(text.contains(right), right);
        assertNotEquals(List.of(), problems(YAML.readTree(text.replaceFirst(Pattern.quote(right), wrong))));
    }

    /** It uploads what Maven stages, to the app that the template makes. */
    @Test
    void azd_takes_what_maven_stages() throws IOException {
        JsonNode service = azd().path("services").path("gridhook");
        String pom = Files.readString(Path.of("pom.xml"));
        Matcher name =
                Pattern.compile("<functionAppName>(.*?)</functionAppName>").matcher(pom);
        assertTrue(name.find());
        assertEquals(
                "target/azure-functions/" + name.group(1), service.path("dist").asText());
        assertTrue(Files.exists(Path.of(service.path("project").asText(), "pom.xml")));
        assertEquals("${AZURE_FUNCTION_APP_NAME}", service.path("resourceName").asText());
        JsonNode infra = azd().path("infra");
        assertTrue(Files.exists(
                Path.of(infra.path("path").asText(), infra.path("module").asText() + ".bicep")));
    }

    private static JsonNode workflow() throws IOException {
        return YAML.readTree(WORKFLOW.toFile());
    }

    private static List<JsonNode> steps(JsonNode job) {
        List<JsonNode> steps = new ArrayList<>();
        job.path("steps").forEach(steps::add);
        return steps;
    }

    private static JsonNode step(JsonNode job, String uses) {
        return steps(job).stream()
                .filter(step -> step.path("uses").asText().startsWith(uses))
                .findFirst()
                .orElseThrow();
    }

    /** GitHub's token is exchanged for Azure's: who deploys is told by the repository and its environment. */
    @Test
    void the_workflow_signs_in_without_secrets() throws IOException {
        assertFalse(Pattern.compile("\\bsecrets\\b\\s*[.\\[]")
                .matcher(Files.readString(WORKFLOW))
                .find());
        JsonNode deploy = workflow().path("jobs").path("deploy");
        assertEquals("write", deploy.path("permissions").path("id-token").asText());
        assertEquals("read", deploy.path("permissions").path("contents").asText());
        assertEquals(2, deploy.path("permissions").size());
        assertEquals("production", deploy.path("environment").asText());
        JsonNode login = step(deploy, "azure/login@").path("with");
        assertEquals("${{ vars.AZURE_CLIENT_ID }}", login.path("client-id").asText());
        assertEquals("${{ vars.AZURE_TENANT_ID }}", login.path("tenant-id").asText());
        assertEquals(
                "${{ vars.AZURE_SUBSCRIPTION_ID }}",
                login.path("subscription-id").asText());
        assertEquals(3, login.size(), "no creds");
    }

    /** What was built and tested cannot sign in; what signs in builds nothing. */
    @Test
    void only_the_job_that_deploys_may_sign_in() throws IOException {
        assertEquals("{\"contents\":\"read\"}", workflow().path("permissions").toString());
        assertTrue(workflow().path("jobs").path("build").path("permissions").isMissingNode());
        assertFalse(workflow().path("jobs").path("deploy").toString().contains("mvn"));
    }

    @Test
    void the_workflow_tests_before_it_deploys_what_was_tested() throws IOException {
        JsonNode jobs = workflow().path("jobs");
        assertEquals("build", jobs.path("deploy").path("needs").asText());
        assertTrue(steps(jobs.path("build")).stream()
                .anyMatch(step -> step.path("run").asText().equals("mvn -B -ntp verify")));
        assertEquals(
                step(jobs.path("build"), "actions/upload-artifact@")
                        .path("with")
                        .path("name"),
                step(jobs.path("deploy"), "actions/download-artifact@")
                        .path("with")
                        .path("name"));
    }

    @Test
    void every_action_is_pinned_and_every_job_bounded() throws IOException {
        workflow().path("jobs").forEach(job -> {
            assertTrue(job.path("timeout-minutes").asInt() > 0, job.toString());
            steps(job).stream()
                    .filter(step -> step.has("uses"))
                    .forEach(step -> assertTrue(
                            PINNED.matcher(step.path("uses").asText()).matches(), step.toString()));
        });
        assertFalse(PINNED.matcher("actions/checkout@main").matches());
    }

    /** Its shell parses, and calls the script with options that it has. */
    @Test
    void the_workflows_shell_parses(@TempDir Path folder) throws Exception {
        String help = DeployGuideTest.Ran.of(Path.of("").toAbsolutePath(), "bash", "deploy/deploy.sh", "--help")
                .told();
        for (JsonNode job : workflow().path("jobs")) {
            for (JsonNode step : steps(job)) {
                String run = step.path("run").asText();
                assertFalse(run.contains("${{"), "values come by the environment, never into shell text: " + run);
                Path file = Files.writeString(folder.resolve("run.sh"), run);
                assertEquals(
                        "",
                        DeployGuideTest.Ran.of(folder, "bash", "-n", file.toString())
                                .told());
                if (run.startsWith("deploy/deploy.sh")) {
                    Pattern.compile("(?<= )--[a-z-]+")
                            .matcher(run)
                            .results()
                            .forEach(option -> assertTrue(help.contains(option.group()), option.group()));
                }
            }
        }
    }
}
