package io.gridhook.simulation;

/** What can happen to one call of a port. */
enum Fault {
    /** The process dies before the call. */
    CRASH_BEFORE,
    /** The process dies when it is done. */
    CRASH_AFTER,
    /** It is refused. */
    REFUSED,
    /** It is done, and the answer is lost. */
    ANSWER_LOST,
    /** It takes seconds to a minute, is done or not, and nobody learns which. */
    TIMED_OUT,
    /** It is refused as all like it are, for minutes or hours. */
    OUTAGE
}
