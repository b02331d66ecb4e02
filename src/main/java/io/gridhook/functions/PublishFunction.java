package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.core.topic.DomainNames;
import java.util.Optional;

/**
 * Takes events, in the cloud's form of the URL and in IoT Edge's. Every method is routed here, as the host would answer 404 to one that
 * is not listed, and Event Grid answers 405.
 */
public final class PublishFunction {
    private final PublishCall call;
    private final String defaultTopic;

    PublishFunction(PublishCall call, String defaultTopic) {
        this.call = call;
        this.defaultTopic = defaultTopic;
    }

    /** {@code POST /topics/{topic}/events}, IoT Edge's form (behaviour §14). */
    @FunctionName("PublishEdge")
    public HttpResponseMessage edge(
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
                            route = "topics/{topic}/events")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(request, topic, PublishErrors.EDGE);
    }

    /** {@code POST /topics/{topic}/api/events}, the cloud's form (behaviour §9) with the topic in the path. */
    @FunctionName("Publish")
    public HttpResponseMessage cloud(
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
                            route = "topics/{topic}/api/events")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(request, topic, PublishErrors.CLOUD);
    }

    /** {@code POST /domains/{domain}/api/events}: each event names its topic (behaviour §16). */
    @FunctionName("PublishDomain")
    public HttpResponseMessage domain(
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
                            route = "domains/{domain}/api/events")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("domain") String domain) {
        return call.answer(request, DomainNames.domain(domain), PublishErrors.CLOUD);
    }

    /** {@code POST /api/events}: the cloud's own path, for the default topic. */
    @FunctionName("PublishDefaultTopic")
    public HttpResponseMessage defaultTopic(
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
                            route = "api/events")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, defaultTopic, PublishErrors.CLOUD);
    }
}
