package io.gridhook.arch.violations.core.event;

import io.gridhook.arch.violations.app.AppAsks;
import io.gridhook.arch.violations.core.retry.CoreAsks;

/** Points outwards, and is one half of a cycle within core. */
public record CoreKnowsApp(AppAsks app, CoreAsks retry) {}
