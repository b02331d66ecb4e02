package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.Message;
import io.gridhook.core.retry.NextStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the benchmarks measure is what they say: nobody runs them between two reports. */
class MicroBenchmarksTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void a_request_is_read_with_all_its_events(int events) {
        EventReaderBenchmark benchmark = new EventReaderBenchmark();
        benchmark.events = events;
        benchmark.prepare();
        assertEquals(events, benchmark.eventGridArray().size());
        assertEquals(events, benchmark.cloudEventsBatch().size());
        int bytes = benchmark.eventGridArray().get(0).json().length();
        assertTrue(bytes > 450 && bytes < 650, "half a kilobyte: " + bytes);
    }

    @ParameterizedTest
    @CsvSource({"DATA, 10", "DATA, 500", "ENVELOPE, 10", "ENVELOPE, 500"})
    void a_tenth_of_the_subscriptions_match(FilterMatcherBenchmark.Keys keys, int subscriptions) {
        FilterMatcherBenchmark benchmark = new FilterMatcherBenchmark();
        benchmark.keys = keys;
        benchmark.subscriptions = subscriptions;
        benchmark.prepare();
        assertEquals(subscriptions / 10, benchmark.match());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64})
    void a_pack_holds_all_events(int events) {
        PackCodecBenchmark benchmark = new PackCodecBenchmark();
        benchmark.events = events;
        benchmark.prepare();
        assertTrue(benchmark.fits());
        Message.Pack read = assertInstanceOf(Message.Pack.class, benchmark.decode());
        assertEquals(events, read.pack().tasks().size());
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_leads_to_the_next_step(ResponseClassifierBenchmark.Answers answers) {
        ResponseClassifierBenchmark benchmark = new ResponseClassifierBenchmark();
        benchmark.answers = answers;
        benchmark.prepare();
        boolean isComplete = benchmark.classify().next() instanceof NextStep.Complete;
        assertEquals(answers == ResponseClassifierBenchmark.Answers.DELIVERED, isComplete);
    }

    /**
     * What the decision against compressing packs rests on (architecture, Decisions): a message would hold less than twice the events of
     * the corpus, and none of the batches of 100 of a kilobyte.
     */
    @Test
    void compression_would_not_bring_a_batch_of_a_hundred_into_a_message() {
        int plain = PackCompressionBenchmark.eventsThatFit(0);
        int fast = PackCompressionBenchmark.eventsThatFit(1);
        int dense = PackCompressionBenchmark.eventsThatFit(6);
        assertTrue(plain >= 40 && fast < 2 * plain && dense < 2 * plain, plain + ", " + fast + ", " + dense);
        assertTrue(dense < 100, "events: " + dense);
    }
}
