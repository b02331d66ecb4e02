// Verifies deliveries with the official library of Standard Webhooks: node verify.mjs <secret>.
// In: [{"headers":{...},"body":"..."}, ...]; out: for each "verified", or why not.
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.argv[2]);
const verify = ({ headers, body }) => {
  try {
    webhook.verify(body, headers);
    return 'verified';
  } catch (e) {
    return e.message;
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(verify)));
