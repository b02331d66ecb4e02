package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code deploy/edge}, by the schemas and by what the app says; and each check, by a file that it must refuse. */
class EdgeTest {
    private static final String COMPOSE = "edge/compose.yaml";
    private static final String DEPLOYMENT = "edge/deployment.json";

    @Test
    void both_files_are_right() throws Exception {
        assertEquals(
                List.of(),
                EdgeRules.problems(DeployFiles.text(COMPOSE), DeployFiles.text(DEPLOYMENT), azuriteVersion()));
    }

    /** Whoever copies .env.example finds every variable that the files ask for, and no other. */
    @Test
    void every_variable_is_in_the_example() {
        Set<String> asked = new TreeSet<>();
        for (String file : List.of(COMPOSE, DEPLOYMENT)) {
            Pattern.compile("\\$\\{(\\w+)(:\\?|})")
                    .matcher(DeployFiles.text(file))
                    .results()
                    .forEach(match -> asked.add(match.group(1)));
        }
        Set<String> given = new TreeSet<>();
        DeployFiles.text("edge/.env.example")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> given.add(line.replaceFirst("=$", "")));
        assertEquals(asked, given);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "restart: unless      | restarts: unless        | restarts",
                "stop_grace_period: 45s | stop_grace_period: 9s | stop_grace_period",
                "image: ${GRIDHOOK    | build: ${GRIDHOOK       | build",
                "GRIDHOOK_PROXIES:    | GRIDHOOK_PROXYS:        | GRIDHOOK_PROXYS: nobody reads it",
                "broker__logDeliverySuccess: | broker__logDeliveryFailure: | broker__logDeliveryFailure: nobody reads it",
                "tlsPolicy: enabled   | tlsPolicy: maybe        | inbound__serverAuth__tlsPolicy: maybe",
                "allowUnknownCA: \"false\" | allowUnknownCA: \"true\" | outbound__webhook__allowUnknownCA: true",
                "GRIDHOOK_PROFILE: edge | GRIDHOOK_PROFILE: cloud | GRIDHOOK_PROFILE: cloud",
                "${GRIDHOOK_SAS_KEY1:?see .env.example} | a-key-that-everybody-reads | a secret in a file",
                "${AZURITE_KEY:?see .env.example};\\ | c2VjcmV0;\\ | a secret in a file",
                "127.0.0.1:5888:5888  | 5888:5888               | compose.yaml: ports",
                "4438:4438            | 4438:443                | compose.yaml: ports",
                "http://azurite:10001 | http://azurite:10002    | AzureWebJobsStorage: ports",
                "http://azurite:10001 | http://store:10001      | no service store",
                "10001/gridhook       | 10001/devstoreaccount1  | no account devstoreaccount1",
                "azurite:3.37.0       | azurite:latest          | azurite: image",
                "data:/data           | /data                   | at /data",
                "--location=/data     | --location=/tmp         | its data is not in /data",
                "- --silent           | - --inMemoryPersistence | keeps nothing",
                "stop_grace_period: 30s | stop_grace_period: 10s | stop_grace_period",
                "restart: unless-stopped | restart: on-failure | restart",
                "read_only: true      | read_only: false        | read_only",
            })
    void a_compose_file_that_is_wrong_is_refused(String from, String to, String problem) throws Exception {
        refuses(
                EdgeRules.problems(
                        Edits.edit(DeployFiles.text(COMPOSE), from, to),
                        DeployFiles.text(DEPLOYMENT),
                        azuriteVersion()),
                problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"schemaVersion\": \"1.1\" | \"schemaVersion\": \"2.0\" | schemaVersion",
                "\"restartPolicy\": \"always\" | \"restartPolicy\": \"sometimes\" | restartPolicy",
                "\"restartPolicy\": \"always\",\\n            \"startupOrder\": 0 | \"restartPolicy\": \"never\",\\n            \"startupOrder\": 0 | deployment.json: azurite",
                "{ \"value\": \"edge\" } | \"edge\" | GRIDHOOK_PROFILE",
                "\"value\": \"7200\" | \"value\": \"60\" | deployment.json: env",
                "gridhook:${AZURITE_KEY}\" | other:${AZURITE_KEY}\" | azurite: env",
                "\\\"PortBindings\\\":{\\\"5888/tcp | \\\"PortBindings\\\":{\\\"5888 | 5888",
                "\\\"HostPort\\\":\\\"4438 | \\\"HostPort\\\":\\\"443 | PortBindings",
                "\\\"HostPort\\\":\\\"4438 | \\\"Hostport\\\":\\\"4438 | Hostport",
                "gridhook-data:/data | gridhook-data:/other | no volume at /data",
                "azurite:3.37.0 | azurite:3.36.0 | azurite: image",
                "\\\"ReadonlyRootfs\\\":true | \\\"ReadonlyRootfs\\\":false | ReadonlyRootfs",
                "\\\"StopTimeout\\\":45 | \\\"StopTimeout\\\":10 | StopTimeout",
                "\"createOptions\": \"{}\" | \"createOptions\": {} | createOptions",
            })
    void a_deployment_manifest_that_is_wrong_is_refused(String from, String to, String problem) throws Exception {
        // Here backslashes are the file's own, but for the ends of lines.
        refuses(
                EdgeRules.problems(
                        DeployFiles.text(COMPOSE),
                        Edits.edit(DeployFiles.text(DEPLOYMENT), from, to),
                        azuriteVersion()),
                problem);
    }

    /** A twin's string of more than 512 characters has to be cut into createOptions01 and so on, which no file here is. */
    @Test
    void options_that_are_too_long_are_refused() throws Exception {
        String longer = "\"createOptions\": \"{" + " ".repeat(512) + "}\"";
        refuses(
                EdgeRules.problems(
                        DeployFiles.text(COMPOSE),
                        Edits.edit(DeployFiles.text(DEPLOYMENT), "\"createOptions\": \"{}\"", longer),
                        azuriteVersion()),
                "createOptions");
    }

    private static void refuses(List<String> problems, String problem) {
        assertTrue(problems.stream().anyMatch(line -> line.contains(problem)), problems::toString);
    }

    private static String azuriteVersion() throws IOException {
        return DeployFiles.json(Files.readString(Path.of("src/main/azurite/package.json")))
                .at("/dependencies/azurite")
                .asText();
    }
}
