package io.gridhook.core.redrive;

import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.event.JsonText;

/**
 * A dead letter where it is.
 *
 * @param blob its blob's name, without the container
 * @param index its place in the blob, from 0
 * @param record what it says
 * @param json the entry itself
 */
public record DeadLetter(String blob, int index, DeadLetterRecord record, JsonText json) {}
