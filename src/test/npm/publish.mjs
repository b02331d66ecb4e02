// Publishes one event with Azure's own publisher: node publish.mjs <endpoint> <key> <schema> <event as JSON> [<seconds>].
// With seconds it publishes with a SAS token of that lifetime, which the publisher's library makes from the key.
// A refused publish ends it with the status code on its error stream.
import {
  AzureKeyCredential,
  AzureSASCredential,
  EventGridPublisherClient,
  generateSharedAccessSignature,
} from '@azure/eventgrid';

const [endpoint, key, schema, event, seconds] = process.argv.slice(2);
let credential = new AzureKeyCredential(key);
if (seconds) {
  const expiry = new Date(Date.now() + seconds * 1000);
  credential = new AzureSASCredential(await generateSharedAccessSignature(endpoint, credential, expiry));
}
const publisher = new EventGridPublisherClient(endpoint, schema, credential, { allowInsecureConnection: true });
try {
  await publisher.send([JSON.parse(event)]);
} catch (e) {
  console.error(e.name, e.statusCode ?? e.message);
  process.exit(1);
}
