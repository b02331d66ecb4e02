package io.gridhook.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.migrate.Exported;
import io.gridhook.core.migrate.FieldCheck;
import io.gridhook.core.migrate.GivenSecrets;
import io.gridhook.core.migrate.ImportProblem;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes the definitions of an export here, topics before event subscriptions, each for itself: one that cannot be made stops no other. To
 * import the same again changes nothing where all is as it was, and does what failed.
 */
public final class DefinitionImport {
    /** Ours: endpoints are asked one after another, and Azure's front end ends a call after 230 s (functions-runtime). */
    static final Duration WORKING_MAX = Duration.ofSeconds(120);

    private final Topics topics;
    private final Subscriptions subscriptions;
    private final InstantSource clock;

    public DefinitionImport(Topics topics, Subscriptions subscriptions, InstantSource clock) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /**
     * Imports.
     *
     * @param secrets what the export does not show
     * @param isDryRun whether nothing is written, and no endpoint is asked
     * @return what came of each, topics first; among them topics that no definition is of, but that subscriptions are on
     */
    public List<Imported> run(List<Exported> definitions, GivenSecrets secrets, boolean isDryRun) {
        return new Run(secrets, isDryRun, clock.instant().plus(WORKING_MAX)).all(definitions);
    }

    /** One import. */
    private final class Run {
        private final GivenSecrets secrets;
        private final boolean isDryRun;
        private final Instant end;
        private final List<Imported> results = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();
        /** As they are now, or would be, by their keys. */
        private final Map<String, Topic> known = new HashMap<>();

        Run(GivenSecrets secrets, boolean isDryRun, Instant end) {
            this.secrets = secrets;
            this.isDryRun = isDryRun;
            this.end = end;
        }

        List<Imported> all(List<Exported> definitions) {
            List<Exported> exportedTopics = of(definitions, Exported.Kind.TOPIC);
            all(exportedTopics, false);
            List<Exported> wanted = of(definitions, Exported.Kind.EVENT_SUBSCRIPTION);
            DeducedTopics.of(wanted, given(exportedTopics))
                    .forEach(topic -> results.add(once(topic, () -> deduced(topic))));
            all(exportedTopics, true);
            results.removeIf(
                    result -> result.definition().place().isEmpty() && result.outcome() == Imported.Outcome.UNCHANGED);
            wanted.forEach(subscription -> results.add(once(subscription, () -> subscription(subscription))));
            of(definitions, Exported.Kind.OTHER)
                    .forEach(other -> results.add(Imported.refused(other, other.problems())));
            return results;
        }

        /** A domain's topics go after all domains. */
        private void all(List<Exported> exportedTopics, boolean ofDomains) {
            exportedTopics.stream()
                    .filter(topic -> DomainNames.isDomainTopic(topic.topic()) == ofDomains)
                    .forEach(topic -> results.add(once(topic, () -> topic(topic))));
        }

        private static List<Exported> of(List<Exported> definitions, Exported.Kind kind) {
            return definitions.stream()
                    .filter(definition -> definition.kind() == kind)
                    .toList();
        }

        /** Not those that a template names and does not deploy: they may be made after their subscriptions. */
        private static Set<String> given(List<Exported> topics) {
            return topics.stream()
                    .filter(topic -> topic.problems().stream()
                            .noneMatch(problem -> problem.nature() == ImportProblem.Nature.SKIPPED))
                    .map(Exported::key)
                    .collect(Collectors.toSet());
        }

        private Imported once(Exported definition, Supplier<Imported> imported) {
            boolean isWanted = definition.problems().isEmpty();
            if (isWanted && !seen.add(definition.key())) {
                return Imported.refused(
                        definition,
                        List.of(new ImportProblem(
                                ImportProblem.Nature.NOT_SUPPORTED,
                                "name",
                                definition.key() + ": given before (expected: once in an import)")));
            }
            if (clock.instant().isAfter(end)) {
                return Imported.failed(definition, "not tried, as time was up: import the same again");
            }
            try {
                return imported.get();
            } catch (ManagementException e) {
                return Imported.failed(definition, e.getMessage());
            } catch (StorageUnavailableException e) {
                return Imported.failed(
                        definition, "storage did not answer, so it may or may not be made: import the same again");
            }
        }

