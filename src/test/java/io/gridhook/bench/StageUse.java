package io.gridhook.bench;

/**
 * What all processes of a stage used, at a moment or, as a difference, for a run.
 *
 * @param host CPU seconds of the local host
 * @param azurite CPU seconds of the storage emulator
 * @param receiver CPU seconds of the receiver
 * @param load CPU seconds of the publisher
 * @param machine CPU seconds of all processes there are
 * @param hostResidentBytes memory of the local host, at the end
 * @param storage what the host asked of storage
 */
record StageUse(
        double host,
        double azurite,
        double receiver,
        double load,
        double machine,
        long hostResidentBytes,
        StorageCounts storage) {
    /** What was used since then. */
    StageUse since(StageUse before) {
        return new StageUse(
                host - before.host,
                azurite - before.azurite,
                receiver - before.receiver,
                load - before.load,
                machine - before.machine,
                hostResidentBytes,
                storage.since(before.storage));
    }

    double total() {
        return host + azurite + receiver + load;
    }

    /** Of processes that have nothing to do with it. */
    double others() {
        return Math.max(0, machine - total());
    }
}
