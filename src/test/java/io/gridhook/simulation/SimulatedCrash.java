package io.gridhook.simulation;

/** The process dies here. An Error, so that nothing that handles failures handles it. */
final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedCrash(String step) {
        super(step, null, false, false);
    }
}
