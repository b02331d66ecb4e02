package io.gridhook.adapter.http;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads named {@code prefix-1}, {@code prefix-2}, … They get this class's loader: the Java worker sets an invocation's
 * context loader only while it runs (functions-runtime §1), and a thread would inherit whichever it was born under.
 */
final class WebhookThreads implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    WebhookThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, prefix + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        thread.setContextClassLoader(WebhookThreads.class.getClassLoader());
        return thread;
    }
}
