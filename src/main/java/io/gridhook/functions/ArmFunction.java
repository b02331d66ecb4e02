package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.DryRun;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.app.Subscriptions;
import io.gridhook.app.Topics;
import io.gridhook.core.topic.ArmDefinitions;
import io.gridhook.core.topic.ArmPath;
import io.gridhook.core.topic.ArmScope;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * ARM's form of the management API (behaviour §13), under Azure Resource Manager's own paths and over the same use cases as IoT Edge's
 * form: what one writes the other reads.
 */
public final class ArmFunction {
    private final Topics topics;
    private final Subscriptions subscriptions;
    private final DryRunCall dryRun;
    private final SubscriptionActions actions;
    private final ArmDefinitions definitions;
    private final ArmScope scope;
    private final ArmCall call;

    public ArmFunction(
            Topics topics,
            Subscriptions subscriptions,
            DryRun dryRun,
            SubscriptionActions actions,
            TopicIds ids,
            ManagementAccess access) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.dryRun = new DryRunCall(dryRun);
        this.actions = actions;
        this.definitions = new ArmDefinitions(ids);
        this.scope = ArmScope.of(ids);
        this.call = new ArmCall(access, scope);
    }

    /** Every path of ARM's: its letter case and its two forms of event subscriptions are more than routes can say. */
    @FunctionName("Arm")
    public HttpResponseMessage arm(
            @HttpTrigger(
                            name = "request",
                            methods = {
                                HttpMethod.GET,
                                HttpMethod.HEAD,
                                HttpMethod.POST,
                                HttpMethod.PUT,
                                HttpMethod.PATCH,
                                HttpMethod.DELETE,
                                HttpMethod.OPTIONS
                            },
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "subscriptions/{*path}")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("path") String path) {
        return call.answer(request, "/subscriptions/" + path, this::answer);
    }

    private HttpResponseMessage answer(ArmRequest request) {
        return switch (request.path().kind()) {
            case TOPICS -> only(HttpMethod.GET, request, () -> listTopics(request, topics.list()));
            case DOMAINS -> only(HttpMethod.GET, request, () -> listTopics(request, topics.listDomains()));
            case DOMAIN_TOPICS ->
                only(
                        HttpMethod.GET,
                        request,
                        () -> listTopics(
                                request, topics.listWithin(request.path().topic())));
            case TOPIC -> topic(request);
            case TOPIC_ACTION ->
                only(HttpMethod.POST, request, () -> JsonResponse.ok(request.message(), keys(request)));
            case ALL_EVENT_SUBSCRIPTIONS, EVENT_SUBSCRIPTIONS ->
                only(HttpMethod.GET, request, () -> listSubscriptions(request));
            case EVENT_SUBSCRIPTION -> subscription(request);
            case EVENT_SUBSCRIPTION_ACTION ->
                only(HttpMethod.POST, request, () -> JsonResponse.ok(request.message(), action(request)));
            case OPERATION_STATUS -> only(HttpMethod.GET, request, () -> operationStatus(request));
            case OPERATION_RESULT -> only(HttpMethod.GET, request, () -> operationResult(request));
        };
    }

    private static HttpResponseMessage only(
            HttpMethod method, ArmRequest request, Supplier<HttpResponseMessage> answer) {
        return request.method() == method ? answer.get() : ArmErrors.methodNotAllowed(request.message(), method.name());
    }

    private HttpResponseMessage listTopics(ArmRequest request, List<Topic> listed) {
        List<ArmPages.Item<Topic>> all = listed.stream()
                .map(topic -> new ArmPages.Item<>(topic.name(), DomainNames.own(topic.name()), topic))
                .toList();
        return ArmPages.answer(request, all, topic -> definitions.topic(topic, request.baseUrl()));
    }

    private HttpResponseMessage listSubscriptions(ArmRequest request) {
        ArmPath path = request.path();
        List<EventSubscription> listed = path.kind() == ArmPath.Kind.EVENT_SUBSCRIPTIONS
                ? subscriptions.list(path.topic())
                : subscriptions.listAll();
        List<ArmPages.Item<EventSubscription>> all = listed.stream()
                .map(each -> new ArmPages.Item<>(each.topic() + "/" + each.name(), each.name(), each))
                .toList();
        return ArmPages.answer(request, all, each -> definitions.subscription(each, path.isNested()));
    }

    private HttpResponseMessage topic(ArmRequest request) {
        String name = request.path().topic();
        if (DomainNames.isDomainTopic(name)) {
            return domainTopic(request, name);
        }
        return switch (request.method()) {
            case PUT -> changed(request, json(topics.put(name, request.body()), request));
            case PATCH -> {
                JsonNode patch = request.body();
                yield changed(request, json(topics.patch(name, stored -> definitions.patched(stored, patch)), request));
            }
            case GET -> JsonResponse.ok(request.message(), json(topics.get(name), request));
            case DELETE -> deleted(request, () -> topics.delete(name));
            default -> ArmErrors.methodNotAllowed(request.message(), "PUT, PATCH, GET, DELETE");
        };
    }

    /** There is nothing to say of one: a PUT has no body. */
    private HttpResponseMessage domainTopic(ArmRequest request, String name) {
        return switch (request.method()) {
            case PUT -> changed(request, json(topics.put(name, JsonNodeFactory.instance.objectNode()), request));
            case GET -> JsonResponse.ok(request.message(), json(topics.get(name), request));
            case DELETE -> deleted(request, () -> topics.delete(name));
            default -> ArmErrors.methodNotAllowed(request.message(), "PUT, GET, DELETE");
        };
    }

    private HttpResponseMessage subscription(ArmRequest request) {
        String topic = request.path().topic();
        String name = request.path().eventSubscription();
        return switch (request.method()) {
            case PUT -> changed(request, json(subscriptions.put(topic, name, request.body()), request));
            case PATCH -> {
                JsonNode patch = request.body();
                yield changed(
                        request,
                        json(subscriptions.patch(topic, name, stored -> definitions.patched(stored, patch)), request));
            }
            case GET -> JsonResponse.ok(request.message(), json(subscriptions.get(topic, name), request));
            case DELETE -> deleted(request, () -> subscriptions.delete(topic, name));
            default -> ArmErrors.methodNotAllowed(request.message(), "PUT, PATCH, GET, DELETE");
        };
    }

    private JsonNode json(Topic topic, ArmRequest request) {
        return definitions.topic(topic, request.baseUrl());
    }

    private JsonNode json(EventSubscription subscription, ArmRequest request) {
        return definitions.subscription(subscription, request.path().isNested());
    }

    /** Behaviour §13.1: 201 for what was created and for what was updated. */
    private HttpResponseMessage changed(ArmRequest request, JsonNode json) {
        HttpResponseMessage.Builder answer = JsonResponse.builder(request.message(), HttpStatus.CREATED, json);
        return ArmOperation.of(request)
                .header(answer, request, scope.subscriptionId())
                .build();
    }

    /** Behaviour §13.1. ARM: to delete what is not there is no error. */
    private HttpResponseMessage deleted(ArmRequest request, Runnable delete) {
        try {
            delete.run();
        } catch (ManagementException e) {
            if (e.kind() != ManagementException.Kind.NOT_FOUND) {
                throw e;
            }
            return JsonResponse.empty(request.message(), HttpStatus.NO_CONTENT).build();
        }
        return ArmOperation.of(request)
                .header(JsonResponse.empty(request.message(), HttpStatus.ACCEPTED), request, scope.subscriptionId())
                .build();
    }

    private JsonNode keys(ArmRequest request) {
        String topic = request.path().topic();
        TopicKeys keys = request.path().last().equals("listkeys")
                ? topics.listKeys(topic)
                : topics.regenerateKey(topic, request.body());
        return JsonNodeFactory.instance.objectNode().put("key1", keys.key1()).put("key2", keys.key2());
    }

    private JsonNode action(ArmRequest request) {
        String topic = request.path().topic();
        String name = request.path().eventSubscription();
        String action = request.path().last();
        return switch (action) {
            case "test" -> dryRun.stored(request.message(), topic, name);
            case SubscriptionActions.SEND_TEST_EVENT -> actions.sendTestEvent(request.message(), topic, name);
            case "getfullurl" -> definitions.fullUrl(subscriptions.get(topic, name));
            case "getdeliveryattributes" -> definitions.deliveryAttributes(subscriptions.get(topic, name));
            default -> json(actions.change(request.message(), topic, name, changeOf(action)), request);
        };
    }

    private static DeliveryChange changeOf(String action) {
        return DeliveryChange.of(action)
                .orElseThrow(() -> new IllegalStateException(action + " (expected: an action that ArmPath knows)"));
    }

    private HttpResponseMessage operationStatus(ArmRequest request) {
        String id = request.path().last();
        String status = status(ArmOperation.read(id));
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", request.rawPath())
                .put("name", id)
                .put("status", status);
        if (status.equals("Failed")) {
            json.set("error", ArmErrors.error("Url validation", "Nobody opened the validation URL in time."));
        }
        return JsonResponse.ok(request.message(), json);
    }

    private String status(ArmOperation operation) {
        if (operation.isDelete() || operation.isOfTopic()) {
            return "Succeeded";
        }
        try {
            EventSubscription subscription = subscriptions.get(operation.topic(), operation.eventSubscription());
            String state = ArmDefinitions.state(subscription);
            return state.equals("AwaitingManualAction") ? "InProgress" : state;
        } catch (ManagementException e) {
            if (e.kind() != ManagementException.Kind.NOT_FOUND) {
                throw e;
            }
            return "Canceled";
        }
    }

    private HttpResponseMessage operationResult(ArmRequest request) {
        ArmOperation operation = ArmOperation.read(request.path().last());
        if (operation.isDelete()) {
            return JsonResponse.empty(request.message(), HttpStatus.NO_CONTENT).build();
        }
        if (status(operation).equals("InProgress")) {
            return operation
                    .header(JsonResponse.empty(request.message(), HttpStatus.ACCEPTED), request, scope.subscriptionId())
                    .build();
        }
        JsonNode json = operation.isOfTopic()
                ? json(topics.get(operation.topic()), request)
                : definitions.subscription(
                        subscriptions.get(operation.topic(), operation.eventSubscription()), operation.isNested());
        return JsonResponse.ok(request.message(), json);
    }
}
