// Sends requests as fast as 16 raw connections can, and reads only the length of each answer. This
// loads nothing but the server, whose costs then show more clearly than in real use.
//   node with-autocannon.ts PORT SECONDS
import autocannon from 'autocannon';
import { createBody, HEADERS, type Sample } from './create-body.ts';

const [port, seconds = 1] = process.argv.slice(2).map(Number);
const { requests, latency, non2xx, errors } = await autocannon({
  url: `http://127.0.0.1:${port}/a2a`,
  connections: 16,
  duration: seconds,
  requests: [
    {
      method: 'POST',
      headers: HEADERS,
      setupRequest: (request) => ({ ...request, body: createBody() }),
    },
  ],
});
if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
const sample: Sample = { rate: requests.average, p99: latency.p99 };
process.stdout.write(JSON.stringify(sample));
