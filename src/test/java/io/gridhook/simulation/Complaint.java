package io.gridhook.simulation;

/** A promise that was not kept. */
record Complaint(Kind kind, String text) {
    enum Kind {
        /** It goes round in circles. */
        ENDLESS,
        /** Acknowledged, and neither ended nor in a message. */
        LOST,
        /** A message that never ends. */
        LEFT_OVER,
        /** A second end that no fault explains. */
        SECOND_END,
        /** The same attempt twice, and no fault explains it. */
        REPEATED_ATTEMPT,
        TOO_EARLY,
        TOO_OFTEN,
        /** A batch above its cap. */
        TOO_MANY_TOGETHER,
        AFTER_TIME_TO_LIVE,
        /** A dead letter or a drop that nothing that the receiver did explains. */
        UNFOUNDED_END,
        /** What was published before a subscription was made anew, at its endpoint or among its dead letters. */
        INHERITED,
        /** Sent, or ended otherwise than as dropped, when every instance must know that its subscription is deleted. */
        AFTER_DELETION,
        /** Sent when every instance must know that its subscription is paused. */
        SENT_IN_A_PAUSE,
        /** Not delivered though its subscription was resumed long ago. */
        DRAINED_LATE,
        /** Not ended though its time to live was over long ago. */
        ENDED_LATE,
        /** Dropped, and not counted. */
        UNCOUNTED,
        /** A dead letter that a later one replaced. */
        REPLACED_DEAD_LETTER,
        MISSING_PAYLOAD,
        PROBATION,
        /** What nobody can read is not where a person finds it, or what can be read is. */
        POISON,
        LONG_INVOCATION,
        /** A notice of what happened to a subscription of the notices themselves. */
        NOTICE_OF_NOTICE,
        /** More notices than there may be. */
        MANY_NOTICES,
        FEW_EVENTS,
        /** Trouble in a run without faults. */
        TROUBLE
    }
}
