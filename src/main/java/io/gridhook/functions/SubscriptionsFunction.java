package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.DryRun;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.Subscriptions;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.EventSubscription;
import java.util.Optional;

/**
 * {@code /topics/{topic}/eventSubscriptions} of the IoT Edge form of the management API (behaviour §14), and {@code getFullUrl} of ARM's
 * (§13.1). Every method is routed here, as
 * the host would answer 404 to one that is not listed, and 405 says more.
 */
public final class SubscriptionsFunction {
    private final Subscriptions subscriptions;
    private final DryRunCall dryRun;
    private final EdgeDefinitions definitions;
    private final ManagementCall call;

    public SubscriptionsFunction(
            Subscriptions subscriptions, DryRun dryRun, EdgeDefinitions definitions, ManagementAccess access) {
        this.subscriptions = subscriptions;
        this.dryRun = new DryRunCall(dryRun);
        this.definitions = definitions;
        this.call = new ManagementCall(access);
    }

    /** {@code GET /topics/{topic}/eventSubscriptions}. */
    @FunctionName("EventSubscriptions")
    public HttpResponseMessage subscriptions(
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
                            route = "topics/{topic}/eventSubscriptions")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(request, authorized -> list(authorized, topic));
    }

    /** {@code PUT, GET, DELETE /topics/{topic}/eventSubscriptions/{eventSubscription}}; {@code POST} to {@code test} is a dry run. */
    @FunctionName("EventSubscription")
    public HttpResponseMessage subscription(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        // A POST is a dry run, or is refused.
        return request.getHttpMethod() == HttpMethod.POST
                ? call.answerReader(request, authorized -> one(authorized, topic, eventSubscription))
                : call.answer(request, authorized -> one(authorized, topic, eventSubscription));
    }

    /** {@code POST /topics/{topic}/eventSubscriptions/{eventSubscription}/getFullUrl}. */
    @FunctionName("EventSubscriptionGetFullUrl")
    public HttpResponseMessage getFullUrl(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/getFullUrl")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return call.answer(request, authorized -> fullUrl(authorized, topic, eventSubscription));
    }

    /** {@code POST /topics/{topic}/eventSubscriptions/{eventSubscription}/test}: ours. */
    @FunctionName("EventSubscriptionTest")
    public HttpResponseMessage test(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/test")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return call.answerReader(request, authorized -> testStored(authorized, topic, eventSubscription));
    }

    private HttpResponseMessage list(HttpRequestMessage<Optional<String>> request, String topic) {
        if (request.getHttpMethod() != HttpMethod.GET) {
            return ErrorResponse.edgeMethodNotAllowed(request, "GET");
        }
        return JsonResponse.ok(request, definitions.subscriptions(subscriptions.list(topic)));
    }

    private HttpResponseMessage one(HttpRequestMessage<Optional<String>> request, String topic, String name) {
        return switch (request.getHttpMethod()) {
            case PUT -> {
                EventSubscription put = subscriptions.put(topic, name, DefinitionBody.of(request));
                yield JsonResponse.ok(request, definitions.subscription(put));
            }
            case GET -> JsonResponse.ok(request, definitions.subscription(subscriptions.get(topic, name)));
            case DELETE -> {
                subscriptions.delete(topic, name);
                yield JsonResponse.empty(request);
            }
            default -> testDraft(request, topic, name);
        };
    }

    /** A subscription may be named so too; it is no POST that makes one, so the two never meet. */
    private HttpResponseMessage testDraft(HttpRequestMessage<Optional<String>> request, String topic, String name) {
        if (!name.equalsIgnoreCase("test")) {
            return ErrorResponse.edgeMethodNotAllowed(request, "PUT, GET, DELETE");
        }
        return request.getHttpMethod() == HttpMethod.POST
                ? JsonResponse.ok(request, dryRun.draft(request, topic))
                : ErrorResponse.edgeMethodNotAllowed(request, "PUT, GET, DELETE, POST");
    }

    private HttpResponseMessage testStored(HttpRequestMessage<Optional<String>> request, String topic, String name) {
        if (request.getHttpMethod() != HttpMethod.POST) {
            return ErrorResponse.edgeMethodNotAllowed(request, "POST");
        }
        return JsonResponse.ok(request, dryRun.stored(request, topic, name));
    }

    private HttpResponseMessage fullUrl(HttpRequestMessage<Optional<String>> request, String topic, String name) {
        if (request.getHttpMethod() != HttpMethod.POST) {
            return ErrorResponse.edgeMethodNotAllowed(request, "POST");
        }
        return JsonResponse.ok(request, definitions.fullUrl(subscriptions.get(topic, name)));
    }
}
