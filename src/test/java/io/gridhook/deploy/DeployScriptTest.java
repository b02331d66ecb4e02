package io.gridhook.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts in a copy of the project, with stand-ins for the tools that reach out: each writes its call down and answers as the tool
 * does. Nothing else is on their PATH but what every system has.
 */
class DeployScriptTest {
    /** The calls of one whole deployment. */
    private static final List<String> WHOLE = List.of(
            "az account show --query name --output tsv",
            "az group exists --name rg --output tsv",
            "az ad signed-in-user show --query id --output tsv",
            "az group create --name rg --location westeurope --output none",
            "az deployment group create --name gridhook-prod --resource-group rg --parameters PROJECT/infra/main.bicepparam"
                    + " --output none",
            "az deployment group show --resource-group rg --name gridhook-prod --output tsv"
                    + " --query [keys(properties.outputs), values(properties.outputs)[].join('', ['=', to_string(value)])]",
            "mvn -q -B -DskipTests package",
            "zip -q -r PROJECT/target/gridhook-v1.zip . -x local.settings.json",
            "az functionapp deployment source config-zip --resource-group rg --name func-1 --src"
                    + " PROJECT/target/gridhook-v1.zip --output none",
            "curl --fail --silent --show-error --output /dev/null --max-time 10 https://func-1.example/health");

    private static final String ASKS_FOR_PRIVACY = "az deployment group show --resource-group rg --name gridhook-prod"
            + " --output tsv --query properties.parameters.privateNetwork.value";

    private static final String AZ = """
            case "$*" in
              "account show"*) echo "My subscription" ;;
              "group exists"*) echo "${GROUP_EXISTS:-false}" ;;
              "ad signed-in-user show"*) echo user-1 ;;
              "rest --method get"*) echo "GRIDHOOK_ENCRYPTION_KEY AccessToKeyVaultDenied" ;;
              "deployment group show"*privateNetwork.value) echo "${PRIVATE:-}" ;;
              "deployment group show"*) printf '%s\\t%s\\t%s\\n=%s\\t=%s\\t=%s\\n' azurE_KEY_VAULT_NAME \\
                azurE_FUNCTION_APP_NAME azurE_FUNCTION_HOST_NAME kv-1 "${APP-func-1}" func-1.example ;;
              "deployment group list"*) echo "${DEPLOYMENTS:-1}" ;;
              *--resource-type*) printf 'kv-1\\nkv-2\\n' ;;
              "resource list"*) printf 'Microsoft.Web/sites\\tfunc-1\\n' ;;
            esac
            """;

    private static final List<String> SYSTEM =
            List.of("bash", "basename", "cat", "date", "dirname", "env", "mkdir", "rm", "sed", "sleep", "touch");

    @TempDir
    Path folder;

    private Path project;
    private Path bin;

    @BeforeEach
    void copy() throws IOException {
        project = Files.createDirectory(folder.resolve("project"));
        bin = Files.createDirectory(folder.resolve("bin"));
        Files.createDirectories(project.resolve("deploy"));
        Files.createDirectories(project.resolve("infra"));
        for (String script : List.of("deploy.sh", "remove.sh")) {
            Files.copy(Path.of("deploy", script), project.resolve("deploy").resolve(script));
        }
        Files.writeString(project.resolve("infra/main.bicepparam"), "using './main.bicep'\n");
        for (String tool : SYSTEM) {
            Files.createSymbolicLink(bin.resolve(tool), where(tool));
        }
        standIn("az", AZ);
        standIn("curl", "");
        standIn("zip", "touch \"$3\"\n");
        standIn("mvn", "mkdir -p target/azure-functions/gridhook; touch target/azure-functions/gridhook/host.json\n");
        Files.writeString(bin.resolve("git"), "#!/usr/bin/env bash\necho v1\n");
        assertTrue(bin.resolve("git").toFile().setExecutable(true));
    }

