package io.gridhook.adapter.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    /** Where the machine is busy, a connection may be made only after its exchange timed out and HttpClient was told. */
    @Test
    void a_socket_that_is_connected_after_the_end_is_closed() {
        Exchange exchange = new Exchange(ended -> {});
        CompletableFuture<Void> http = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                exchange.cancelled();
                return super.cancel(mayInterrupt);
            }
        };
        exchange.sentAs(http);
        exchange.timeOut();
        assertTrue(http.isCancelled());
        List<Object> closed = new ArrayList<>();
        IOSession socket = (IOSession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IOSession.class}, (self, method, arguments) -> {
                    closed.add(method.getName().equals("close") ? arguments[0] : method.getName());
                    return null;
                });
        exchange.connectsOver(socket);
        assertEquals(List.of(CloseMode.IMMEDIATE), closed);
    }
}
