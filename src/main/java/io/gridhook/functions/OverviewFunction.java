package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.ManagementAccess;
import java.util.Locale;
import java.util.Optional;

/** For operators and their dashboard: how things are, and what is set. */
public final class OverviewFunction {
    private final OverviewReport overview;
    private final SettingsReport settings;
    private final ManagementAccess access;
    private final ManagementCall call;

    public OverviewFunction(OverviewReport overview, SettingsReport settings, ManagementAccess access) {
        this.overview = overview;
        this.settings = settings;
        this.access = access;
        this.call = new ManagementCall(access);
    }

    /**
     * {@code GET /manage/overview}, with a management key: topics, subscriptions, endpoints, the ledger and this instance's counters, some
     * seconds old at most; as they are now with {@code Cache-Control: no-cache}. {@code access} says what the key is good for.
     */
    @FunctionName("Overview")
    public HttpResponseMessage overview(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/overview")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> {
            boolean mayChange = access.mayChange(ManagementCall.credentials(authorized));
            return JsonResponse.builder(
                            authorized,
                            HttpStatus.OK,
                            overview.json(isAnew(authorized)).put("access", mayChange ? "write" : "read"))
                    .header("Cache-Control", "no-store")
                    .build();
        });
    }

    private static boolean isAnew(HttpRequestMessage<?> request) {
        return request.getHeaders()
                .getOrDefault("cache-control", "")
                .toLowerCase(Locale.ROOT)
                .contains("no-cache");
    }

    /** {@code GET /manage/settings}, with a management key: the settings in force; of secrets, whether they are set. */
    @FunctionName("Settings")
    public HttpResponseMessage settings(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/settings")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> JsonResponse.ok(authorized, settings.json()));
    }
}
