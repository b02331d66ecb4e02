package io.gridhook.adapter.http;

import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.nio.AsyncClientConnectionOperator;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Shows an exchange the socket while it is being made into a connection. HttpClient forgets a TLS handshake whose exchange was
 * cancelled and leaves the socket to the endpoint, which could hold it for hours by answering a byte at a time.
 */
final class AbortableConnect implements AsyncClientConnectionOperator {
    private final AsyncClientConnectionOperator connects;

    AbortableConnect(AsyncClientConnectionOperator connects) {
        this.connects = connects;
    }

    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            @Nullable Path unixSocket,
            @Nullable NamedEndpoint name,
            @Nullable SocketAddress localAddress,
            @Nullable Timeout timeout,
            @Nullable Object attachment,
            @Nullable HttpContext context,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        Object owner = context == null ? null : context.getAttribute(Exchange.ATTRIBUTE);
        if (!(owner instanceof Exchange exchange)) {
            return connects.connect(
                    initiator, host, unixSocket, name, localAddress, timeout, attachment, context, callback);
        }
        return connects.connect(
                showing(exchange, initiator),
                host,
                unixSocket,
                name,
                localAddress,
                timeout,
                attachment,
                context,
                new CallbackContribution<ManagedAsyncClientConnection>(callback) {
                    @Override
                    public void completed(ManagedAsyncClientConnection connection) {
                        callback.completed(connection);
                        exchange.connected();
                    }
                });
    }

    private static ConnectionInitiator showing(Exchange exchange, ConnectionInitiator initiator) {
        return (endpoint, remote, local, timeout, attachment, callback) -> initiator.connect(
                endpoint, remote, local, timeout, attachment, new CallbackContribution<IOSession>(callback) {
                    @Override
                    public void completed(IOSession socket) {
                        exchange.connectsOver(socket);
                        callback.completed(socket);
                    }
                });
    }

    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            SocketAddress localAddress,
            Timeout timeout,
            Object attachment,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        return connects.connect(initiator, host, localAddress, timeout, attachment, callback);
    }

    @Override
    public void upgrade(ManagedAsyncClientConnection connection, HttpHost host, Object attachment) {
        connects.upgrade(connection, host, attachment);
    }
}
