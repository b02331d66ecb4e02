package io.gridhook.arch.violations.local;

import com.sun.net.httpserver.HttpServer;

/** Local may talk, wait and serve. */
public record LocalIsFree(HttpServer server) {
    void talk() throws InterruptedException {
        System.out.println("ready");
        Thread.sleep(1);
    }
}
