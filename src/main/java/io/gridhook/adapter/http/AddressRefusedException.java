package io.gridhook.adapter.http;

import io.gridhook.core.trust.EndpointGuard;
import java.net.UnknownHostException;

/** A host has no address that may be connected to. */
final class AddressRefusedException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    AddressRefusedException(String host, String refusal) {
        super(refusal + ", and " + EndpointGuard.SETTING + " does not allow it (host " + host + ")");
    }
}
