package io.gridhook.adapter.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host name; the client connects to these and to no others. May block; called on threads of its own. */
@FunctionalInterface
public interface HostResolver {
    /** The system's resolver, as the JDK asks and caches it. */
    HostResolver SYSTEM = InetAddress::getAllByName;

    /**
     * The addresses of {@code host} in the order in which they are to be tried, at least one.
     *
     * @throws UnknownHostException if it has none; its message is shown to users
     */
    InetAddress[] resolve(String host) throws UnknownHostException;
}
