package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.ManagementAccess;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.EdgeDefinitions;
import java.util.Optional;
import java.util.function.Function;

/**
 * What operators do to a subscription, which is ours: {@code pause} and {@code resume}, {@code disable} and {@code enable}, which answer
 * with the subscription, and {@code sendTestEvent}. Every method is routed here, as the host would answer 404 to one that is not listed,
 * and 405 says more.
 */
public final class SubscriptionActionsFunction {
    private final SubscriptionActions actions;
    private final EdgeDefinitions definitions;
    private final ManagementCall call;

    public SubscriptionActionsFunction(
            SubscriptionActions actions, EdgeDefinitions definitions, ManagementAccess access) {
        this.actions = actions;
        this.definitions = definitions;
        this.call = new ManagementCall(access);
    }

    /** {@code POST …/pause}. */
    @FunctionName("EventSubscriptionPause")
    public HttpResponseMessage pause(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/pause")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return change(request, topic, eventSubscription, DeliveryChange.PAUSE);
    }

    /** {@code POST …/resume}. */
    @FunctionName("EventSubscriptionResume")
    public HttpResponseMessage resume(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/resume")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return change(request, topic, eventSubscription, DeliveryChange.RESUME);
    }

    /** {@code POST …/disable}. */
    @FunctionName("EventSubscriptionDisable")
    public HttpResponseMessage disable(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/disable")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return change(request, topic, eventSubscription, DeliveryChange.DISABLE);
    }

    /** {@code POST …/enable}. */
    @FunctionName("EventSubscriptionEnable")
    public HttpResponseMessage enable(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/enable")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return change(request, topic, eventSubscription, DeliveryChange.ENABLE);
    }

    /** {@code POST …/sendTestEvent}. */
    @FunctionName("EventSubscriptionSendTestEvent")
    public HttpResponseMessage sendTestEvent(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/sendTestEvent")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return post(request, authorized -> actions.sendTestEvent(authorized, topic, eventSubscription));
    }

    private HttpResponseMessage change(
            HttpRequestMessage<Optional<String>> request, String topic, String name, DeliveryChange change) {
        return post(request, authorized -> definitions.subscription(actions.change(authorized, topic, name, change)));
    }

    private HttpResponseMessage post(
            HttpRequestMessage<Optional<String>> request,
            Function<HttpRequestMessage<Optional<String>>, JsonNode> action) {
        return call.answer(
                request,
                authorized -> authorized.getHttpMethod() == HttpMethod.POST
                        ? JsonResponse.ok(authorized, action.apply(authorized))
                        : ErrorResponse.edgeMethodNotAllowed(authorized, "POST"));
    }
}
