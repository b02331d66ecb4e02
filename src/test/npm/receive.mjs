// Reads deliveries as others' receivers do. In: [{"headers":{...},"body":"..."}, ...]; out: for each what the reader made of it.
//   node receive.mjs cloudevents | eventgrid
import { readFileSync } from 'node:fs';
import { EventGridDeserializer } from '@azure/eventgrid';
import { HTTP } from 'cloudevents';

const deserializer = new EventGridDeserializer();
const readers = {
  cloudevents: async ({ headers, body }) => [HTTP.toEvent({ headers, body })].flat().map((event) => event.toJSON()),
  eventgrid: async ({ headers, body }) =>
    headers['content-type'].startsWith('application/cloudevents')
      ? deserializer.deserializeCloudEvents(body)
      : deserializer.deserializeEventGridEvents(body),
};
const read = readers[process.argv[2]];
const deliveries = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(await Promise.all(deliveries.map(read))));
