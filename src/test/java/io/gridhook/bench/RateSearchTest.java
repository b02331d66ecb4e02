package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateSearchTest {
    /** What can be kept up with, then the rates that are tried, then the one found; the estimate is 1,000 and there are 4 tries. */
    @ParameterizedTest
    @CsvSource({
        "750,  1000 900 800 700,               700",
        "950,  1000 900,                       900",
        "1000, 1000 1150,                      1000",
        "1200, 1000 1150 1322,                 1150",
        "9999, 1000 1150 1322 1521,            1521",
        "300,  1000 900 800 700 600 500 250,   250",
    })
    void it_goes_down_to_what_is_kept_up_with_or_up_to_what_is_not(double most, String tried, double found) {
        RateSearch search = new RateSearch(1_000, 4);
        List<String> rates = new ArrayList<>();
        for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
            rates.add(Long.toString(Math.round(rate.getAsDouble())));
            search.tried(rate.getAsDouble() <= most + 0.001);
        }
        assertEquals(tried, String.join(" ", rates));
        assertEquals(found, search.best().orElseThrow(), 0.5);
    }

    @Test
    void it_ends_where_nothing_is_kept_up_with() {
        RateSearch search = new RateSearch(1_000, 4);
        int tries = 0;
        while (search.next().isPresent()) {
            search.tried(false);
            tries++;
        }
        assertTrue(search.best().isEmpty());
        assertTrue(tries > 5 && tries < 15, "tries: " + tries);
    }

    @Test
    void it_needs_an_estimate() {
        assertThrows(IllegalArgumentException.class, () -> new RateSearch(0, 4));
    }
}
