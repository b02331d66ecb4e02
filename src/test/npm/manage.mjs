// Manages topics, domains and event subscriptions with Azure's own management client, and prints what it was answered:
// node manage.mjs <base URL> <management key> <webhook URL>. NODE_EXTRA_CA_CERTS names the certificate to trust.
import { EventGridManagementClient } from '@azure/arm-eventgrid';

const [endpoint, key, webhook] = process.argv.slice(2);
const subscriptionId = '00000000-0000-0000-0000-000000000000';
const group = 'local';
const credential = { getToken: async () => ({ token: key, expiresOnTimestamp: Date.now() + 3600000 }) };
const client = new EventGridManagementClient(credential, subscriptionId, { endpoint });
const fast = { updateIntervalInMs: 50 };
const printed = {};

const names = async (pages) => {
  const found = [];
  for await (const each of pages) {
    found.push(each.name);
  }
  return found;
};

printed.topic = await client.topics.beginCreateOrUpdateAndWait(
  group, 'sdk', { location: 'westus2', tags: { team: 'a' }, inputSchema: 'EventGridSchema' }, fast);
await client.topics.beginUpdateAndWait(group, 'sdk', { tags: { team: 'b' } }, fast);
printed.updatedTopic = await client.topics.get(group, 'sdk');
printed.keys = await client.topics.listSharedAccessKeys(group, 'sdk');
printed.newKeys = await client.topics.beginRegenerateKeyAndWait(group, 'sdk', { keyName: 'key1' }, fast);

const webhookTo = (url) => ({ endpointType: 'WebHook', endpointUrl: url });
printed.subscription = await client.topicEventSubscriptions.beginCreateOrUpdateAndWait(
  group, 'sdk', 'nested', {
    destination: webhookTo(webhook),
    filter: { includedEventTypes: ['T'] },
    labels: ['one'],
    retryPolicy: { maxDeliveryAttempts: 3, eventTimeToLiveInMinutes: 60 },
  }, fast);
printed.updated = await client.topicEventSubscriptions.beginUpdateAndWait(
  group, 'sdk', 'nested', { labels: ['two'] }, fast);
printed.fullUrl = await client.topicEventSubscriptions.getFullUrl(group, 'sdk', 'nested');
printed.attributes = await client.topicEventSubscriptions.getDeliveryAttributes(group, 'sdk', 'nested');

const scope = printed.topic.id.slice(1);
printed.scoped = await client.eventSubscriptions.beginCreateOrUpdateAndWait(
  scope, 'scoped', { destination: webhookTo(webhook) }, fast);
printed.seenNested = await client.topicEventSubscriptions.get(group, 'sdk', 'scoped');

printed.pages = 0;
for await (const page of client.topicEventSubscriptions.list(group, 'sdk', { top: 1 }).byPage()) {
  printed.pages += page.length;
}
printed.subscriptions = await names(client.topicEventSubscriptions.list(group, 'sdk', { top: 1 }));
printed.byResource = await names(
  client.eventSubscriptions.listByResource(group, 'Microsoft.EventGrid', 'topics', 'sdk'));
printed.filtered = await names(
  client.topicEventSubscriptions.list(group, 'sdk', { filter: "contains(name, 'scop')" }));
printed.byGroup = await names(client.topics.listByResourceGroup(group, { filter: "name eq 'sdk'" }));
printed.bySubscription = await names(client.topics.listBySubscription({ filter: "name eq 'sdk'" }));

await client.eventSubscriptions.beginDeleteAndWait(scope, 'scoped', fast);
await client.topicEventSubscriptions.beginDeleteAndWait(group, 'sdk', 'nested', fast);
printed.left = await names(client.topicEventSubscriptions.list(group, 'sdk'));
await client.topics.beginDeleteAndWait(group, 'sdk', fast);
await client.topics.beginDeleteAndWait(group, 'sdk', fast);
printed.gone = await client.topics.get(group, 'sdk').then(
  () => 'found', (e) => `${e.statusCode} ${e.code}`);

// Domains, their topics, and event subscriptions of both.
const domains = (printed.domains = {});
domains.made = await client.domains.beginCreateOrUpdateAndWait(
  group, 'shops', { location: 'westus2', autoDeleteTopicWithLastSubscription: false }, fast);
await client.domains.beginUpdateAndWait(group, 'shops', { autoDeleteTopicWithLastSubscription: true }, fast);
domains.got = await client.domains.get(group, 'shops');
domains.keys = await client.domains.listSharedAccessKeys(group, 'shops');
domains.newKeys = await client.domains.regenerateKey(group, 'shops', { keyName: 'key2' });
domains.topic = await client.domainTopics.beginCreateOrUpdateAndWait(group, 'shops', 'berlin', fast);
domains.audit = await client.domainEventSubscriptions.beginCreateOrUpdateAndWait(
  group, 'shops', 'audit', { destination: webhookTo(webhook) }, fast);
await client.domainEventSubscriptions.beginUpdateAndWait(group, 'shops', 'audit', { labels: ['a'] }, fast);
domains.fullUrl = await client.domainEventSubscriptions.getFullUrl(group, 'shops', 'audit');
domains.attributes = await client.domainEventSubscriptions.getDeliveryAttributes(group, 'shops', 'audit');
domains.billing = await client.domainTopicEventSubscriptions.beginCreateOrUpdateAndWait(
  group, 'shops', 'berlin', 'billing', { destination: webhookTo(webhook) }, fast);
domains.topicFullUrl = await client.domainTopicEventSubscriptions.getFullUrl(group, 'shops', 'berlin', 'billing');
const paris = `${domains.made.id.slice(1)}/topics/paris`;
domains.scoped = await client.eventSubscriptions.beginCreateOrUpdateAndWait(
  paris, 'scoped', { destination: webhookTo(webhook) }, fast);
domains.topics = await names(client.domainTopics.listByDomain(group, 'shops', { top: 1 }));
domains.byDomain = await names(client.domainEventSubscriptions.list(group, 'shops'));
domains.byTopic = await names(client.domainTopicEventSubscriptions.list(group, 'shops', 'berlin'));
domains.byDomainTopic = await names(client.eventSubscriptions.listByDomainTopic(group, 'shops', 'paris'));
domains.byGroup = await names(client.domains.listByResourceGroup(group));
domains.bySubscription = await names(client.domains.listBySubscription());
await client.domainTopicEventSubscriptions.beginDeleteAndWait(group, 'shops', 'berlin', 'billing', fast);
domains.topicsLeft = await names(client.domainTopics.listByDomain(group, 'shops'));
await client.domainTopics.beginDeleteAndWait(group, 'shops', 'paris', fast);
await client.domainEventSubscriptions.beginDeleteAndWait(group, 'shops', 'audit', fast);
await client.domains.beginDeleteAndWait(group, 'shops', fast);
domains.gone = await client.domains.get(group, 'shops').then(() => 'found', (e) => `${e.statusCode} ${e.code}`);
console.log(JSON.stringify(printed));
