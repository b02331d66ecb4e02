package io.gridhook.core.trust;

import java.util.List;
import java.util.Optional;

/**
 * Says which addresses may be connected to: all that are public, and those that a list allows. An IPv4 address inside an IPv6 one is
 * judged as well. A metadata service is allowed by its own address alone: whoever allows a network that holds one, such as
 * {@code fd00::/8}, means the network, and a webhook is never there.
 *
 * @param allowed what is allowed though it is special
 */
public record AddressGuard(List<AddressRange> allowed) {
    /** Allows public addresses alone. */
    public static final AddressGuard STRICT = new AddressGuard(List.of());

    public AddressGuard {
        allowed = List.copyOf(allowed);
    }

    /** Why an address may not be connected to, as a sentence that begins with it; empty if it may be. */
    public Optional<String> refusal(IpAddress address) {
        Optional<String> metadata = SpecialAddresses.metadata(address).filter(meaning -> !isNamed(address));
        return metadata.or(() -> SpecialAddresses.meaning(address).filter(meaning -> !isAllowed(address)))
                .map(meaning -> address + " is " + meaning)
                .or(() -> EmbeddedAddresses.of(address).stream()
                        .flatMap(embedded -> refusal(embedded).stream())
                        .findFirst()
                        .map(inner -> address + " leads to " + inner));
    }

    private boolean isAllowed(IpAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }

    private boolean isNamed(IpAddress address) {
        return allowed.stream().anyMatch(range -> range.isSingle() && range.contains(address));
    }
}
