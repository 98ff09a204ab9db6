// Sends to several servers at once, each with its share of 32 raw connections, as a load balancer
// does.
//   node with-replicas.ts SECONDS PORT...
import autocannon from 'autocannon';
import { createBody, HEADERS, type Sample } from './create-body.ts';

const CONNECTIONS = 32;

const [seconds = 1, ...ports] = process.argv.slice(2).map(Number);
const results = await Promise.all(
  ports.map((port) =>
    autocannon({
      url: `http://127.0.0.1:${port}/a2a`,
      connections: CONNECTIONS / ports.length,
      duration: seconds,
      requests: [
        {
          method: 'POST',
          headers: HEADERS,
          setupRequest: (request) => ({ ...request, body: createBody() }),
        },
      ],
    }),
  ),
);
const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
if (failed > 0) throw new Error(`${failed} requests failed`);
const sample: Sample = {
  rate: results.reduce((sum, { requests }) => sum + requests.average, 0),
  p99: Math.max(...results.map(({ latency }) => latency.p99)),
};
process.stdout.write(JSON.stringify(sample));
