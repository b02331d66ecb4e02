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
import io.gridhook.app.Subscriptions;
import io.gridhook.core.topic.EdgeDefinitions;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The calls that show a subscription's secrets: {@code getDeliveryAttributes} of ARM (behaviour §12, §13.1), and {@code
 * listSigningSecrets} and {@code rotateSigningSecret}, which are ours. Every method is routed here, as the host would answer 404 to one
 * that is not listed, and 405 says more.
 */
public final class SubscriptionSecretsFunction {
    private final Subscriptions subscriptions;
    private final EdgeDefinitions definitions;
    private final ManagementCall call;

    public SubscriptionSecretsFunction(
            Subscriptions subscriptions, EdgeDefinitions definitions, ManagementAccess access) {
        this.subscriptions = subscriptions;
        this.definitions = definitions;
        this.call = new ManagementCall(access);
    }

    /** {@code POST …/getDeliveryAttributes}. */
    @FunctionName("EventSubscriptionGetDeliveryAttributes")
    public HttpResponseMessage getDeliveryAttributes(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/getDeliveryAttributes")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return post(request, () -> definitions.deliveryAttributes(subscriptions.get(topic, eventSubscription)));
    }

    /** {@code POST …/listSigningSecrets}. */
    @FunctionName("EventSubscriptionListSigningSecrets")
    public HttpResponseMessage listSigningSecrets(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/listSigningSecrets")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return post(request, () -> definitions.signingSecrets(subscriptions.signingSecrets(topic, eventSubscription)));
    }

    /** {@code POST …/rotateSigningSecret}. */
    @FunctionName("EventSubscriptionRotateSigningSecret")
    public HttpResponseMessage rotateSigningSecret(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/rotateSigningSecret")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return post(
                request,
                () -> definitions.signingSecrets(
                        subscriptions.rotateSigningSecret(topic, eventSubscription, DefinitionBody.of(request))));
    }

    private HttpResponseMessage post(HttpRequestMessage<Optional<String>> request, Supplier<JsonNode> secrets) {
        return call.answer(
                request,
                authorized -> authorized.getHttpMethod() == HttpMethod.POST
                        ? JsonResponse.ok(authorized, secrets.get())
                        : ErrorResponse.edgeMethodNotAllowed(authorized, "POST"));
    }
}
