package io.gridhook.infra;

/** Something that holds for every Bicep file of ours. */
interface Check {
    void check(BicepFile file, Problems problems);
}
