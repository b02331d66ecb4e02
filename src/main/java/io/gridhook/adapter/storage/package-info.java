/**
 * The ports over Azure Storage queues, tables and blobs; the one package that knows Azure's SDK. May depend on port and core.
 */
@NullMarked
package io.gridhook.adapter.storage;

import org.jspecify.annotations.NullMarked;
