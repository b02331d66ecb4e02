// Publishes one event with Azure's own publisher: node publish.mjs <endpoint> <key> <schema> <event as JSON>.
// A refused publish ends it with the status code on its error stream.
import { AzureKeyCredential, EventGridPublisherClient } from '@azure/eventgrid';

const [endpoint, key, schema, event] = process.argv.slice(2);
const publisher = new EventGridPublisherClient(endpoint, schema, new AzureKeyCredential(key), {
  allowInsecureConnection: true,
});
try {
  await publisher.send([JSON.parse(event)]);
} catch (e) {
  console.error(e.name, e.statusCode ?? e.message);
  process.exit(1);
}
