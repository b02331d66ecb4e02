package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.EndpointConsents;
import io.gridhook.app.ManagementException;
import io.gridhook.app.Readiness;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.port.StorageUnavailableException;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code validationUrl} of Event Grid's handshake and the callback of CloudEvents' (behaviour §4.3, §4.4): opened by a receiver or in
 * a browser, with nothing but the token in the URL.
 */
public final class ValidateFunction {
    private final EndpointConsents consents;
    private final Readiness readiness;

    public ValidateFunction(EndpointConsents consents, Readiness readiness) {
        this.consents = consents;
        this.readiness = readiness;
    }

    /** {@code GET, POST /topics/{topic}/eventSubscriptions/{eventSubscription}/validate}. A HEAD is somebody's preview, and no consent. */
    @FunctionName("ValidateEndpoint")
    public HttpResponseMessage validate(
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
                            route = "topics/{topic}/eventSubscriptions/{eventSubscription}/validate")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return take(request, topic, eventSubscription);
    }

    /** {@code GET, POST /domains/{domain}/eventSubscriptions/{eventSubscription}/validate}. */
    @FunctionName("ValidateDomainEndpoint")
    public HttpResponseMessage validateOfDomain(
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
                            route = "domains/{domain}/eventSubscriptions/{eventSubscription}/validate")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("domain") String domain,
            @BindingName("eventSubscription") String eventSubscription) {
        return take(request, DomainNames.domain(domain), eventSubscription);
    }

    /** {@code GET, POST /domains/{domain}/topics/{topic}/eventSubscriptions/{eventSubscription}/validate}. */
    @FunctionName("ValidateDomainTopicEndpoint")
    public HttpResponseMessage validateOfDomainTopic(
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
                            route = "domains/{domain}/topics/{topic}/eventSubscriptions/{eventSubscription}/validate")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("domain") String domain,
            @BindingName("topic") String topic,
            @BindingName("eventSubscription") String eventSubscription) {
        return take(request, DomainNames.topic(domain, topic), eventSubscription);
    }

    private HttpResponseMessage take(
            HttpRequestMessage<Optional<String>> request, String topic, String eventSubscription) {
        if (readiness.obstacle().isPresent()) {
            return ErrorResponse.edgeUnavailable(request, Readiness.REFUSAL);
        }
        if (request.getHttpMethod() != HttpMethod.GET && request.getHttpMethod() != HttpMethod.POST) {
            return ErrorResponse.edgeMethodNotAllowed(request, "GET, POST");
        }
        Map<String, String> query = request.getQueryParameters();
        EndpointConsents.Ticket ticket = new EndpointConsents.Ticket(
                topic,
                eventSubscription,
                query.getOrDefault("id", ""),
                query.getOrDefault("t", ""),
                query.getOrDefault("token", ""));
        try {
            return answer(request, consents.take(ticket, request.getHeaders()));
        } catch (ManagementException | StorageUnavailableException e) {
            return ErrorResponse.edgeUnavailable(request, "The endpoint was not validated. Try again.");
        }
    }

    private static HttpResponseMessage answer(HttpRequestMessage<?> request, EndpointConsents.Answer answer) {
        return switch (answer) {
            case VALIDATED -> said(request, "Webhook successfully validated as a subscription endpoint.");
            case NOTED -> said(request, "Noted. The webhook is validated as soon as its subscription is saved.");
            case USED ->
                ErrorResponse.edge(request, HttpStatus.CONFLICT, "Conflict", "The validation URL was used before.");
            case EXPIRED ->
                ErrorResponse.edge(
                        request,
                        HttpStatus.GONE,
                        "Gone",
                        "The validation URL is no longer valid. Save the event subscription again to get another.");
            case NOT_GENUINE ->
                ErrorResponse.edge(request, HttpStatus.BAD_REQUEST, "InvalidRequest", "This is no validation URL.");
            case REFUSED ->
                ErrorResponse.edge(
                        request,
                        HttpStatus.BAD_REQUEST,
                        "InvalidRequest",
                        "WebHook-Allowed-Origin or WebHook-Allowed-Rate: not as expected (expected: our origin or *,"
                                + " and a whole number or *)");
        };
    }

    private static HttpResponseMessage said(HttpRequestMessage<?> request, String text) {
        return JsonResponse.ok(request, JsonNodeFactory.instance.textNode(text));
    }
}
