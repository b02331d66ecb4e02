package io.gridhook.arch.violations.functions;

import io.gridhook.arch.violations.local.LocalIsFree;

/** The staged app carries no local host. */
record FunctionsKnowsLocal(LocalIsFree local) {}
