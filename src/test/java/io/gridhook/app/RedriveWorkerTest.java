package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeadLetterLabel;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.SomeRedrives;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 8, point 4. */
class RedriveWorkerTest {
    private final RedriveFixture fixture = new RedriveFixture();
    private final PipelineFixture world = fixture.world;

    private static Set<String> set(List<String> ids) {
        return new HashSet<>(ids);
    }

    private void billing(int letters) {
        world.subscribe("billing");
        fixture.deadLetters(letters, 10, "billing");
    }

    @Test
    void what_was_dead_lettered_is_delivered_as_if_it_had_just_been_published() {
        billing(3);
        Instant asked = world.now();
        RedriveJob job = fixture.begin("");
        fixture.workOff();
        DeliveryPack pack = packs(world.deliveries).get(0);
        assertEquals(
                List.of(TaskState.NEW, TaskState.NEW, TaskState.NEW),
                pack.tasks().stream().map(DeliveryTask::state).toList());
        assertEquals(asked, pack.tasks().get(0).event().publishTime(), "its time to live begins anew");
        fixture.deliver();
        assertEquals(3, world.posts.size());
        assertTrue(
                world.posts.get(0).body().toString().contains("\"topic\":\"/arm/topics/orders\""),
                world.posts.get(0).body().toString());
        assertEquals(3L, world.counts.get("DeliverySuccessCount orders billing"));
        assertEquals(3L, world.counts.get("MatchedEventCount orders billing"), "accepted anew, or the ledger is wrong");
        RedriveJob done = fixture.job(job);
        assertEquals(RedriveState.COMPLETED, done.state());
        assertEquals(3, done.progress().read());
        assertEquals(3, done.progress().matched());
        assertEquals(3, done.progress().sent());
        assertEquals(0, done.progress().skippedBlobs());
        assertTrue(done.endedAt().isPresent());
        assertEquals(1, world.deadLetterStore.blobs().size(), "blobs stay");
    }

    /** Its new dead letter is of a later time than the redrive's. */
    @Test
    void what_fails_again_is_not_met_by_the_same_redrive() {
        billing(3);
        RedriveJob job = fixture.begin("");
        world.answers("billing", 400);
        fixture.workOff();
        fixture.deliver();
        world.passUntilShown(world.deadLetters);
        assertTrue(world.invoke(world.deadLetters));
        assertEquals(2, world.deadLetterStore.blobs().size());
        assertEquals(3, fixture.job(job).progress().sent());
        RedriveJob again = fixture.begin("");
        fixture.workOff();
        assertEquals(6, fixture.job(again).progress().sent());
    }

    @ParameterizedTest
    @CsvSource({"1, 25", "7, 40", "100, 250", "1000, 900"})
    void no_second_gets_more_than_its_rate(int rate, int letters) {
        billing(letters);
        Instant begun = world.now();
        RedriveJob job = fixture.begin(",'ratePerSecond':" + rate);
        TreeMap<Instant, Integer> due = new TreeMap<>();
        List<String> ids = new ArrayList<>();
        while (!fixture.queue.bodies().isEmpty()) {
            fixture.work();
            packs(world.deliveries).forEach(pack -> {
                due.merge(pack.due(), pack.tasks().size(), Integer::sum);
            });
            ids.addAll(fixture.waiting());
            world.passUntilShown(world.deliveries);
            fixture.deliver();
        }
        assertEquals(set(RedriveFixture.ids(letters)), set(ids));
        assertEquals(letters, ids.size());
        assertEquals(RedriveState.COMPLETED, fixture.job(job).state());
        for (Instant from : due.keySet()) {
            int within = due.subMap(from, from.plusSeconds(1)).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            assertTrue(within <= rate, within + " from " + from);
        }
        Duration took = Duration.between(begun, due.lastKey());
        assertTrue(took.compareTo(Duration.ofSeconds(letters / rate + 12)) < 0, took + " is too slow");
    }

