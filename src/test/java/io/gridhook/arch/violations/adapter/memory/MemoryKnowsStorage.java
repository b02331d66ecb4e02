package io.gridhook.arch.violations.adapter.memory;

import io.gridhook.arch.violations.adapter.storage.StorageKnowsAzure;

/** Knows its sibling. */
public record MemoryKnowsStorage(StorageKnowsAzure storage) {}
