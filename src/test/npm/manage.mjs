// Manages topics and event subscriptions with Azure's own management client, and prints what it was answered:
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
console.log(JSON.stringify(printed));
