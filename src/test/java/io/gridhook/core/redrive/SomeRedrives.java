package io.gridhook.core.redrive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Optional;

/** Redrives for tests. */
public final class SomeRedrives {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SomeRedrives() {}

    /** JSON with single quotes. */
    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** Of all dead letters of {@code billing} of {@code orders} in the last week. */
    public static RedriveRequest request(Instant now) {
        return RedriveRequestReader.read(json("{'topic':'orders','eventSubscription':'billing'}"), now);
    }

    /** One with something in every field, but for named letters. */
    public static RedriveJob job(String id, Instant now) {
        RedriveRequest request = RedriveRequestReader.read(
                json(
                        "{'topic':'orders','eventSubscription':'billing','toEventSubscription':'mended','reason':'TimeToLiveExceeded',"
                                + "'eventIds':['a','b'],'ratePerSecond':7,'filter':{'subjectBeginsWith':'x'}}"),
                now);
        return new RedriveJob(
                id,
                request,
                RedriveState.RUNNING,
                new RedriveProgress(9, 8, 7, 6, Optional.of(new LetterPosition("BILLING/2026/1/2/3/g.json", 5))),
                new RedriveTurn(4, "message/3", now.plusSeconds(2), now.plusSeconds(1)),
                now,
                "key",
                now.plusSeconds(60),
                Optional.empty(),
                "");
    }
}
