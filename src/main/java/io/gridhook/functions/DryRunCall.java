package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.app.DryRun;
import io.gridhook.app.ManagementException;
import io.gridhook.core.event.DryRunBody;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.List;
import java.util.Optional;

/** Translates dry runs: {@code POST .../eventSubscriptions/{name}/test}, and {@code .../eventSubscriptions/test} for what is not stored. */
final class DryRunCall {
    private final DryRun dryRun;

    DryRunCall(DryRun dryRun) {
        this.dryRun = dryRun;
    }

    ObjectNode stored(HttpRequestMessage<Optional<String>> request, String topic, String name) {
        return json(dryRun.stored(topic, name, body(request)));
    }

    ObjectNode draft(HttpRequestMessage<Optional<String>> request, String topic) {
        DryRunBody body = body(request);
        JsonText definition = body.definition()
                .orElseThrow(() -> new InvalidDefinitionException(
                        "eventSubscription: missing (expected: the definition to test, as it would be put)"));
        return json(dryRun.draft(topic, DefinitionBody.of(definition.toString()), body));
    }

    private static DryRunBody body(HttpRequestMessage<Optional<String>> request) {
        try {
            return DryRunBody.read(request.getBody().orElse(""));
        } catch (InvalidEventException e) {
            throw ManagementException.invalid(e);
        }
    }

    private static ObjectNode json(List<DryRun.Result> results) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(
                "matchedCount",
                results.stream().filter(DryRun.Result::isMatched).count());
        ArrayNode array = json.putArray("results");
        for (DryRun.Result result : results) {
            ObjectNode one = array.addObject().put("id", result.id()).put("matched", result.isMatched());
            if (!result.isMatched()) {
                ArrayNode failed = one.putArray("failed");
                result.failed().forEach(clause -> failed.add(json(clause)));
            }
        }
        return json;
    }

    private static ObjectNode json(FailedClause clause) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("clause", clause.clause());
        if (!clause.key().isEmpty()) {
            json.put("key", clause.key());
        }
        return json.put("value", clause.value()).put("expected", clause.expected());
    }
}
