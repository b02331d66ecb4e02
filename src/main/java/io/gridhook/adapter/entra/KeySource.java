package io.gridhook.adapter.entra;

import java.util.concurrent.CompletableFuture;

/** Where the issuer publishes its keys. */
@FunctionalInterface
interface KeySource {
    /** The JSON Web Key Set (RFC 7517) as it is now; ends within {@link HttpKeySource#TOTAL_MAX}, whatever happens. */
    CompletableFuture<String> fetch();
}
