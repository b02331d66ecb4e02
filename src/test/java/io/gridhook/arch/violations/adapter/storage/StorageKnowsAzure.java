package io.gridhook.arch.violations.adapter.storage;

import com.azure.storage.queue.QueueClient;

/** As it should be. */
public record StorageKnowsAzure(QueueClient queue) {}
