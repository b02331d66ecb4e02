package io.gridhook.adapter.storage;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** Tells of every request of one service as it is sent, repetitions included. */
final class CountingPolicy implements HttpPipelinePolicy {
    private final StorageService service;
    private final StorageTransaction.Caller caller;
    private final Consumer<StorageTransaction> told;

    CountingPolicy(StorageService service, StorageTransaction.Caller caller, Consumer<StorageTransaction> told) {
        this.service = service;
        this.caller = caller;
        this.told = told;
    }

    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
        return Mono.defer(() -> {
            tell(context);
            return next.process();
        });
    }

    @Override
    public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
        tell(context);
        return next.processSync();
    }

    private void tell(HttpPipelineCallContext context) {
        told.accept(service.transaction(context.getHttpRequest(), caller));
    }
}
