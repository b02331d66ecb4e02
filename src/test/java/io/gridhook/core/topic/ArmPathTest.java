package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §13.1. */
class ArmPathTest {
    private static final ArmScope SCOPE = ArmScope.of(
            new TopicIds("/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/", "", false));

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/topics, TOPICS, '', '', '', false",
                "/topics/orders, TOPIC, orders, '', '', false",
                "/Topics/Orders/, TOPIC, Orders, '', '', false",
                "/topics/orders/listKeys, TOPIC_ACTION, orders, '', listkeys, false",
                "/topics/orders/REGENERATEKEY, TOPIC_ACTION, orders, '', regeneratekey, false",
                "/eventSubscriptions, ALL_EVENT_SUBSCRIPTIONS, '', '', '', false",
                "/locations/westus2/eventSubscriptions, ALL_EVENT_SUBSCRIPTIONS, '', '', '', false",
                "/topics/orders/eventSubscriptions, EVENT_SUBSCRIPTIONS, orders, '', '', true",
                "/topics/orders/providers/microsoft.eventgrid/eventsubscriptions, EVENT_SUBSCRIPTIONS, orders, '', '', false",
                "/topics/orders/eventSubscriptions/sub-1, EVENT_SUBSCRIPTION, orders, sub-1, '', true",
                "/topics/orders/providers/Microsoft.EventGrid/eventSubscriptions/sub-1, EVENT_SUBSCRIPTION, orders, sub-1, '', false",
                "/topics/o-1/eventSubscriptions/sub-1/getFullUrl, EVENT_SUBSCRIPTION_ACTION, o-1, sub-1, getfullurl, true",
                "/topics/o-1/providers/Microsoft.EventGrid/eventSubscriptions/s-1/getDeliveryAttributes, EVENT_SUBSCRIPTION_ACTION, o-1, s-1, getdeliveryattributes, false",
                "/domains, DOMAINS, '', '', '', false",
                "/domains/shops, TOPIC, shops/, '', '', false",
                "/Domains/shops/listKeys, TOPIC_ACTION, shops/, '', listkeys, false",
                "/domains/shops/topics, DOMAIN_TOPICS, shops/, '', '', false",
                "/domains/shops/Topics/berlin, TOPIC, shops/berlin, '', '', false",
                "/domains/shops/eventSubscriptions, EVENT_SUBSCRIPTIONS, shops/, '', '', true",
                "/domains/shops/eventSubscriptions/s-1, EVENT_SUBSCRIPTION, shops/, s-1, '', true",
                "/domains/shops/providers/Microsoft.EventGrid/eventSubscriptions/s-1, EVENT_SUBSCRIPTION, shops/, s-1, '', false",
                "/domains/shops/topics/berlin/eventSubscriptions, EVENT_SUBSCRIPTIONS, shops/berlin, '', '', true",
                "/domains/shops/topics/berlin/providers/Microsoft.EventGrid/eventSubscriptions, EVENT_SUBSCRIPTIONS, shops/berlin, '', '', false",
                "/domains/shops/topics/berlin/eventSubscriptions/s-1/getFullUrl, EVENT_SUBSCRIPTION_ACTION, shops/berlin, s-1, getfullurl, true",
                "/topics/orders/eventSubscriptions/s-1/test, EVENT_SUBSCRIPTION_ACTION, orders, s-1, test, true",
                "/locations/local/operationsStatus/AbC, OPERATION_STATUS, '', '', AbC, false",
                "/locations/local/operationResults/AbC, OPERATION_RESULT, '', '', AbC, false",
            })
    void a_path_names_one_thing(
            String rest, ArmPath.Kind kind, String topic, String subscription, String last, boolean isNested) {
        ArmPath expected = new ArmPath(kind, topic, subscription, last, isNested);
        assertEquals(
                expected,
                ArmPath.of("/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid" + rest, SCOPE));
        assertEquals(
                expected,
                ArmPath.of("/SUBSCRIPTIONS/S1/resourcegroups/G1/PROVIDERS/microsoft.EVENTGRID" + rest, SCOPE));
    }

    @ParameterizedTest
    @CsvSource({
        "/subscriptions/s1/providers/Microsoft.EventGrid/topics, TOPICS",
        "/subscriptions/s1/providers/Microsoft.EventGrid/domains, DOMAINS",
        "/subscriptions/s1/providers/Microsoft.EventGrid/eventSubscriptions, ALL_EVENT_SUBSCRIPTIONS",
        "/subscriptions/s1/providers/Microsoft.EventGrid/locations/local/operationsStatus/x, OPERATION_STATUS",
    })
    void some_things_are_the_subscriptions(String path, ArmPath.Kind kind) {
        assertEquals(kind, ArmPath.of(path, SCOPE).kind());
    }

    /** As ARM answers what it does not know. */
    @ParameterizedTest
    @CsvSource({
        "/subscriptions/other/resourceGroups/g1/providers/Microsoft.EventGrid/topics/orders, SubscriptionNotFound",
        "/subscriptions/s1/resourceGroups/other/providers/Microsoft.EventGrid/topics/orders, ResourceGroupNotFound",
        "/subscriptions/s1/resourceGroups, ResourceGroupNotFound",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.Storage/storageAccounts/a, InvalidResourceNamespace",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/namespaces/n, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/domains/d/topics/t/listKeys, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/domains/d/nothing, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/domains/d/topics//eventSubscriptions/s, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/domains/d/topics//listKeys, InvalidResourceType",
        "/subscriptions/s1/providers/Microsoft.EventGrid/domains/d, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1, InvalidResourceType",
        "/subscriptions/s1, InvalidResourceType",
        "/subscriptions/, InvalidResourceType",
        "/subscriptions/s1/providers/Microsoft.EventGrid/topics/orders, InvalidResourceType",
        "/subscriptions/s1/providers/Microsoft.EventGrid/eventSubscriptions/sub-1, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/o/nothing, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/o/listKeys/x, InvalidResourceType",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/o/providers/Microsoft.Insights/x,"
                + " InvalidResourceNamespace",
        "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid/topics/o/eventSubscriptions/s/x,"
                + " InvalidResourceType",
    })
    void what_there_cannot_be_is_refused_as_by_arm(String path, String code) {
        ArmRefusedException refused = assertThrows(ArmRefusedException.class, () -> ArmPath.of(path, SCOPE));
        assertEquals(code, refused.code());
        assertEquals(404, refused.status());
    }
}
