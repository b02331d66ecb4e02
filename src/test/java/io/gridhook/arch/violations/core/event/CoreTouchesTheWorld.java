package io.gridhook.arch.violations.core.event;

import java.io.File;
import java.net.Socket;
import java.util.concurrent.Executor;

/** Files, sockets and threads. */
record CoreTouchesTheWorld(File file, Socket socket, Executor executor) {}
