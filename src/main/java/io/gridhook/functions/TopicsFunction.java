package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.Topics;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicKeys;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code /topics} of the IoT Edge form of the management API (behaviour §14), and {@code listKeys} and {@code regenerateKey} of ARM's (§13.1).
 * Every method is routed here, as the host would answer 404 to one that is not listed, and 405 says more.
 */
public final class TopicsFunction {
    private final Topics topics;
    private final EdgeDefinitions definitions;
    private final ManagementCall call;

    public TopicsFunction(Topics topics, EdgeDefinitions definitions, ManagementAccess access) {
        this.topics = topics;
        this.definitions = definitions;
        this.call = new ManagementCall(access);
    }

    /** {@code GET /topics}. */
    @FunctionName("Topics")
    public HttpResponseMessage topics(
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
                            route = "topics")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, this::list);
    }

    /** {@code PUT, GET, DELETE /topics/{topic}}. */
    @FunctionName("Topic")
    public HttpResponseMessage topic(
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
                            route = "topics/{topic}")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(request, authorized -> one(authorized, topic));
    }

    /** {@code POST /topics/{topic}/listKeys}. */
    @FunctionName("TopicListKeys")
    public HttpResponseMessage listKeys(
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
                            route = "topics/{topic}/listKeys")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(request, authorized -> keys(authorized, () -> topics.listKeys(topic)));
    }

    /** {@code POST /topics/{topic}/regenerateKey}. */
    @FunctionName("TopicRegenerateKey")
    public HttpResponseMessage regenerateKey(
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
                            route = "topics/{topic}/regenerateKey")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("topic") String topic) {
        return call.answer(
                request,
                authorized -> keys(authorized, () -> topics.regenerateKey(topic, DefinitionBody.of(authorized))));
    }

    private HttpResponseMessage list(HttpRequestMessage<Optional<String>> request) {
        if (request.getHttpMethod() != HttpMethod.GET) {
            return ErrorResponse.edgeMethodNotAllowed(request, "GET");
        }
        return JsonResponse.ok(request, definitions.topics(topics.list(), CalledUrl.base(request)));
    }

    private HttpResponseMessage one(HttpRequestMessage<Optional<String>> request, String topic) {
        String baseUrl = CalledUrl.base(request);
        return switch (request.getHttpMethod()) {
            case PUT -> {
                JsonNode body = DefinitionBody.of(request);
                yield JsonResponse.ok(request, definitions.topic(topics.put(topic, body), baseUrl));
            }
            case GET -> JsonResponse.ok(request, definitions.topic(topics.get(topic), baseUrl));
            case DELETE -> {
                topics.delete(topic);
                yield JsonResponse.empty(request);
            }
            default -> ErrorResponse.edgeMethodNotAllowed(request, "PUT, GET, DELETE");
        };
    }

    private HttpResponseMessage keys(HttpRequestMessage<Optional<String>> request, Supplier<TopicKeys> call) {
        if (request.getHttpMethod() != HttpMethod.POST) {
            return ErrorResponse.edgeMethodNotAllowed(request, "POST");
        }
        TopicKeys keys = call.get();
        JsonNode json =
                JsonNodeFactory.instance.objectNode().put("key1", keys.key1()).put("key2", keys.key2());
        return JsonResponse.ok(request, json);
    }
}
