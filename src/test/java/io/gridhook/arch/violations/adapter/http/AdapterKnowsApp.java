package io.gridhook.arch.violations.adapter.http;

import io.gridhook.arch.violations.app.AppAsks;

/** An adapter that calls the use cases. */
record AdapterKnowsApp(AppAsks app) {}
