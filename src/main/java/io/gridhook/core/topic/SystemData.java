package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * What ARM's {@code systemData} says of a definition, as far as it is known: when, and not by whom, as a key names nobody.
 *
 * @param createdAt empty for what was made before it was kept
 * @param lastModifiedAt likewise
 */
public record SystemData(Optional<Instant> createdAt, Optional<Instant> lastModifiedAt) {
    public static final SystemData NONE = new SystemData(Optional.empty(), Optional.empty());

    /** Of what is made at {@code now}. */
    public static SystemData createdAt(Instant now) {
        return new SystemData(Optional.of(now), Optional.of(now));
    }

    public SystemData modifiedAt(Instant now) {
        return new SystemData(createdAt, Optional.of(now));
    }

    /** As it is stored and shown. */
    void write(ObjectNode json) {
        if (!equals(NONE)) {
            ObjectNode own = json.putObject("systemData");
            createdAt.ifPresent(time -> own.put("createdAt", time.toString()));
            lastModifiedAt.ifPresent(time -> own.put("lastModifiedAt", time.toString()));
        }
    }
}
