package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.LetterSelection;
import io.gridhook.core.topic.DeadLetterDestination;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLettersTest {
    private static final Instant FIRST = Instant.parse("2025-12-31T22:30:00Z");

    private final RedriveFixture fixture = new RedriveFixture();
    private final PipelineFixture world = fixture.world;

    private void write(Instant time, String name, Optional<String> topic, String... ids) {
        var at = time.atOffset(java.time.ZoneOffset.UTC);
        List<String> letters = new ArrayList<>();
        for (String id : ids) {
            letters.add("{\"id\":\"" + id
                    + "\",\"topic\":\"/arm/topics/orders\",\"eventType\":\"t\",\"deadLetterReason\":\"x\","
                    + "\"publishTime\":\"" + time + "\"}");
        }
        String path = "BILLING/" + at.getYear() + "/" + at.getMonthValue() + "/" + at.getDayOfMonth() + "/"
                + at.getHour() + "/" + name + ".json";
        byte[] content = ("[" + String.join(",", letters) + "]").getBytes(StandardCharsets.UTF_8);
        if (topic.isPresent()) {
            world.deadLetterStore.write(
                    PipelineFixture.DEAD_LETTERS,
                    path,
                    new DeadLetterLabel(topic.get(), "billing", EventSchema.EVENT_GRID),
                    content);
        } else {
            world.deadLetterStore.write(PipelineFixture.DEAD_LETTERS, path, content);
        }
    }

    /** Over the end of a year, so that the order of names is not that of time: {@code 1/1/2} comes before {@code 12/31/9}. */
    private void writeADay() {
        world.subscribe("billing");
        for (int hour = 0; hour < 24; hour++) {
            write(FIRST.plus(Duration.ofHours(hour)), "b", Optional.of("orders"), "h" + hour + "b0", "h" + hour + "b1");
            write(FIRST.plus(Duration.ofHours(hour)), "a", Optional.of("orders"), "h" + hour + "a0");
        }
    }

    private static LetterSelection during(Instant from, Instant to) {
        return new LetterSelection(from, to, Optional.empty(), Set.of(), Optional.empty(), List.of());
    }

    private static List<String> ids(List<DeadLetter> letters) {
        return letters.stream()
                .map(letter -> letter.record().event().attributes().id())
                .toList();
    }

    @Test
    void the_newest_hour_comes_first() {
        writeADay();
        DeadLetters.Page page = fixture.letters.list(
                "orders", "billing", during(FIRST, FIRST.plus(Duration.ofDays(2))), 5, Optional.empty());
        assertEquals(List.of("h23a0", "h23b0", "h23b1", "h22a0", "h22b0"), ids(page.letters()));
        assertEquals(1, page.letters().get(4).index() + 1);
        assertTrue(page.next().isPresent());
    }

    /** Whatever the size of the pages. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "7", "100"})
    void pages_have_every_letter_once(int most) {
        writeADay();
        List<String> all = new ArrayList<>();
        Optional<LetterPosition> next = Optional.empty();
        do {
            DeadLetters.Page page = fixture.letters.list(
                    "orders", "billing", during(FIRST, FIRST.plus(Duration.ofDays(2))), most, next);
            all.addAll(ids(page.letters()));
            next = page.next();
        } while (next.isPresent());
        assertEquals(72, all.size());
        assertEquals(72, Set.copyOf(all).size());
    }

    @ParameterizedTest
    @CsvSource({
        "2025-12-31T22:30:00Z, 2025-12-31T22:30:00Z, 3",
        "2025-12-31T22:30:01Z, 2025-12-31T23:29:59Z, 0",
        "2025-12-31T23:00:00Z, 2026-01-01T01:00:00Z, 6",
        "2026-01-01T00:00:00Z, 2026-02-01T00:00:00Z, 66",
        "2024-01-01T00:00:00Z, 2025-12-31T00:00:00Z, 0"
    })
    void letters_of_a_time_are_found(Instant from, Instant to, int expected) {
        writeADay();
        assertEquals(
                expected,
                fixture.letters
                        .list("orders", "billing", during(from, to), 100, Optional.empty())
                        .letters()
                        .size());
        DeadLetters.Count count = fixture.letters.count("orders", "billing", during(from, to));
        assertEquals(expected, count.matched());
        assertTrue(count.isComplete());
    }

    @Test
    void a_call_reads_a_part_only_and_says_so() {
        world.subscribe("billing");
        for (int i = 0; i < DeadLetters.BLOBS_MAX + 3; i++) {
            write(FIRST, "n" + i, Optional.of("orders"), "e" + i);
        }
        LetterSelection selection = during(FIRST, FIRST);
        DeadLetters.Count count = fixture.letters.count("orders", "billing", selection);
        assertEquals(DeadLetters.BLOBS_MAX, count.matched());
        assertEquals(false, count.isComplete());
        LetterSelection none =
                new LetterSelection(FIRST, FIRST, Optional.of("y"), Set.of(), Optional.empty(), List.of());
        DeadLetters.Page empty = fixture.letters.list("orders", "billing", none, 10, Optional.empty());
        assertEquals(List.of(), empty.letters());
        assertEquals(
                Optional.empty(),
                fixture.letters
                        .list("orders", "billing", none, 10, empty.next())
                        .next());
    }

    /** A blob's name is anybody's to choose, and a list may end before any. */
    @Test
    void a_list_that_ended_before_a_foreign_name_goes_on_there() {
        world.subscribe("billing");
        for (int i = 0; i < 300; i++) {
            write(FIRST.plus(Duration.ofHours(1)), "n" + i, Optional.of("orders"), "later" + i);
        }
        for (int i = 0; i < DeadLetters.BLOBS_MAX - 300; i++) {
            write(FIRST, "n" + i, Optional.of("orders"), "e" + i);
        }
        world.deadLetterStore.write(PipelineFixture.DEAD_LETTERS, "BILLING/2025/12/31/22/x.json.bak", new byte[] {'['});
        write(FIRST, "z", Optional.of("orders"), "last");
        LetterSelection selection = during(FIRST, FIRST.plus(Duration.ofHours(1)));
        DeadLetters.Page first = fixture.letters.list("orders", "billing", selection, 1_000, Optional.empty());
        assertEquals(DeadLetters.BLOBS_MAX, first.letters().size());
        assertEquals(
                Optional.of("0:BILLING/2025/12/31/22/x.json.bak"), first.next().map(LetterPosition::text));
        DeadLetters.Page second = fixture.letters.list("orders", "billing", selection, 1_000, first.next());
        assertEquals(List.of("last"), ids(second.letters()));
        assertEquals(1, second.skippedBlobs());
    }

    /** What it keeps would keep whole blobs in memory. */
    @Test
    void a_list_keeps_no_events() {
        writeADay();
        DeadLetters.Page page = fixture.letters.list("orders", "billing", during(FIRST, FIRST), 5, Optional.empty());
        assertEquals("{}", page.letters().get(0).json().toString());
        assertEquals("{}", page.letters().get(0).record().event().json().toString());
    }

    @Test
    void letters_of_other_topics_are_not_shown() {
        world.subscribe("billing");
        write(FIRST, "ours", Optional.of("Orders"), "a");
        write(FIRST, "others", Optional.of("others"), "b");
        write(FIRST, "event-grids", Optional.empty(), "c");
        world.topic("others", EventSchema.EVENT_GRID);
        world.subscribeTo("others", "billing");
        assertEquals(
                List.of("c", "a"),
                ids(fixture.letters
                        .list("orders", "billing", during(FIRST, FIRST), 10, Optional.empty())
                        .letters()));
        assertEquals(
                List.of("b"),
                ids(fixture.letters
                        .list("others", "billing", during(FIRST, FIRST), 10, Optional.empty())
                        .letters()));
    }

    @Test
    void one_letter_is_found_where_it_is() {
        writeADay();
        String blob = "deadletter/BILLING/2025/12/31/22/b.json";
        DeadLetters.One one = fixture.letters.find("orders", "billing", new LetterSelection.Address(blob, 1));
        assertEquals("h0b1", one.letter().record().event().attributes().id());
        assertEquals(1, one.letter().index());
    }

    /** What is not there, and what is not this subscription's. */
    @ParameterizedTest
    @CsvSource({
        "deadletter/BILLING/2025/12/31/22/b.json, 2, NOT_FOUND",
        "deadletter/BILLING/2025/12/31/22/c.json, 0, NOT_FOUND",
        "deadletter/BILLING/2025/12/31/22/others.json, 0, NOT_FOUND",
        "deadletter/AUDIT/2025/12/31/22/b.json, 0, INVALID",
        "payloads/BILLING/2025/12/31/22/b.json, 0, INVALID",
        "deadletter/BILLING/../b.json, 0, INVALID",
        "b.json, 0, INVALID"
    })
    void other_blobs_are_not_read(String blob, int index, ManagementException.Kind kind) {
        writeADay();
        write(FIRST, "others", Optional.of("others"), "b");
        LetterSelection.Address address = new LetterSelection.Address(blob, index);
        assertEquals(
                kind,
                assertThrows(ManagementException.class, () -> fixture.letters.find("orders", "billing", address))
                        .kind());
    }

    @Test
    void only_containers_that_may_be_written_to_are_read() {
        world.subscribe("none", wanted().drops());
        world.subscribe(
                "foreign", wanted().deadLetters(new DeadLetterDestination("/storageAccounts/stranger", "deadletter")));
        world.subscribe("own", wanted().deadLetters(new DeadLetterDestination("/storageAccounts/account", "payloads")));
        for (String name : List.of("none", "foreign", "own")) {
            assertEquals(
                    ManagementException.Kind.CONFLICT,
                    assertThrows(
                                    ManagementException.class,
                                    () -> fixture.letters.count("orders", name, during(FIRST, FIRST)))
                            .kind(),
                    name);
        }
        assertEquals(
                ManagementException.Kind.NOT_FOUND,
                assertThrows(
                                ManagementException.class,
                                () -> fixture.letters.count("orders", "missing", during(FIRST, FIRST)))
                        .kind());
        assertEquals(
                ManagementException.Kind.NOT_FOUND,
                assertThrows(
                                ManagementException.class,
                                () -> fixture.letters.count("missing", "billing", during(FIRST, FIRST)))
                        .kind());
    }
}
