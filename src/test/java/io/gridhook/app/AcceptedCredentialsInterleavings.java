package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StringGen;
import org.junit.jupiter.api.Test;

/** The two credentials that were used last are remembered, and no other. */
@Param(name = "credential", gen = StringGen.class, conf = "1:abc")
public class AcceptedCredentialsInterleavings {
    private final AcceptedCredentials credentials = new AcceptedCredentials(2);

    @Operation
    public void add(String credential) {
        credentials.add(credential);
    }

    @Operation
    public boolean contain(String credential) {
        return credentials.contain(credential);
    }

    @Test
    void the_two_that_were_used_last_are_remembered() {
        ModelCheck.of(getClass())
                .ignoring("java.security.", "sun.security.")
                .threadsAfter("add(a)", "add(b) contain(a)", "add(c) contain(b)")
                .holds();
    }
}
