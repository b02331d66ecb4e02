package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context, level 1 and what level 2 adds to {@code tracestate}: what is passed on, and what is as good as none. */
class TraceContextTest {
    private static final String IDS = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
    private static final String PARENT = "00-" + IDS + "-01";

    private static final PublishRules RULES = Publishing.rules(EventSchema.CLOUD_EVENT_V1_0);

    private static String state(String tracestate) {
        return TraceContext.of(PARENT, tracestate).orElseThrow().tracestate();
    }

    @ParameterizedTest
    @CsvSource({
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff",
        // A version to come is passed on as what is known of it (§3.2.4).
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-02, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0b-x,"
                + " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    })
    void a_parent_is_passed_on(String traceparent, String passedOn) {
        TraceContext read = TraceContext.of(traceparent, "").orElseThrow();
        assertEquals(passedOn, read.traceparent());
        assertEquals("0af7651916cd43dd8448eb211c80319c", read.traceId());
        assertEquals(Optional.of(read), TraceContext.of(read.traceparent(), read.tracestate()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-B7AD6B7169203331-01",
                "0x-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
                "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-011",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
                "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331_01",
                " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01,"
                        + "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333\u0661-01",
            })
    void what_breaks_the_rules_is_as_good_as_none(String traceparent) {
        assertEquals(Optional.empty(), TraceContext.of(traceparent, "a=1"));
        assertThrows(IllegalArgumentException.class, () -> new TraceContext(traceparent, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "a=1|a=1",
                "a=1,b=2|a=1,b=2",
                " a=1 ,\tb=2\t|a=1,b=2",
                "a=1,,b=2,|a=1,b=2",
                ",|",
                "tenant@system=x y|tenant@system=x y",
                "tenanT@system=x y|",
                "0a_-*/@z= !~x|0a_-*/@z= !~x",
                "a=1,a=2,b=3|a=1,b=3",
                "a|",
                "a=|",
                "=1|",
                "A=1|",
                "a=1,b|",
                "a=1=2|",
                "a =1|",
                "_a=1|",
                "a=é|",
                "a=1\u0007|",
            })
    void a_state_is_passed_on_member_by_member_or_not_at_all(String tracestate, @Nullable String passedOn) {
        assertEquals(passedOn == null ? "" : passedOn, state(tracestate));
    }

    /** §3.3.1.1. */
    @ParameterizedTest
    @CsvSource({"32, true", "33, false"})
    void a_state_has_32_members(int members, boolean passedOn) {
        String tracestate =
                IntStream.range(0, members).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(","));
        assertEquals(passedOn ? tracestate : "", state(tracestate));
    }

    @ParameterizedTest
    @CsvSource({"256, 1, true", "257, 1, false", "1, 256, true", "1, 257, false"})
    void a_member_is_bounded(int keyChars, int valueChars, boolean isRight) {
        String member = "k".repeat(keyChars) + "=" + "v".repeat(valueChars);
        assertEquals(isRight ? member : "", state(member));
    }

    /** §3.3.1.5: large members first, and the last of them first; then from the end. */
    @Test
    void what_is_longer_than_512_characters_is_shortened() {
        String large1 = "a=" + "x".repeat(150);
        String large2 = "b=" + "x".repeat(200);
        String fill = IntStream.range(0, 20)
                .mapToObj(i -> String.format("s%02d=%s", i, "y".repeat(11)))
                .collect(Collectors.joining(","));
        assertEquals(large1 + "," + fill, state(large1 + "," + large2 + "," + fill));
        String small = IntStream.range(0, 32)
                .mapToObj(i -> String.format("s%02d=%s", i, "y".repeat(20)))
                .collect(Collectors.joining(","));
        String shortened = state(small);
        assertEquals(20, shortened.split(",").length);
        assertTrue(small.startsWith(shortened + ","));
        String exactly = "a=" + "x".repeat(126) + "," + "b=" + "x".repeat(126) + "," + "c=" + "x".repeat(126) + ","
                + "d=" + "x".repeat(123);
        assertEquals(TraceContext.STATE_CHARS_MAX, exactly.length());
        assertEquals(exactly, state(exactly));
        assertEquals(exactly, state(exactly + ",e=1"));
    }

    @Test
    void whatever_comes_what_is_passed_on_is_a_header_and_stays_as_it_is() {
        String alphabet = "00-af19=,@ \t_*/\u00e9\n~!";
        for (long seed = 1; seed <= 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String any = random.ints(random.nextInt(700), 0, alphabet.length())
                    .mapToObj(i -> alphabet.substring(i, i + 1))
                    .collect(Collectors.joining());
            String passedOn = state(any);
            assertTrue(passedOn.matches("[ -~]{0,512}"), passedOn);
            assertEquals(passedOn, state(passedOn));
            TraceContext.of(any, any)
                    .ifPresent(read -> assertTrue(read.traceparent().length() == 55));
        }
    }

    @Test
    void a_request_has_it_in_two_headers() {
        assertEquals(Optional.empty(), TraceContext.of(Map.of("tracestate", "a=1")));
        assertEquals(
                Optional.of(new TraceContext(PARENT, "a=1")),
                TraceContext.of(Map.of("traceparent", PARENT, "tracestate", "a=1")));
    }

    @Test
    void a_trace_is_the_same_by_its_id() {
        TraceContext one = new TraceContext(PARENT, "a=1");
        assertTrue(one.isSameTrace(new TraceContext(PARENT.replace("b7ad", "0000"), "")));
        assertFalse(one.isSameTrace(new TraceContext(PARENT.replace("0af7", "1af7"), "a=1")));
        assertFalse(one.isSameTrace(new TraceContext(PARENT.replace("319c", "319d"), "a=1")));
    }

    /** CloudEvents' extension for distributed tracing, in each form, and read again from what was stored. */
    @Test
    void a_cloud_event_may_have_one_of_its_own() {
        String attributes = "\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"";
        Optional<TraceContext> expected = Optional.of(new TraceContext(PARENT, "a=1"));
        List<String> own = List.of(
                ",\"traceparent\":\"" + PARENT + "\",\"tracestate\":\"a=1\"",
                ",\"tracestate\":\" a=1\",\"traceparent\":\"" + PARENT + "\",\"data\":{\"traceparent\":\"x\"}",
                ",\"traceparent\":\"" + PARENT.replace("0af7", "\\u0030af7") + "\",\"tracestate\":\"a=1\"");
        List<String> none = List.of(
                "",
                ",\"traceparent\":\"" + PARENT + "1\"",
                ",\"traceparent\":7",
                ",\"traceparent\":true",
                ",\"traceparent\":null",
                ",\"tracestate\":\"a=1\"",
                ",\"data\":{\"traceparent\":\"" + PARENT + "\"}");
        own.forEach(each -> assertTrace(expected, "{" + attributes + each + "}"));
        none.forEach(each -> assertTrace(Optional.empty(), "{" + attributes + each + "}"));
    }

    private static void assertTrace(Optional<TraceContext> expected, String json) {
        Event event = EventReader.read(new PublishedBody("application/cloudevents+json", Map.of(), json), RULES)
                .get(0);
        assertEquals(expected, event.attributes().trace(), json);
        assertEquals(event.attributes(), EventReader.attributes(event.schema(), event.json()), json);
    }

    @Test
    void in_binary_mode_it_is_in_headers() {
        Map<String, String> headers = Map.of(
                "ce-specversion", "1.0",
                "ce-id", "1",
                "ce-source", "/s",
                "ce-type", "t",
                "ce-traceparent", PARENT,
                "ce-tracestate", "a=1",
                "traceparent", PARENT.replace("0af7", "1af7"));
        Event event = EventReader.read(new PublishedBody("application/json", headers, "{}"), RULES)
                .get(0);
        assertEquals(
                Optional.of(new TraceContext(PARENT, "a=1")), event.attributes().trace());
        assertEquals(event.attributes(), EventReader.attributes(event.schema(), event.json()));
    }
}