    @Test
    void no_more_is_put_than_for_ten_seconds() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':10");
        fixture.work();
        assertEquals(100, fixture.job(job).progress().sent());
        assertEquals(Duration.ofSeconds(9), world.hidden(fixture.queue));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | e0 e1 e2",
                ",'eventIds':['e1','e9'] | e1",
                ",'reason':'undeliverableduetohttpbadrequest' | e0 e1 e2",
                ",'reason':'TimeToLiveExceeded' | ''",
                ",'filter':{'advancedFilters':[{'operatorType':'StringIn','key':'id','values':['e2']}]} | e2",
                ",'from':'2026-11-20T09:30:00Z','to':'2026-11-20T09:30:00Z' | e0 e1 e2",
                ",'from':'2026-11-20T09:30:01Z' | ''",
                ",'to':'2026-11-20T09:29:59Z' | ''"
            })
    void a_selection_is_sent_and_no_other(String more, String expected) {
        billing(3);
        fixture.begin(more);
        fixture.workOff();
        assertEquals(expected, String.join(" ", fixture.waiting()));
    }

    @Test
    void letters_that_are_named_are_sent_alone() {
        billing(3);
        String blob = world.deadLetterStore.blobs().keySet().iterator().next().substring("account/".length());
        RedriveJob job = fixture.begin(",'letters':[{'blob':'" + blob + "','index':2},{'blob':'" + blob
                + "','index':0},{'blob':'" + blob + "','index':9}]");
        fixture.workOff();
        assertEquals(List.of("e2", "e0"), fixture.waiting());
        assertEquals(1, fixture.job(job).progress().skippedBlobs());
    }

    @Test
    void letters_may_go_to_another_subscription_of_the_topic() {
        billing(2);
        world.subscribe("mended");
        fixture.begin(",'toEventSubscription':'mended'");
        fixture.workOff();
        fixture.deliver();
        assertEquals("https://mended", world.posts.get(0).endpointUrl());
        assertEquals(2, world.posts.size());
    }

    /** Both have the same folder in the same container. */
    @Test
    void letters_of_another_topics_subscription_of_that_name_are_not_sent() {
        billing(2);
        world.topic("others", EventSchema.EVENT_GRID);
        world.subscribeTo("others", "billing");
        RedriveJob job = fixture.redrives.begin(
                RedriveRequestReader.read(
                        SomeRedrives.json("{'topic':'others','eventSubscription':'billing'}"), world.now()),
                "key");
        fixture.workOff();
        assertEquals(List.of(), fixture.waiting());
        assertEquals(0, fixture.job(job).progress().skippedBlobs());
    }

    @Test
    void large_events_go_by_one_blob() {
        world.subscribe("billing");
        fixture.deadLetters(6, 30_000, "billing");
        fixture.begin("");
        fixture.workOff();
        assertEquals(
                List.of("payloads.put"),
                world.calls("payloads").stream()
                        .filter(call -> call.endsWith("put"))
                        .toList());
        assertEquals(1, world.deliveries.bodies().size());
        fixture.deliver();
        assertEquals(6, world.posts.size());
    }

    @Test
    void a_pause_ends_the_work_and_a_resumption_goes_on() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':10");
        fixture.work();
        fixture.redrives.change(job.id(), Redrives.Change.PAUSE);
        fixture.workOff();
        assertEquals(100, fixture.waiting().size());
        assertEquals(RedriveState.PAUSED, fixture.job(job).state());
        world.pass(Duration.ofHours(1));
        fixture.redrives.change(job.id(), Redrives.Change.RESUME);
        fixture.workOff();
        List<String> waiting = fixture.waiting();
        assertEquals(300, waiting.size());
        assertEquals(set(RedriveFixture.ids(300)), set(waiting));
        assertEquals(RedriveState.COMPLETED, fixture.job(job).state());
    }

    @Test
    void what_is_cancelled_does_not_go_on() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':10");
        fixture.work();
        fixture.redrives.change(job.id(), Redrives.Change.CANCEL);
        fixture.workOff();
        assertEquals(100, fixture.waiting().size());
        for (Redrives.Change change : Redrives.Change.values()) {
            assertEquals(
                    ManagementException.Kind.CONFLICT,
                    assertThrows(ManagementException.class, () -> fixture.redrives.change(job.id(), change))
                            .kind());
        }
    }

    /** A store that does something before or instead of the replacement of that number, from 1. */
    private final class Meddling implements RedriveStore {
        private final int number;
        private final Runnable before;
        private final boolean isLost;
        private int replacements;

        private Meddling(int number, Runnable before, boolean isLost) {
            this.number = number;
            this.before = before;
            this.isLost = isLost;
        }

        @Override
        public Optional<Versioned<RedriveJob>> find(String id) {
            return fixture.store.find(id);
        }

        @Override
        public List<RedriveJob> list() {
            return fixture.store.list();
        }

        @Override
        public boolean create(RedriveJob job) {
            return fixture.store.create(job);
        }

        @Override
        public Optional<String> replace(RedriveJob job, String etag) {
            replacements++;
            if (replacements == number) {
                before.run();
                if (isLost) {
                    throw new StorageUnavailableException("redrives.replace");
                }
            }
            return fixture.store.replace(job, etag);
        }

        @Override
        public boolean delete(String id) {
            return fixture.store.delete(id);
        }
    }

    /** What it did until then is written down all the same, so nothing of it is sent twice. */
    @Test
    void a_pause_in_the_middle_of_a_step_loses_and_repeats_nothing() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':1000");
        fixture.work(
                fixture.worker(new Meddling(3, () -> fixture.redrives.change(job.id(), Redrives.Change.PAUSE), false)));
        assertEquals(RedriveState.PAUSED, fixture.job(job).state());
        assertEquals(200, fixture.job(job).progress().sent());
        assertEquals(List.of(), fixture.queue.bodies());
        fixture.redrives.change(job.id(), Redrives.Change.RESUME);
        fixture.workOff();
        assertEquals(300, fixture.waiting().size());
        assertEquals(set(RedriveFixture.ids(300)), set(fixture.waiting()));
    }

    /** The packs of the step are put, and nobody knows. */
    @Test
    void a_crash_repeats_one_step_and_loses_nothing() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':1000");
        QueueMessage message = world.receive(fixture.queue);
        RedriveWorker killed = fixture.worker(new Meddling(3, () -> {}, true));
        assertThrows(StorageUnavailableException.class, () -> killed.work(message, world.told()));
        assertEquals(100, fixture.job(job).progress().sent());
        world.pass(PipelineFixture.LEASE);
        fixture.workOff();
        assertEquals(set(RedriveFixture.ids(300)), set(fixture.waiting()));
        assertEquals(400, fixture.waiting().size());
        assertEquals(300, fixture.job(job).progress().sent());
    }

    /** It may be that two messages of one redrive are there: a put whose answer was lost. */
    @Test
    void two_messages_never_work_on_one_redrive_at_once() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':10");
        fixture.queue.put(fixture.queue.bodies().get(0), Duration.ZERO);
        fixture.work();
        fixture.work();
        assertEquals(100, fixture.job(job).progress().sent(), "the other waits until it is its turn");
        fixture.workOff();
        assertEquals(300, fixture.waiting().size());
    }

    /** An invocation whose lease is lost, and the one that got the message after it. */
    @Test
    void who_has_lost_its_turn_stops() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':1000");
        QueueMessage message = world.receive(fixture.queue);
        RedriveWorker slow = fixture.worker(new Meddling(
                2,
                () -> {
                    world.pass(PipelineFixture.LEASE);
                    fixture.work();
                },
                false));
        slow.work(message, world.told());
        assertEquals(RedriveState.COMPLETED, fixture.job(job).state());
        assertEquals(300, fixture.job(job).progress().sent());
        assertEquals(set(RedriveFixture.ids(300)), set(fixture.waiting()));
        assertEquals(400, fixture.waiting().size(), "the step that it had put");
    }

    @Test
    void a_subscription_that_is_gone_fails_it() {
        billing(3);
        RedriveJob job = fixture.begin("");
        world.subscriptions.delete("orders", "billing");
        world.pass(Duration.ofSeconds(6));
        fixture.workOff();
        assertEquals(RedriveState.FAILED, fixture.job(job).state());
        assertEquals(
                "The event subscription 'billing' of 'orders' does not exist.",
                fixture.job(job).detail());
    }

    @Test
    void storage_that_does_not_answer_delays_it() {
        billing(3);
        RedriveJob job = fixture.begin("");
        world.refuse("deliveries.put");
        assertThrows(StorageUnavailableException.class, fixture::work);
        assertEquals(RedriveState.RUNNING, fixture.job(job).state());
        world.refuseNothing();
        fixture.workOff();
        assertEquals(3, fixture.waiting().size());
    }

    @Test
    void blobs_that_are_none_of_ours_are_passed_over_and_counted() {
        billing(2);
        byte[] none = "{}".getBytes(StandardCharsets.UTF_8);
        for (String name :
                List.of("BILLING/2026/11/20/9/a.json", "BILLING/2026/11/20/9/b.txt", "BILLING/2026/11/20/9/c/d.json")) {
            world.deadLetterStore.write(PipelineFixture.DEAD_LETTERS, name, none);
        }
        world.deadLetterStore.write(PipelineFixture.DEAD_LETTERS, "BILLING/2026/11/20/9/e.json", new byte[9_000_000]);
        world.deadLetterStore.write(PipelineFixture.DEAD_LETTERS, "BILLING/x/y.json", none);
        RedriveJob job = fixture.begin("");
        fixture.workOff();
        assertEquals(2, fixture.waiting().size());
        assertEquals(4, fixture.job(job).progress().skippedBlobs());
    }

    /** Its data is small, but an event is more than its data. */
    @Test
    void a_forged_custom_letter_with_a_long_subject_is_sent() {
        world.topic("custom", EventSchema.CUSTOM);
        world.subscribeTo("custom", "billing");
        String letter = "[{\"id\":\"1\",\"topic\":\"/arm/topics/custom\",\"eventType\":\"t\",\"subject\":\""
                + "s".repeat(50_000) + "\",\"data\":{},\"publishTime\":\"2026-11-20T09:00:00Z\"}]";
        world.deadLetterStore.write(
                PipelineFixture.DEAD_LETTERS,
                "BILLING/2026/11/20/9/a.json",
                new DeadLetterLabel("custom", "billing", EventSchema.CUSTOM),
                letter.getBytes(StandardCharsets.UTF_8));
        RedriveJob job = fixture.redrives.begin(
                RedriveRequestReader.read(
                        SomeRedrives.json("{'topic':'custom','eventSubscription':'billing'}"), world.now()),
                "key");
        fixture.workOff();
        assertEquals(
                RedriveState.COMPLETED,
                fixture.job(job).state(),
                fixture.job(job).detail());
        assertEquals(1, fixture.job(job).progress().sent());
        fixture.deliver();
        assertEquals(1, world.posts.size());
    }

    /** Else it would come back for ever, and repeat what was sent before it. */
    @Test
    void what_nobody_expected_fails_it_with_the_progress_that_it_has() {
        billing(300);
        RedriveJob job = fixture.begin(",'ratePerSecond':1000");
        fixture.work(fixture.worker(new Meddling(
                3,
                () -> {
                    throw new IllegalStateException("odd");
                },
                false)));
        RedriveJob failed = fixture.job(job);
        assertEquals(RedriveState.FAILED, failed.state());
        assertEquals("unexpected: IllegalStateException: odd", failed.detail());
        assertEquals(100, failed.progress().sent());
        assertEquals(List.of(), fixture.queue.bodies());
    }

    @Test
    void letters_of_a_container_that_is_not_the_subscriptions_any_more_fail_it() {
        billing(3);
        String blob = world.deadLetterStore.blobs().keySet().iterator().next().substring("account/".length());
        RedriveJob job = fixture.begin(",'letters':[{'blob':'" + blob + "','index':2}]");
        world.subscriptions.delete("orders", "billing");
        world.subscribe(
                "billing", wanted().deadLetters(new DeadLetterDestination("/storageAccounts/account", "other")));
        world.pass(Duration.ofSeconds(6));
        fixture.workOff();
        assertEquals(RedriveState.FAILED, fixture.job(job).state());
        assertEquals(
                "blob: " + blob + " (expected: other/BILLING/<year>/<month>/<day>/<hour>/<name>.json)",
                fixture.job(job).detail());
    }

    /** The folders of an hour may have so many blobs that to find the next takes longer than a turn. */
    @Test
    void a_turn_works_off_one_blob_however_long_it_takes_to_find() {
        billing(3);
        DeadLetterArchive slow = (DeadLetterArchive) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DeadLetterArchive.class}, (self, method, arguments) -> {
                    world.pass(RedriveWorker.WORK_MAX);
                    return method.invoke(world.deadLetterStore, arguments);
                });
        DeadLetters letters = new DeadLetters(
                world.pipeline.catalog(), slow, PipelineFixture.DEAD_LETTER_DESTINATIONS, Optional.empty(), world::now);
        RedriveJob job = fixture.begin("");
        fixture.work(new RedriveWorker(world.ports, fixture.queue, fixture.store, letters));
        assertEquals(3, fixture.job(job).progress().sent());
    }

    /** While versions of the app stand side by side. */
    @Test
    void a_message_of_a_later_version_is_put_off() {
        fixture.queue.put("R2.a.1.x", Duration.ZERO);
        fixture.work();
        assertEquals(List.of("R2.a.1.x"), fixture.queue.bodies());
        assertEquals(Duration.ofMinutes(5), world.hidden(fixture.queue));
        assertEquals(null, world.counts.get("PoisonMessageCount redrives"));
        assertEquals(1L, world.counts.get("DeferredMessageCount redrives UnknownVersion"));
    }

    @Test
    void a_message_that_nobody_can_read_is_kept_for_a_person() {
        fixture.queue.put("R1.x", Duration.ZERO);
        fixture.work();
        assertEquals(1L, world.counts.get("PoisonMessageCount redrives"));
        assertEquals(List.of(), fixture.queue.bodies());
    }

    @Test
    void a_lost_message_is_made_anew_by_the_sweep() {
        billing(3);
        RedriveJob job = fixture.begin("");
        fixture.queue.delete(world.receive(fixture.queue).receipt());
        fixture.redrives.sweep(world.told());
        assertEquals(List.of(), fixture.queue.bodies(), "it may be under way");
        world.pass(Duration.ofMinutes(16));
        fixture.redrives.sweep(world.told());
        fixture.redrives.sweep(world.told());
        assertEquals(List.of("R1." + job.id() + ".2"), fixture.queue.bodies());
        fixture.workOff();
        assertEquals(3, fixture.waiting().size());
    }

    @Test
    void those_that_ended_long_ago_are_deleted() {
        billing(3);
        RedriveJob ended = fixture.begin("");
        fixture.workOff();
        RedriveJob paused = fixture.begin("");
        fixture.redrives.change(paused.id(), Redrives.Change.PAUSE);
        world.pass(Duration.ofDays(29));
        fixture.redrives.sweep(world.told());
        assertEquals(2, fixture.redrives.list().size());
        world.pass(Duration.ofDays(2));
        fixture.redrives.sweep(world.told());
        assertEquals(
                List.of(paused.id()),
                fixture.redrives.list().stream().map(RedriveJob::id).toList());
        assertEquals(
                ManagementException.Kind.NOT_FOUND,
                assertThrows(ManagementException.class, () -> fixture.redrives.find(ended.id()))
                        .kind());
    }

    @Test
    void one_that_cannot_be_put_into_its_queue_is_put_there_by_the_sweep() {
        billing(3);
        Redrives refused = new Redrives(
                fixture.store,
                (DeliveryQueue) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {DeliveryQueue.class},
                        (self, method, arguments) -> {
                            throw new StorageUnavailableException("redrives.put");
                        }),
                fixture.letters,
                world.ports.ids(),
                world::now);
        RedriveJob job = refused.begin(SomeRedrives.request(world.now()), "key");
        assertEquals(RedriveState.RUNNING, fixture.job(job).state());
        world.pass(Duration.ofMinutes(16));
        fixture.redrives.sweep(world.told());
        fixture.workOff();
        assertEquals(3, fixture.waiting().size());
    }

    @Test
    void an_endpoint_that_did_not_agree_gets_nothing() {
        billing(1);
        world.subscribe("expired", wanted().expires(world.now().minusSeconds(1)));
        assertEquals(
                ManagementException.Kind.CONFLICT,
                assertThrows(ManagementException.class, () -> fixture.begin(",'toEventSubscription':'expired'"))
                        .kind());
    }
}
