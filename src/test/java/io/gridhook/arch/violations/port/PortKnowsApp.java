package io.gridhook.arch.violations.port;

import io.gridhook.arch.violations.app.AppKnowsAdapter;

/** Points outwards. */
public record PortKnowsApp(AppKnowsAdapter app) {}
