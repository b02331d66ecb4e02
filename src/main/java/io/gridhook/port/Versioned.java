package io.gridhook.port;

/**
 * A stored value and the version of it that was read.
 *
 * @param etag changes with every write
 */
public record Versioned<T>(T value, String etag) {}
