package io.gridhook.app;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The places of the POSTs that are slow, or likely to be, as their endpoints were slow last. Those that wait for a late answer only
 * count where nobody else needs the place. Guarded by the {@link Bulkhead} that it belongs to.
 */
final class SlowPool {
    /** Ours: bounds what is remembered; the endpoint that was found slow longest ago is forgotten first. */
    private static final int REMEMBERED_MAX = 10_000;

    private final int limit;
    private final Set<String> slowEndpoints = new LinkedHashSet<>();
    /** The oldest first. */
    private final Set<Place> late = new LinkedHashSet<>();

    private int taken;

    SlowPool(int limit) {
        this.limit = limit;
    }

    boolean hasRoom() {
        return taken < limit;
    }

    void take(Place place) {
        place.pool = Place.Pool.SLOW;
        taken++;
    }

    void leave(Place place) {
        if (place.pool == Place.Pool.SLOW) {
            taken--;
        }
        late.remove(place);
        place.pool = Place.Pool.NONE;
    }

    void addLate(Place place) {
        place.pool = Place.Pool.LATE;
        late.add(place);
    }

    /** The late one to be given up, if there are too many by one; it has left. */
    Optional<Place> yielding() {
        if (taken + late.size() <= limit) {
            return Optional.empty();
        }
        Optional<Place> oldest = late.stream().findFirst();
        oldest.ifPresent(this::leave);
        return oldest;
    }

    boolean isSlow(String endpoint) {
        return slowEndpoints.contains(endpoint);
    }

    void remember(String endpoint) {
        slowEndpoints.remove(endpoint);
        slowEndpoints.add(endpoint);
        if (slowEndpoints.size() > REMEMBERED_MAX) {
            slowEndpoints.remove(slowEndpoints.iterator().next());
        }
    }

    void forget(String endpoint) {
        slowEndpoints.remove(endpoint);
    }
}
