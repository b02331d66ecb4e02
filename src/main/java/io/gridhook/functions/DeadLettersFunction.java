package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.DeadLetters;
import io.gridhook.app.ManagementAccess;
import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.Timestamps;
import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.topic.EventSubscription;
import java.time.InstantSource;
import java.util.Optional;

/** For operators: the dead letters of a subscription, and one of them whole. */
public final class DeadLettersFunction {
    private final DeadLetters letters;
    private final InstantSource clock;
    private final ManagementCall call;

    public DeadLettersFunction(DeadLetters letters, ManagementAccess access, InstantSource clock) {
        this.letters = letters;
        this.clock = clock;
        this.call = new ManagementCall(access);
    }

    /**
     * {@code GET /manage/deadletters}, with a management key: those of a time, the newest hour first. A {@code nextLink} may follow an empty
     * page, as one call reads a part of the blobs only.
     */
    @FunctionName("DeadLetters")
    public HttpResponseMessage deadLetters(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/deadletters")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(
                request,
                authorized -> JsonResponse.ok(authorized, list(DeadLetterQuery.of(authorized, clock.instant()))));
    }

    private ObjectNode list(DeadLetterQuery query) {
        DeadLetters.Page page =
                letters.list(query.topic(), query.eventSubscription(), query.selection(), query.top(), query.after());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.letters().forEach(letter -> value.add(json(page.subscription(), page.container(), letter)));
        json.put("skippedBlobs", page.skippedBlobs());
        page.next().ifPresent(next -> json.put("nextLink", query.nextLink(next)));
        return json;
    }

    /** {@code GET /manage/deadletters/letter}, with a management key: the one at {@code blob} and {@code index}, with its event. */
    @FunctionName("DeadLetterOne")
    public HttpResponseMessage letter(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/deadletters/letter")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> JsonResponse.ok(authorized, one(authorized)));
    }

    private ObjectNode one(HttpRequestMessage<?> request) {
        DeadLetterQuery.OfOne asked = DeadLetterQuery.ofOne(request);
        DeadLetters.One one = letters.find(asked.topic(), asked.eventSubscription(), asked.address());
        ObjectNode json = json(one.subscription(), one.container(), one.letter());
        // As it was read, so however deep it nests: a tree would have a limit of its own, to read and to write.
        json.putRawValue("event", new RawValue(one.letter().json().toString()));
        return json;
    }

    private static ObjectNode json(EventSubscription subscription, String container, DeadLetter letter) {
        DeadLetterRecord record = letter.record();
        EventAttributes attributes = record.event().attributes();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("topic", subscription.topic())
                .put("eventSubscription", subscription.name())
                .put("eventId", attributes.id())
                .put("eventType", attributes.type())
                .put("subject", attributes.subject())
                .put("publishTime", Timestamps.iso(record.publishTime()))
                .put("deadLetterReason", record.deadLetterReason())
                .put("deliveryAttempts", record.deliveryAttempts())
                .put("lastDeliveryOutcome", record.lastDeliveryOutcome());
        record.lastHttpStatusCode().ifPresent(status -> json.put("lastHttpStatusCode", status));
        record.lastDeliveryAttemptTime().ifPresent(time -> json.put("lastDeliveryAttemptTime", Timestamps.iso(time)));
        return json.put("blob", container + "/" + letter.blob()).put("index", letter.index());
    }
}
