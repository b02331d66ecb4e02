package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.ManagementException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * A change as ARM's long-running operation. All are done when they are answered, but for endpoints that somebody has yet to agree for;
 * so its id says what it did to what, and nothing is stored of it.
 *
 * @param method {@code PUT}, {@code PATCH} or {@code DELETE}
 * @param topic the name of the topic
 * @param eventSubscription that of the event subscription; {@code ""} for the topic itself
 * @param isNested how the event subscription was named
 */
record ArmOperation(String method, String topic, String eventSubscription, boolean isNested) {
    /** In no name; topics of domains have a slash. */
    private static final String BETWEEN = "|";

    private static final Set<String> METHODS = Set.of("PUT", "PATCH", "DELETE");

    static ArmOperation of(ArmRequest request) {
        return new ArmOperation(
                request.method().name(),
                request.path().topic(),
                request.path().eventSubscription(),
                request.path().isNested());
    }

    /**
     * That of an id.
     *
     * @throws ManagementException if there is none
     */
    static ArmOperation read(String id) {
        List<String> parts = parts(id);
        if (parts.size() != 4 || !METHODS.contains(parts.get(0))) {
            throw none();
        }
        return new ArmOperation(
                parts.get(0), parts.get(1), parts.get(2), parts.get(3).equals("nested"));
    }

    private static List<String> parts(String id) {
        try {
            return List.of(new String(Base64.getUrlDecoder().decode(id), StandardCharsets.UTF_8).split("[|]", -1));
        } catch (IllegalArgumentException e) {
            throw none();
        }
    }

    private static ManagementException none() {
        return new ManagementException(ManagementException.Kind.NOT_FOUND, "operation: does not exist");
    }

    String id() {
        String text = String.join(BETWEEN, method, topic, eventSubscription, isNested ? "nested" : "extension");
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    boolean isDelete() {
        return method.equals(HttpMethod.DELETE.name());
    }

    boolean isOfTopic() {
        return eventSubscription.isEmpty();
    }

    /** Adds the headers that clients poll by. */
    HttpResponseMessage.Builder header(HttpResponseMessage.Builder answer, ArmRequest request, String subscriptionId) {
        String of = request.baseUrl() + "/subscriptions/" + subscriptionId
                + "/providers/Microsoft.EventGrid/locations/local/";
        String end = "/" + id() + "?api-version=" + request.version();
        return answer.header("Azure-AsyncOperation", of + "operationsStatus" + end)
                .header("Location", of + "operationResults" + end);
    }
}
