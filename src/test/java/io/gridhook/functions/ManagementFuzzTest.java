package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** ARM's form and imports (src/test/resources/fuzz-management), damaged as {@link RequestFuzzTest} does it: an answer each, and no 500. */
class ManagementFuzzTest {
    private static final Path CORPUS = Path.of("src/test/resources/fuzz-management");
    private static final int ROUNDS = 40_000;
    private static final int ROUNDS_OF_ONE_WORLD = 250;
    private static final Set<Integer> STATUSES = Set.of(200, 201, 202, 204, 400, 401, 404, 405, 409, 413);
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-20T09:30:00Z"));
    private static final TopicIds IDS = new TopicIds(
            "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/", "/edge/topics/", false);

    private final List<RawRequest> corpus = RequestFuzzTest.corpus(CORPUS);

    /** One app, with a topic, a domain, and a subscription of each and of the domain's topic. */
    private static final class World {
        private final ManagementFixture management = new ManagementFixture();
        private final ManagementAccess access = new ManagementAccess(
                new ManagerRules(
                        Set.of("secret"),
                        Set.of(),
                        Optional.empty(),
                        Grant.ofRole("none"),
                        Grant.ofRole("none"),
                        new AttemptRules(Integer.MAX_VALUE, 1)),
                new PrometheusMetrics(),
                CLOCK);
        private final ArmFunction arm = new ArmFunction(
                management.topics,
                management.subscriptions,
                management.dryRun,
                FixtureActions.of(management),
                IDS,
                access);
        private final ImportFunction imports =
                new ImportFunction(new DefinitionImport(management.topics, management.subscriptions, CLOCK), access);

        World() {
            management.topics.put("orders", ManagementFixture.json("{}"));
            management.topics.put("shops/", ManagementFixture.json("{}"));
            for (String topic : List.of("orders", "shops/", "shops/berlin")) {
                management.subscriptions.put(topic, "kept", ManagementFixture.to("https://h/?code=1"));
            }
        }

        /** As the host routes it, which reads the path before a function does. */
        HttpResponseMessage answer(RawRequest request) {
            String path = request.path();
            return path.startsWith("/manage/")
                    ? imports.imports(request.toFake())
                    : arm.arm(request.toFake(), path.substring(Math.min(path.length(), "/subscriptions/".length())));
        }
    }

    /** Else the damaged ones would be refused for other reasons than their damage. */
    @Test
    void all_requests_of_the_corpus_are_good() {
        for (RawRequest request : corpus) {
            HttpResponseMessage answer = new World().answer(request);
            assertEquals(2, answer.getStatusCode() / 100, () -> request + " " + answer.getBody());
        }
        assertTrue(corpus.size() >= 6, "requests: " + corpus.size());
    }

    @Test
    @Timeout(120)
    void every_damaged_request_is_answered() {
        String replayed = System.getProperty("seed", "");
        Map<Integer, Integer> statuses = new TreeMap<>();
        World world = new World();
        long first = replayed.isBlank() ? 1 : Long.parseLong(replayed);
        long last = replayed.isBlank() ? ROUNDS : first;
        for (long seed = first; seed <= last; seed++) {
            world = seed % ROUNDS_OF_ONE_WORLD == 0 ? new World() : world;
            SplittableRandom random = new SplittableRandom(seed);
            RawRequest request = RequestFuzzTest.damaged(RequestFuzzTest.anyOf(corpus, random), random);
            try {
                statuses.merge(checked(world.answer(request)), 1, Integer::sum);
            } catch (RuntimeException | JsonProcessingException | AssertionError | StackOverflowError e) {
                throw new AssertionError("seed " + seed + " (replay: -Dseed=" + seed + "): " + request, e);
            }
        }
        boolean all = List.of(200, 201, 400, 401, 404, 405).stream().allMatch(statuses::containsKey);
        assertTrue(!replayed.isBlank() || all, statuses.toString());
    }

    private static int checked(HttpResponseMessage answer) throws JsonProcessingException {
        String body = answer.getBody() == null ? "" : answer.getBody().toString();
        assertTrue(STATUSES.contains(answer.getStatusCode()), () -> answer.getStatusCode() + " " + body);
        new ObjectMapper().readTree(body);
        return answer.getStatusCode();
    }
}