    private static Path where(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .map(each -> Path.of(each, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    /** Writes its call down; fails where FAILS says so, FAILS_TIMES times (always, if that is not set). */
    private void standIn(String tool, String answers) throws IOException {
        Path file = Files.writeString(bin.resolve(tool), """
                #!/usr/bin/env bash
                echo "%s $*" >>"$CALLS"
                if [[ -n "${FAILS:-}" && "%s $*" == "$FAILS"* ]]; then
                  echo x >>"$CALLS.failures"
                  mapfile -t failures <"$CALLS.failures"
                  if ((${#failures[@]} <= ${FAILS_TIMES:-1000})); then
                    echo "ERROR: as az says it" >&2
                    exit 1
                  fi
                fi
                """.formatted(tool, tool) + answers);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** How a script ended, what it said where, and what it called. */
    private record Ended(int exit, String out, String err, List<String> calls) {}

    private Ended run(String script, Map<String, String> env, String... arguments) throws Exception {
        Path calls = folder.resolve("calls");
        Files.deleteIfExists(calls);
        Files.deleteIfExists(folder.resolve("calls.failures"));
        List<String> command = new ArrayList<>(List.of(bin.resolve("bash").toString(), "deploy/" + script));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        bin.toString(),
                        "CALLS",
                        calls.toString(),
                        "GRIDHOOK_DEPLOY_RETRY_WAIT",
                        "0",
                        "GRIDHOOK_DEPLOY_HEALTH_WAIT",
                        "0"));
        builder.environment().putAll(env);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        builder.redirectInput(
                ProcessBuilder.Redirect.from(Files.writeString(folder.resolve("in"), env.getOrDefault("IN", ""))
                        .toFile()));
        int exit = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        List<String> called = Files.exists(calls) ? Files.readAllLines(calls) : List.of();
        String here = project.toRealPath().toString();
        return new Ended(
                exit,
                Files.readString(out).replace(here, "PROJECT"),
                Files.readString(err, StandardCharsets.UTF_8).replace(here, "PROJECT"),
                called.stream().map(call -> call.replace(here, "PROJECT")).toList());
    }

    private Ended deploy(Map<String, String> env, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-g", "rg"));
        all.addAll(List.of(arguments));
        return run("deploy.sh", env, all.toArray(String[]::new));
    }

    @Test
    void a_deployment_is_resources_then_the_package_then_health() throws Exception {
        Ended ended = deploy(Map.of());
        assertEquals(0, ended.exit(), ended.err());
        assertEquals(WHOLE, ended.calls());
        assertEquals("", ended.err());
        assertTrue(ended.out().contains("https://func-1.example/topics/TOPIC/api/events"), ended.out());
        assertTrue(ended.out().contains("--vault-name kv-1"), ended.out());
    }

    /** Every call of az is one that az has. */
    @Test
    void az_has_what_the_scripts_call() throws Exception {
        ShellCommands az = new ShellCommands("az");
        List<String> calls = new ArrayList<>(deploy(Map.of()).calls());
        calls.addAll(deploy(Map.of("GROUP_EXISTS", "true"), "--what-if").calls());
        calls.addAll(deploy(Map.of("FAILS", "curl")).calls());
        calls.addAll(run("remove.sh", Map.of("GROUP_EXISTS", "true"), "-g", "rg", "--yes", "--purge")
                .calls());
        List<String> problems = calls.stream()
                .filter(call -> call.startsWith("az "))
                .flatMap(call -> az.problems(List.of(call.substring(3).split(" "))).stream())
                .toList();
        assertEquals(List.of(), problems);
    }

    @Test
    void a_second_run_makes_no_group_and_is_otherwise_the_same() throws Exception {
        Ended ended = deploy(Map.of("GROUP_EXISTS", "true"));
        assertEquals(0, ended.exit(), ended.err());
        List<String> calls = new ArrayList<>(WHOLE);
        calls.remove(3);
        calls.add(2, ASKS_FOR_PRIVACY);
        assertEquals(calls, ended.calls());
    }

    /** What the last run was given by --set is not there in this one: to open what was private takes a word. */
    @Test
    void a_private_network_is_not_undone_by_silence() throws Exception {
        Map<String, String> isPrivate = Map.of("GROUP_EXISTS", "true", "PRIVATE", "true");
        for (String[] silent :
                List.of(new String[0], new String[] {"--set", "profile=cloud"}, new String[] {"--what-if"})) {
            Ended refused = deploy(isPrivate, silent);
            assertEquals(1, refused.exit());
            assertTrue(
                    refused.err().startsWith("deploy.sh: privateNetwork: not set, and gridhook-prod has true"),
                    refused.err());
            assertEquals(List.of(WHOLE.get(0), WHOLE.get(1), ASKS_FOR_PRIVACY), refused.calls());
        }
        assertEquals(0, deploy(isPrivate, "--set", "privateNetwork=true").exit());
        assertEquals(0, deploy(isPrivate, "--set", "privateNetwork=false").exit());
        assertEquals(0, deploy(isPrivate, "--skip-infra").exit());
        Map<String, String> environment = new HashMap<>(isPrivate);
        environment.put("AZURE_PRIVATE_NETWORK", "true");
        assertEquals(0, deploy(environment).exit());
        Files.writeString(
                project.resolve("infra/own.bicepparam"), "using './main.bicep'\nparam privateNetwork = true\n");
        assertEquals(0, deploy(isPrivate, "-p", "infra/own.bicepparam").exit());
        assertEquals(
                0, deploy(Map.of("GROUP_EXISTS", "true", "PRIVATE", "false")).exit());
    }

    /** The parameter file reads them; and what is set beside it goes with it. */
    @Test
    void environment_region_and_parameters_reach_the_template() throws Exception {
        Files.writeString(
                bin.resolve("az"),
                Files.readString(bin.resolve("az"))
                        .replace(
                                "case \"$*\"",
                                "echo \"env $AZURE_ENV_NAME $AZURE_PRIVATE_NETWORK $AZURE_PRINCIPAL_ID $AZURE_PRINCIPAL_TYPE\" >>\"$CALLS\"\ncase \"$*\""));
        Ended ended = deploy(
                Map.of(),
                "-e",
                "dev",
                "-l",
                "northeurope",
                "--set",
                "privateNetwork=true",
                "-s",
                "location=a b",
                "--what-if");
        assertEquals(0, ended.exit(), ended.err());
        assertTrue(
                ended.calls()
                        .contains("az deployment group what-if --resource-group rg --parameters"
                                + " PROJECT/infra/main.bicepparam privateNetwork=true location=a b"),
                ended.calls().toString());
        assertTrue(
                ended.calls().contains("env dev false user-1 User"),
                ended.calls().toString());
        assertFalse(ended.calls().toString().contains("create"), "nothing is changed");
    }

    /** The region is the group's, once there is one; who deploys as a service principal says who may read the keys, or leaves it. */
    @Test
    void the_region_is_where_the_group_is_made() throws Exception {
        Ended ended = deploy(Map.of("FAILS", "az ad signed-in-user"), "-l", "northeurope");
        assertEquals(0, ended.exit(), ended.err());
        assertEquals(
                List.of("az group create --name rg --location northeurope --output none"),
                ended.calls().stream()
                        .filter(call -> call.contains("northeurope"))
                        .toList());
        Ended named = deploy(Map.of("AZURE_PRINCIPAL_ID", "group-1", "AZURE_PRINCIPAL_TYPE", "Group"));
        assertFalse(named.calls().toString().contains("signed-in-user"), "it is said who");
    }

    /** To roll back: an older package, and the resources as they are. */
    @Test
    void a_package_can_be_given() throws Exception {
        Files.writeString(project.resolve("old.zip"), "zip");
        Ended ended = deploy(Map.of(), "--skip-infra", "--zip", "old.zip", "--no-wait");
        assertEquals(0, ended.exit(), ended.err());
        assertEquals(
                List.of(
                        WHOLE.get(0),
                        WHOLE.get(5),
                        "az functionapp deployment source config-zip --resource-group rg --name func-1 --src old.zip"
                                + " --output none"),
                ended.calls());
    }

    /** Each failure ends it there, with what failed and not with what did not happen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "az group exists           | 2 | whether rg is there cannot be asked",
                "az account show           | 1 | not signed in to Azure (expected: az login)",
                "az group create           | 4 | Making the resource group failed (az group create)",
                "az deployment group create| 5 | The deployment of the resources failed (az deployment group)",
                "az deployment group show  | 6 | deployment gridhook-prod in rg cannot be read",
                "mvn                       | 7 | mvn package failed; the app that runs is as it was.",
                "zip                       | 8 | gridhook-v1.zip: cannot be written",
            })
    void a_failure_stops_it_there(String call, int calls, String message) throws Exception {
        Ended ended = deploy(Map.of("FAILS", call));
        assertEquals(1, ended.exit());
        assertEquals(WHOLE.subList(0, calls), ended.calls());
        assertTrue(ended.err().contains("deploy.sh: ") && ended.err().contains(message), ended.err());
        assertFalse(ended.out().contains("Gridhook runs."));
    }

    /** Roles take minutes to count after the first deployment. */
    @Test
    void an_upload_that_is_refused_is_tried_again() throws Exception {
        String upload = "az functionapp deployment source config-zip";
        Ended taken = deploy(Map.of("FAILS", upload, "FAILS_TIMES", "3"));
        assertEquals(0, taken.exit(), taken.err());
        assertEquals(
                4,
                taken.calls().stream().filter(call -> call.startsWith(upload)).count());
        Ended refused = deploy(Map.of("FAILS", upload));
        assertEquals(1, refused.exit());
        assertEquals(
                5,
                refused.calls().stream().filter(call -> call.startsWith(upload)).count());
        assertTrue(refused.err().contains("the version that ran goes on"), refused.err());
    }

    @Test
    void health_is_waited_for_and_not_for_ever() throws Exception {
        Ended slow = deploy(Map.of("FAILS", "curl", "FAILS_TIMES", "7"));
        assertEquals(0, slow.exit(), slow.err());
        assertTrue(slow.out().contains("\n.......\n"), slow.out());
        Ended never = deploy(Map.of("FAILS", "curl"));
        assertEquals(1, never.exit());
        assertEquals(
                60,
                never.calls().stream().filter(call -> call.startsWith("curl")).count());
        assertTrue(never.err().contains("/health does not answer 200"), never.err());
        assertTrue(never.err().contains("not resolved: GRIDHOOK_ENCRYPTION_KEY AccessToKeyVaultDenied"), never.err());
        String references = "/subscriptions/{subscriptionId}/resourceGroups/rg/providers/Microsoft.Web/sites/func-1"
                + "/config/configreferences/appsettings";
        assertEquals(
                4,
                never.calls().stream()
                        .filter(("az rest --method post --url " + references
                                + "/refresh?api-version=2022-03-01 --output none")::equals)
                        .count(),
                "every 2 minutes of 10");
        assertEquals(
                1,
                never.calls().stream()
                        .filter(call ->
                                call.startsWith("az rest --method get --url " + references + "?api-version=2022-03-01"))
                        .count());
    }

    @Test
    void a_deployment_without_its_outputs_is_told() throws Exception {
        for (String app : List.of("", "null")) {
            Ended ended = deploy(Map.of("APP", app));
            assertEquals(1, ended.exit());
            assertTrue(ended.err().contains("has no output AZURE_FUNCTION_APP_NAME"), ended.err());
            assertEquals(WHOLE.subList(0, 6), ended.calls());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"az", "curl", "zip", "mvn"})
    void a_missing_tool_is_told_before_anything_is_done(String tool) throws Exception {
        Files.delete(bin.resolve(tool));
        Ended ended = deploy(Map.of());
        assertEquals(1, ended.exit());
        assertEquals("deploy.sh: " + tool + ": not found (expected: on the PATH)\n", ended.err());
        assertEquals(List.of(), ended.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-                         | --resource-group: missing",
                "-g                        | -g: no value",
                "-g rg --colour red        | --colour: no such option",
                "-g rg -e Prod             | --environment: Prod (expected: 1 to 20 lower-case letters",
                "-g rg --set privateNetwork| --set: privateNetwork (expected: NAME=VALUE)",
                "-g rg --zip gone.zip      | --zip: gone.zip (expected: a file)",
                "-g rg -p gone.bicepparam  | --parameters: gone.bicepparam (expected: a file)",
                "-g rg --what-if --skip-infra | --what-if: with --skip-infra",
            })
    void a_wrong_call_is_told_with_the_usage(String arguments, String message) throws Exception {
        Ended ended = run("deploy.sh", Map.of(), arguments == null ? new String[0] : arguments.split(" +"));
        assertEquals(2, ended.exit());
        assertTrue(ended.err().startsWith("deploy.sh: " + message), ended.err());
        assertTrue(ended.err().contains("Usage: deploy/deploy.sh"), ended.err());
        assertEquals(List.of(), ended.calls());
    }

    @ParameterizedTest
    @ValueSource(strings = {"deploy.sh", "remove.sh"})
    void help_is_asked_of_nobody_else(String script) throws Exception {
        Ended ended = run(script, Map.of(), "--help");
        assertEquals(0, ended.exit());
        assertTrue(ended.out().startsWith("Usage: deploy/" + script), ended.out());
        assertEquals(List.of(), ended.calls());
    }

    private Ended remove(Map<String, String> env, String... arguments) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of("GROUP_EXISTS", "true"));
        all.putAll(env);
        List<String> list = new ArrayList<>(List.of("-g", "rg"));
        list.addAll(List.of(arguments));
        return run("remove.sh", all, list.toArray(String[]::new));
    }

