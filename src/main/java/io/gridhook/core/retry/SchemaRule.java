package io.gridhook.core.retry;

/** In which schemas an edition takes events and delivers them (behaviour §11.1, §15). */
public enum SchemaRule {
    /** The cloud: takes any, and converts. */
    CONVERTED,
    /** IoT Edge: takes any, and delivers in the same. */
    UNCHANGED,
    /** Kubernetes: CloudEvents alone, in and out. */
    CLOUD_EVENTS
}
