package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.Readiness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be called here, as OpenAPI 3.1: {@code openapi.json} among the resources, which {@code OpenApiTest} holds to what is there. */
public final class OpenApiFunction {
    private static final String RESOURCE = "/openapi.json";
    /** Ours: hex digits of the SHA-256 that make the {@code ETag}. */
    private static final int TAG_CHARS = 32;

    private final String document;
    private final String tag;
    private final Readiness readiness;

    public OpenApiFunction(Readiness readiness) {
        this.readiness = readiness;
        byte[] bytes = read();
        this.document = new String(bytes, StandardCharsets.UTF_8);
        this.tag = '"' + digest(bytes).substring(0, TAG_CHARS) + '"';
    }

    /** {@code GET /openapi.json}, open to everybody, as it names no secret; 304 for whom has it already (RFC 9110, 13.1.2). */
    @FunctionName("OpenApi")
    public HttpResponseMessage openApi(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET, HttpMethod.HEAD},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "openapi.json")
                    HttpRequestMessage<Optional<String>> request) {
        if (readiness.obstacle().isPresent()) {
            return ErrorResponse.edgeUnavailable(request, Readiness.REFUSAL);
        }
        String known = request.getHeaders().getOrDefault("if-none-match", "");
        boolean isKnown = isKnown(known);
        HttpResponseMessage.Builder answer = JsonResponse.empty(
                        request, isKnown ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .header("Content-Type", JsonResponse.TYPE)
                .header("ETag", tag);
        return isKnown ? answer.build() : answer.body(document).build();
    }

    /** Compared weakly, as something on the way may have compressed it. */
    private boolean isKnown(String header) {
        return Stream.of(header.split(",", -1))
                .map(each -> each.strip().replaceFirst("^W/", ""))
                .anyMatch(each -> each.equals("*") || each.equals(tag));
    }

    private static byte[] read() {
        try (InputStream in = Objects.requireNonNull(OpenApiFunction.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
