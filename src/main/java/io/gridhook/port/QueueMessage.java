package io.gridhook.port;

/**
 * A received message: hidden from others until its lease ends.
 *
 * @param body as it was put
 * @param dequeueCount how often it was received, this time included; updates do not reset it
 */
public record QueueMessage(Receipt receipt, String body, long dequeueCount) {}
