package io.gridhook.port;

/**
 * The right to change one message, until somebody else receives or changes it.
 *
 * @param messageId stable over the message's life
 * @param popReceipt changes with every receive and update
 */
public record Receipt(String messageId, String popReceipt) {}
