// Callers who each send a message, wait for the answer, and send the next. Prints their times.
//   node overload.ts PORT SECONDS CALLERS
import { Agent, request } from 'node:http';
import { createBody, HEADERS } from './create-body.ts';

/** The result of {@link file://./overload.ts}, which the program prints as JSON. */
export interface OverloadSample {
  /** The number of calls answered per second. */
  readonly rate: number;
  /** The median time of calls in milliseconds, without calls of the first second; `p99` follows. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const [port = 0, seconds = 1, callers = 1] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const times: number[] = [];
const start = performance.now();
/**
 * The start and end of the measurement. The first second is left out, because all callers begin at
 * once.
 */
const [from, to] = [start + 1_000, start + 1_000 + seconds * 1_000];

function call(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const outgoing = request({ port, path: '/a2a', method: 'POST', headers: HEADERS, agent });
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        if (sentAt >= from) times.push(performance.now() - sentAt);
        if (text.includes('TASK_STATE_COMPLETED')) resolve();
        else reject(new Error(text));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(createBody());
  });
}

await Promise.all(
  Array.from({ length: callers }, async () => {
    while (performance.now() < to) await call();
  }),
);
agent.destroy();
times.sort((a, b) => a - b);
function quantile(share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}
const sample: OverloadSample = {
  rate: times.length / seconds,
  p50: quantile(0.5),
  p99: quantile(0.99),
  max: quantile(1),
};
process.stdout.write(JSON.stringify(sample));
