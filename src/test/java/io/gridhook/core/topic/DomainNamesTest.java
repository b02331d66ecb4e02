package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §16: domains and their topics among the topics. */
class DomainNamesTest {
    private static final TopicIds IDS = new TopicIds("/g/Microsoft.EventGrid/topics/", "/edge/topics/", false);

    @ParameterizedTest
    @CsvSource({
        "orders,       false, false, orders,  orders, topics/orders,               /edge/topics/orders",
        "shops/,       true,  false, shops/,  shops,  domains/shops,               /g/Microsoft.EventGrid/domains/shops",
        "shops/berlin, false, true,  shops/,  berlin, domains/shops/topics/berlin,"
                + " /g/Microsoft.EventGrid/domains/shops/topics/berlin",
    })
    void a_name_tells_what_it_is_of(
            String name,
            boolean isDomain,
            boolean isDomainTopic,
            String owner,
            String own,
            String path,
            String edgeId) {
        assertEquals(isDomain, DomainNames.isDomain(name));
        assertEquals(isDomainTopic, DomainNames.isDomainTopic(name));
        assertEquals(owner, DomainNames.owner(name));
        assertEquals(own, DomainNames.own(name));
        assertEquals(path, DomainNames.path(name));
        assertEquals("/g/Microsoft.EventGrid/" + path, IDS.armId(name));
        assertEquals(edgeId, IDS.edgeId(name));
    }

    @Test
    void names_are_made_of_what_authors_call_them() {
        assertEquals("shops/", DomainNames.domain("shops"));
        assertEquals("shops/berlin", DomainNames.topic("shops", "berlin"));
    }

    /** §16, and 128 characters for a domain's topic. */
    @ParameterizedTest
    @CsvSource({
        "3, 0, true",
        "2, 0, false",
        "50, 0, true",
        "51, 0, false",
        "3, 3, true",
        "3, 2, false",
        "50, 128, true",
        "50, 129, false",
        "2, 3, false",
    })
    void names_have_lengths(int domain, int topic, boolean mayBe) {
        String name = "d".repeat(domain) + "/" + "t".repeat(topic);
        assertEquals(mayBe, DefinitionNames.mayNameTopic(name));
        if (mayBe) {
            DefinitionNames.checkTopic(name);
        } else {
            assertThrows(InvalidDefinitionException.class, () -> DefinitionNames.checkTopic(name));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/",
        "//",
        "shops//",
        "x/shops/",
        "shops/berlin/",
        "shops/a b",
        "shops/ber/lin",
        "shops.berlin",
        "/berlin",
        "system1/",
        "shops/system1"
    })
    void what_is_no_name_is_refused(String name) {
        String message = assertThrows(InvalidDefinitionException.class, () -> DefinitionNames.checkTopic(name))
                .getMessage();
        assertTrue(String.valueOf(message).contains("(expected: "), message);
    }
}