    private static long deletions(Ended ended) {
        return ended.calls().stream()
                .filter(call -> call.contains(" delete ") || call.contains(" purge "))
                .count();
    }

    @Test
    void removal_asks_for_the_groups_name() throws Exception {
        Ended agreed = remove(Map.of("IN", "rg\n"));
        assertEquals(0, agreed.exit(), agreed.err());
        assertTrue(agreed.calls().contains("az group delete --name rg --yes"));
        assertTrue(agreed.out().contains("func-1"), "it says what goes: " + agreed.out());
        for (String answer : List.of("", "y\n", "other\n")) {
            Ended ended = remove(Map.of("IN", answer));
            assertEquals(1, ended.exit());
            assertTrue(ended.err().contains("not confirmed; nothing was deleted."), ended.err());
            assertEquals(0, deletions(ended));
        }
    }

    @Test
    void removal_leaves_a_group_that_is_not_ours() throws Exception {
        Ended ended = remove(Map.of("DEPLOYMENTS", "0"), "--yes");
        assertEquals(1, ended.exit());
        assertTrue(ended.err().contains("rg holds no deployment of Gridhook"), ended.err());
        assertEquals(0, deletions(ended));
    }

    @Test
    void what_is_gone_is_no_error() throws Exception {
        Ended ended = remove(Map.of("GROUP_EXISTS", "false"), "--yes");
        assertEquals(0, ended.exit());
        assertEquals(0, deletions(ended));
    }

    @Test
    void vaults_are_purged_where_that_is_asked_for() throws Exception {
        assertEquals(1, deletions(remove(Map.of(), "--yes")));
        Ended ended = remove(Map.of(), "--yes", "--purge");
        assertEquals(0, ended.exit(), ended.err());
        assertEquals(
                List.of(
                        "az group delete --name rg --yes",
                        "az keyvault purge --name kv-1",
                        "az keyvault purge --name kv-2"),
                ended.calls().subList(ended.calls().size() - 3, ended.calls().size()));
        Ended kept = remove(Map.of("FAILS", "az keyvault purge"), "--yes", "--purge");
        assertEquals(1, kept.exit());
        assertTrue(kept.err().contains("kv-1 was deleted but not purged"), kept.err());
    }
}
