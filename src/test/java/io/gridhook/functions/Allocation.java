package io.gridhook.functions;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a piece of work asks of the heap, on this thread. */
final class Allocation {
    private Allocation() {}

    /** In bytes, freed or not. */
    static long of(Runnable work) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        work.run();
        return thread.getCurrentThreadAllocatedBytes() - before;
    }
}
