package io.gridhook.adapter.memory;

import io.gridhook.core.redrive.RedriveCodec;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.Versioned;
import java.util.List;
import java.util.Optional;

/** Redrives in a map, as the text that they are stored as. */
public final class InMemoryRedriveStore implements RedriveStore {
    private final VersionedMap<String> texts = new VersionedMap<>();

    @Override
    public synchronized Optional<Versioned<RedriveJob>> find(String id) {
        return texts.find(id).map(found -> new Versioned<>(RedriveCodec.read(found.value()), found.etag()));
    }

    @Override
    public synchronized List<RedriveJob> list() {
        return texts.list().stream().map(RedriveCodec::read).toList();
    }

    @Override
    public synchronized boolean create(RedriveJob job) {
        return texts.create(job.id(), RedriveCodec.write(job));
    }

    @Override
    public synchronized Optional<String> replace(RedriveJob job, String etag) {
        return texts.replace(job.id(), RedriveCodec.write(job), etag)
                ? texts.find(job.id()).map(Versioned::etag)
                : Optional.empty();
    }

    @Override
    public synchronized boolean delete(String id) {
        return texts.deleteIf(id, text -> true);
    }
}