        private Imported topic(Exported definition) {
            if (!definition.problems().isEmpty()) {
                return Imported.refused(definition, definition.problems());
            }
            if (isWithinPlanned(definition)) {
                return Imported.done(definition, Planned.Change.CREATED);
            }
            ObjectNode body = body(definition);
            try {
                Planned<Topic> planned = topics.planned(definition.name(), body);
                Topic topic = isDryRun || planned.change() == Planned.Change.UNCHANGED
                        ? planned.value()
                        : topics.put(definition.name(), body);
                known.put(definition.key(), topic);
                return Imported.done(definition, planned.change());
            } catch (InvalidDefinitionException e) {
                return Imported.refused(
                        definition,
                        FieldCheck.problems(
                                definition, e.getMessage(), json -> topics.planned(definition.name(), json)));
            }
        }

        /** Whether it is a topic of a domain that a dry run has not made. */
        private boolean isWithinPlanned(Exported definition) {
            String domain = DomainNames.owner(definition.topic());
            return isDryRun
                    && DomainNames.isDomainTopic(definition.topic())
                    && known.containsKey(domain.toLowerCase(Locale.ROOT))
                    && topics.stored(domain).isEmpty();
        }

        /** One that is here stays as it is, whatever its subscriptions would let it be. */
        private Imported deduced(Exported definition) {
            return topics.stored(definition.name()).isPresent()
                    ? Imported.done(definition, Planned.Change.UNCHANGED)
                    : topic(definition);
        }

        private Imported subscription(Exported exported) {
            Optional<Topic> topic = known(exported.topic()).or(() -> topics.stored(exported.topic()));
            Optional<EventSubscription> stored = topic.flatMap(found -> subscriptions.stored(found, exported.name()));
            Exported definition = completed(exported, stored);
            List<ImportProblem> problems = new ArrayList<>(definition.problems());
            if (topic.isEmpty()) {
                if (!exported.topic().isEmpty()) {
                    problems.add(new ImportProblem(
                            ImportProblem.Nature.INCOMPLETE,
                            "topic",
                            exported.topic() + " is not here, as it was not imported"));
                }
                return Imported.refused(definition, problems);
            }
            return problems.isEmpty() ? subscription(definition, topic.get()) : Imported.refused(definition, problems);
        }

        private Imported subscription(Exported definition, Topic topic) {
            ObjectNode body = body(definition);
            try {
                Planned.Change change =
                        subscriptions.planned(topic, definition.name(), body).change();
                if (!isDryRun && change != Planned.Change.UNCHANGED) {
                    subscriptions.put(topic.name(), definition.name(), body);
                }
                return Imported.done(definition, change);
            } catch (InvalidDefinitionException e) {
                return Imported.refused(
                        definition,
                        FieldCheck.problems(
                                definition,
                                e.getMessage(),
                                json -> subscriptions.planned(topic, definition.name(), json)));
            }
        }

        private Exported completed(Exported exported, Optional<EventSubscription> stored) {
            return secrets.complete(
                    exported,
                    stored.map(subscription -> subscription.destination().endpointUrl()),
                    name -> stored.filter(subscription -> StoredHeaders.has(subscription, name))
                            .isPresent());
        }

        /** A domain's topic is made with its first subscription. */
        private Optional<Topic> known(String topic) {
            String key = topic.toLowerCase(Locale.ROOT);
            return Optional.ofNullable(known.get(key)).or(() -> Optional.ofNullable(known.get(DomainNames.owner(key)))
                    .map(domain -> domain.topic(spelt(domain, topic), SystemData.NONE)));
        }

        /** As it is stored, if it is. */
        private String spelt(Topic domain, String topic) {
            return topics.stored(topic)
                    .map(Topic::name)
                    .orElseGet(() -> DomainNames.topic(DomainNames.own(domain.name()), DomainNames.own(topic)));
        }

        private static ObjectNode body(Exported definition) {
            return JsonNodeFactory.instance.objectNode().set("properties", definition.properties());
        }
    }
}
