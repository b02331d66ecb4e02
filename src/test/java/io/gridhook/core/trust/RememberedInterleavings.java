package io.gridhook.core.trust;

import io.gridhook.concurrency.ModelCheck;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StringGen;
import org.junit.jupiter.api.Test;

/** Each text gets what the function says of it, whatever other threads ask for. */
@Param(name = "text", gen = StringGen.class, conf = "1:ab")
public class RememberedInterleavings {
    private final Remembered<String> remembered = new Remembered<>(text -> text + "!");

    @Operation
    public String of(String text) {
        return remembered.of(text);
    }

    @Test
    void each_text_gets_its_own_answer() {
        ModelCheck.of(getClass()).threads("of(a) of(b)", "of(b) of(a)").holds();
    }
}
