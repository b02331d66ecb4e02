package io.gridhook.local;

import java.util.Map;

/**
 * Settings of the JDK's web server, which reads them once, when its first server is made; what was set on the command line stays.
 */
final class JdkServerProperties {
    static final int CONNECTIONS_MAX = 2000;

    private static final Map<String, String> PROPERTIES = Map.of(
            // Else every answer waits for a delayed acknowledgement: 44 ms at 64 connections (functions-runtime).
            "sun.net.httpserver.nodelay", "true",
            // Seconds for all of a request to arrive: one that drips in does not hold its thread for ever.
            "sun.net.httpserver.maxReqTime", "60",
            // Seconds from there to the end of the answer: more than a function may run (functionTimeout).
            "sun.net.httpserver.maxRspTime", "330",
            // Seconds that a connection may be idle: as long as Kestrel's.
            "sun.net.httpserver.idleInterval", "130",
            // Idle connections kept.
            "sun.net.httpserver.maxIdleConnections", "1000",
            // Connections at a time, where the JDK knows the setting.
            "jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS_MAX),
            // More than RequestHead refuses as Kestrel does; at these the JDK ends the connection.
            "sun.net.httpserver.maxReqHeaders", "1000",
            "sun.net.httpserver.maxReqHeaderSize", "131072");

    private JdkServerProperties() {}

    static void apply() {
        PROPERTIES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
