package io.gridhook.app;

import java.util.List;
import java.util.Set;

/** Watches the delivery engine of one instance, and may delay its commands: for simulations. Production has {@link #NONE}. */
public interface DeliveryProbe {
    DeliveryProbe NONE = new DeliveryProbe() {
        @Override
        public boolean delays(String name, Runnable command) {
            return false;
        }

        @Override
        public void decided(String input, List<String> commands, Set<String> states) {}
    };

    /** Runs a command later, in any order with others. False: it does not, and the engine runs it at once. */
    boolean delays(String name, Runnable command);

    /**
     * An input was decided on.
     *
     * @param input its line in the input log (testing.md)
     * @param commands that follow
     * @param states of all messages and attempts that are open now
     */
    void decided(String input, List<String> commands, Set<String> states);
}
