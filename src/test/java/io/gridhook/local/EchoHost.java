package io.gridhook.local;

import java.util.List;

/** The local host's web server with {@link TestFunctions}: in a test, or as a process that has settings of the JDK's server of its own. */
final class EchoHost implements AutoCloseable {
    private static final long BODY_BYTES_MAX = 16_777_216;

    private final LocalHttpServer server = LocalHttpServer.http(0);

    EchoHost() {
        List<LocalFunction> functions =
                FunctionIndex.of(List.of(TestFunctions.class)).functions();
        server.start(new HttpFunctions(
                new RouteTable(functions, ""),
                new FunctionInvoker(TestFunctions.injector(call -> {})),
                new RequestReader(BODY_BYTES_MAX),
                new InFlight()));
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }

    /** Prints its port and serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        try (EchoHost host = new EchoHost()) {
            System.out.println(host.port());
            while (System.in.read() >= 0) {}
        }
    }
}
