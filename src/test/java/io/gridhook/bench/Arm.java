package io.gridhook.bench;

/** What the bad endpoints are in one run. The good ones get the same events at the same times in all. */
enum Arm {
    /** There are none, and nobody publishes for them. */
    WITHOUT,
    /** They are well: what the other half of the traffic costs by itself. */
    WELL,
    /** They are bad. */
    BAD
}
