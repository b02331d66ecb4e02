// Publishes an event, or an array of them, with Azure's own publisher:
//   node publish.mjs <endpoint> <key> <schema> <events as JSON> [<seconds> | entra]
// With seconds it publishes with a SAS token of that lifetime, which the publisher's library makes from the key; with "entra" the key
// is a token of Entra's, which that library sends as one.
// A refused publish ends it with the status code on its error stream.
import {
  AzureKeyCredential,
  AzureSASCredential,
  EventGridPublisherClient,
  generateSharedAccessSignature,
} from '@azure/eventgrid';

const [endpoint, key, schema, events, way] = process.argv.slice(2);
let credential = new AzureKeyCredential(key);
if (way === 'entra') {
  credential = { getToken: async () => ({ token: key, expiresOnTimestamp: Date.now() + 3600000 }) };
} else if (way) {
  const expiry = new Date(Date.now() + way * 1000);
  credential = new AzureSASCredential(await generateSharedAccessSignature(endpoint, credential, expiry));
}
const publisher = new EventGridPublisherClient(endpoint, schema, credential, { allowInsecureConnection: true });
try {
  await publisher.send([JSON.parse(events)].flat());
} catch (e) {
  console.error(e.name, e.statusCode ?? e.message);
  process.exit(1);
}
