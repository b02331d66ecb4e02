package io.gridhook.arch.violations.ctl;

import io.gridhook.arch.violations.local.LocalIsFree;
import java.net.Socket;

/** The command line has no business with what it asks, nor a line of its own to it. */
public record CtlKnowsLocal(LocalIsFree local, Socket socket) {}
