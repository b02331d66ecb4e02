package io.gridhook.core.redrive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedriveCodecTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.1234567Z");

    @Test
    void a_redrive_is_read_as_it_was_written() {
        RedriveJob job = SomeRedrives.job("a-1", NOW);
        assertEquals(job, RedriveCodec.read(RedriveCodec.write(job)));
        RedriveJob failed = job.with(RedriveState.FAILED, "it is gone", NOW.plusSeconds(9));
        assertEquals(failed, RedriveCodec.read(RedriveCodec.write(failed)));
        assertEquals(Optional.of(NOW.plusSeconds(9)), failed.endedAt());
    }

    @Test
    void named_letters_are_kept() {
        RedriveRequest request = RedriveRequestReader.read(
                SomeRedrives.json(
                        "{'topic':'orders','eventSubscription':'billing','letters':[{'blob':'c/B/x.json','index':3}]}"),
                NOW);
        RedriveJob job = RedriveJob.begun("a-2", request, NOW, "bearer");
        assertEquals(job, RedriveCodec.read(RedriveCodec.write(job)));
    }

    /** Whatever is stored must be read again, or nobody can end it. */
    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z", "9999-12-31T23:59:59.999999999Z"})
    void the_first_and_the_last_time_are_kept(String to) {
        RedriveRequest request = RedriveRequestReader.read(
                SomeRedrives.json("{'topic':'orders','eventSubscription':'billing','to':'" + to + "'}"), NOW);
        RedriveJob job = RedriveJob.begun("a-3", request, NOW, "bearer");
        assertEquals(job, RedriveCodec.read(RedriveCodec.write(job)));
    }

    @Test
    void a_message_of_a_later_version_is_told_from_none() {
        assertEquals(Optional.of("R2"), RedriveMessage.laterVersion("R2.a b\n"));
        for (String none : new String[] {"", "R1.a.1", "R1.A", "R2", "r2.a", "G2.a"}) {
            assertEquals(Optional.empty(), RedriveMessage.laterVersion(none), none);
        }
    }

    /** It may mean what this version does not know. */
    @Test
    void a_newer_version_is_refused() {
        String newer =
                RedriveCodec.write(SomeRedrives.job("a-1", NOW)).replace("\"formatVersion\":1", "\"formatVersion\":2");
        assertEquals(
                "formatVersion: 2 (expected: 1)",
                assertThrows(IllegalArgumentException.class, () -> RedriveCodec.read(newer))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "{}", "[]", "{\"formatVersion\":1}"})
    void what_is_no_redrive_is_refused(String text) {
        assertThrows(RuntimeException.class, () -> RedriveCodec.read(text));
    }

    @Test
    void a_message_names_the_redrive_and_its_number() {
        RedriveMessage message = RedriveMessage.of(SomeRedrives.job("a-1", NOW));
        assertEquals("R1.a-1.4", message.text());
        assertEquals(Optional.of(message), RedriveMessage.parse(message.text()));
        for (String wrong : new String[] {"", "R1.", "R1.a", "R2.a.1", "R1.A.1", "R1.a.x", "R1.a.1 ", "G1.AQID"}) {
            assertTrue(RedriveMessage.parse(wrong).isEmpty(), wrong);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0:B/2026/1/2/3/g.json, true",
        "2147483647:B, true",
        "7:, true",
        "2147483648:B, false",
        "-1:B, false",
        "x, false",
        "'', false"
    })
    void a_position_is_read_as_it_was_written(String text, boolean isGood) {
        Optional<LetterPosition> position = LetterPosition.parse(text);
        assertEquals(isGood, position.isPresent());
        position.ifPresent(read -> assertEquals(text, read.text()));
    }
}
