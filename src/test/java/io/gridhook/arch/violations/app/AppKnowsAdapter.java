package io.gridhook.arch.violations.app;

import io.gridhook.arch.violations.adapter.memory.MemoryKnowsStorage;
import io.gridhook.arch.violations.port.PortKnowsApp;

/** Reaches past the ports, and closes a cycle. */
public record AppKnowsAdapter(MemoryKnowsStorage memory, PortKnowsApp port) {}
