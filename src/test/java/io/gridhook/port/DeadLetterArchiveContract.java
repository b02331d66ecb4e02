package io.gridhook.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.DeadLetterDestination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What everybody does who reads dead letters. */
public abstract class DeadLetterArchiveContract {
    private static final DeadLetterLabel LABEL =
            new DeadLetterLabel("shops/berlin", "Billing", EventSchema.CLOUD_EVENT_V1_0);

    /** What writes to the archive under test. */
    protected abstract DeadLetterStore store();

    /** The archive under test. */
    protected abstract DeadLetterArchive archive();

    /** A container that is there, empty at first. */
    protected abstract DeadLetterDestination existing();

    /** A container that is not there. */
    protected abstract DeadLetterDestination missing();

    private void write(String name) {
        store().write(existing(), name, "[]".getBytes(UTF_8));
    }

    private static List<String> names(DeadLetterArchive.Page page) {
        return page.blobs().stream().map(DeadLetterArchive.Listed::name).toList();
    }

    @Test
    void folders_are_those_directly_below() {
        write("B/2026/11/20/7/a.json");
        write("B/2026/2/1/7/a.json");
        write("B/2026/x.json");
        write("BB/2027/11/20/7/a.json");
        assertEquals(List.of("2026"), archive().folders(existing(), "B/"));
        assertEquals(List.of("11", "2"), archive().folders(existing(), "B/2026/"));
        assertEquals(List.of(), archive().folders(existing(), "C/"));
        assertEquals(List.of(), archive().folders(missing(), "B/"));
    }

    @Test
    void blobs_are_listed_in_the_order_of_their_names_page_by_page() {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            written.add("B/2026/11/20/7/" + i + ".json");
            write(written.get(i));
        }
        write("B/2026/11/20/77/0.json");
        DeadLetterArchive.Page first = archive().list(existing(), "B/2026/11/20/7/", "", 3);
        assertEquals(written.subList(0, 3), names(first));
        assertEquals(Optional.of(written.get(3)), first.next());
        DeadLetterArchive.Page second = archive().list(existing(), "B/2026/11/20/7/", written.get(3), 4);
        assertEquals(written.subList(3, 7), names(second));
        assertEquals(Optional.empty(), second.next());
        assertEquals(
                written.subList(5, 7),
                names(archive().list(existing(), "B/2026/11/20/7/", "B/2026/11/20/7/4.json.", 10)));
        assertEquals(List.of(), archive().list(missing(), "B/", "", 3).blobs());
    }

    @Test
    void a_blob_that_is_deleted_is_gone_and_others_are_not() {
        write("B/1");
        write("B/2");
        archive().delete(existing(), "B/1");
        archive().delete(existing(), "B/1");
        archive().delete(missing(), "B/2");
        assertEquals(List.of("B/2"), names(archive().list(existing(), "B/", "", 10)));
    }

    @Test
    void a_blob_is_listed_with_its_length_and_its_label() {
        store().write(existing(), "B/1", LABEL, "[{}]".getBytes(UTF_8));
        store().write(existing(), "B/2", "[]".getBytes(UTF_8));
        assertEquals(
                List.of(
                        new DeadLetterArchive.Listed("B/1", 4, Optional.of(LABEL)),
                        new DeadLetterArchive.Listed("B/2", 2, Optional.empty())),
                archive().list(existing(), "B/", "", 10).blobs());
    }

    @Test
    void a_blob_is_read_unless_it_is_too_long_or_gone() {
        store().write(existing(), "B/1", LABEL, "[{}]".getBytes(UTF_8));
        store().write(existing(), "B/0", "".getBytes(UTF_8));
        assertEquals("[{}]", new String(archive().read(existing(), "B/1", 4).orElseThrow(), UTF_8));
        assertEquals(Optional.empty(), archive().read(existing(), "B/1", 3));
        assertEquals(Optional.empty(), archive().read(existing(), "B/9", 4));
        assertEquals(Optional.empty(), archive().read(missing(), "B/1", 4));
        assertEquals(
                "",
                archive()
                        .read(existing(), "B/0", 4)
                        .map(bytes -> new String(bytes, UTF_8))
                        .orElse(""));
    }
}
