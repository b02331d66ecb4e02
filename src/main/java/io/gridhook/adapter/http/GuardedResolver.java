package io.gridhook.adapter.http;

import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leaves out the addresses that may not be connected to. HttpClient connects to what this answers and asks nobody else, so the address
 * that was judged is the address that is called, whatever a name server says next.
 */
final class GuardedResolver implements HostResolver {
    private final HostResolver resolver;
    private final AddressGuard guard;

    GuardedResolver(HostResolver resolver, AddressGuard guard) {
        this.resolver = resolver;
        this.guard = guard;
    }

    /** @throws AddressRefusedException if there are addresses and none may be connected to */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        refuse(host, IpAddress.parse(host).flatMap(guard::refusal)); // before the JDK reads ::ffff:10.0.0.1 as IPv4
        List<InetAddress> allowed = new ArrayList<>();
        Optional<String> refusal = Optional.empty();
        for (InetAddress address : resolver.resolve(host)) {
            Optional<String> refused = guard.refusal(IpAddress.of(address.getAddress()));
            if (refused.isEmpty()) {
                allowed.add(address);
            }
            refusal = refusal.or(() -> refused);
        }
        if (allowed.isEmpty()) {
            refuse(host, refusal);
            throw new UnknownHostException(host);
        }
        return allowed.toArray(InetAddress[]::new);
    }

    private static void refuse(String host, Optional<String> refusal) throws AddressRefusedException {
        if (refusal.isPresent()) {
            throw new AddressRefusedException(host, refusal.get());
        }
    }
}
