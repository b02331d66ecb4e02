package io.gridhook.adapter.http;

import java.net.SocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.reactor.ssl.SSLSessionInitializer;
import org.apache.hc.core5.reactor.ssl.SSLSessionVerifier;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One exchange's part of an HTTP/2 connection, which looks to HttpClient like a connection of its own: closing it gives the stream up
 * and leaves the others alone. HttpClient resets it when the endpoint sends something on it.
 */
final class StreamConnection implements ManagedAsyncClientConnection {
    private final ManagedAsyncClientConnection connection;
    private final ComplexCancellable stream = new ComplexCancellable();

    StreamConnection(ManagedAsyncClientConnection connection) {
        this.connection = connection;
    }

    @Override
    public void submitCommand(Command command, Command.Priority priority) {
        connection.submitCommand(
                command instanceof RequestExecutionCommand request
                        ? new RequestExecutionCommand(
                                request.getExchangeHandler(),
                                request.getPushHandlerFactory(),
                                stream,
                                request.getContext())
                        : command,
                priority);
    }

    @Override
    public void close() {
        stream.cancel();
    }

    @Override
    public void close(CloseMode mode) {
        stream.cancel();
    }

    /** Whether an exchange may go on here. */
    @Override
    public boolean isOpen() {
        return !stream.isCancelled() && connection.isOpen();
    }

    @Override
    public void activate() {
        // the connection serves others and is never idle meanwhile
    }

    @Override
    public void passivate() {
        // as above
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        // would end the others' exchanges
    }

    @Override
    public Timeout getSocketTimeout() {
        return connection.getSocketTimeout();
    }

    @Override
    public EndpointDetails getEndpointDetails() {
        return connection.getEndpointDetails();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return connection.getLocalAddress();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return connection.getRemoteAddress();
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return connection.getProtocolVersion();
    }

    @Override
    public SSLSession getSSLSession() {
        return connection.getSSLSession();
    }

    @Override
    public TlsDetails getTlsDetails() {
        return connection.getTlsDetails();
    }

    @Override
    public void startTls(
            SSLContext context,
            @Nullable NamedEndpoint endpoint,
            SSLBufferMode bufferMode,
            SSLSessionInitializer initializer,
            SSLSessionVerifier verifier,
            Timeout handshakeTimeout) {
        throw new UnsupportedOperationException("a stream of a connection that has TLS already");
    }
}
