package io.gridhook.arch.violations.adapter.http;

import com.azure.storage.queue.QueueClient;

/** Another adapter's library. */
record HttpKnowsAzure(QueueClient queue) {}
