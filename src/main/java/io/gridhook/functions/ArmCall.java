package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.core.topic.ArmPath;
import io.gridhook.core.topic.ArmRefusedException;
import io.gridhook.core.topic.ArmScope;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.port.StorageUnavailableException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What every call of ARM's form has in common: its credential, its version, and errors in ARM's shape (behaviour §13.5). */
final class ArmCall {
    private final ManagementAccess access;
    private final ArmScope scope;

    ArmCall(ManagementAccess access, ArmScope scope) {
        this.access = access;
        this.scope = scope;
    }

    /** Answers with {@code call}'s answer to a request that may manage. */
    HttpResponseMessage answer(
            HttpRequestMessage<Optional<String>> message,
            String rawPath,
            Function<ArmRequest, HttpResponseMessage> call) {
        try {
            access.check(ManagementCall.credentials(message), isChange(message, rawPath));
            String version = ArmVersions.given(ArmRequest.query(message, "api-version"));
            ArmPath path = ArmPath.of(rawPath, scope);
            return call.apply(new ArmRequest(message, path, rawPath, ArmVersions.check(version, path)));
        } catch (ArmRefusedException e) {
            return ArmErrors.of(message, HttpStatus.valueOf(e.status()), e.code(), e.getMessage())
                    .build();
        } catch (InvalidDefinitionException e) {
            return ArmErrors.invalid(message, e.getMessage());
        } catch (CalledUrl.UnreadableException e) {
            return ArmErrors.invalid(message, e.getMessage());
        } catch (ManagementException e) {
            return ArmErrors.refused(message, e);
        } catch (StorageUnavailableException e) {
            return ArmErrors.unavailable(message, ManagementCall.storageSilent(isChange(message, rawPath)));
        }
    }

    /** A dry run is a POST that changes nothing and shows no secret. */
    private static boolean isChange(HttpRequestMessage<?> message, String rawPath) {
        boolean isDryRun = message.getHttpMethod() == HttpMethod.POST
                && rawPath.toLowerCase(Locale.ROOT).endsWith("/test");
        return ManagementCall.isChange(message) && !isDryRun;
    }
}
