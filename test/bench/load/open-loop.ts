// Sends a fixed number of messages per second, whether or not earlier ones are answered, and
// meanwhile requests the card and the health of the server. Prints the results.
//   node open-loop.ts PORT SECONDS RATE
import { Agent, request } from 'node:http';
import { createBody, HEADERS } from './create-body.ts';

/** The result of {@link file://./open-loop.ts}, which the program prints as JSON. */
export interface OpenLoopSample {
  /** The number of calls sent per second. */
  readonly sent: number;
  /** The number of calls completed per second. */
  readonly done: number;
  /** The number of calls per second that were refused with 503. */
  readonly refused: number;
  /** The number of calls per second that failed in any other way. */
  readonly failed: number;
  /** The median time of completed calls, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The time within which 99 of 100 requests for the agent card were answered, in milliseconds. */
  readonly cardP99: number;
  /** The time within which 99 of 100 requests for `/healthz` were answered, in milliseconds. */
  readonly healthP99: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** The time of the answer, as `performance.now` returns it. */
  readonly at: number;
}

const [port = 0, seconds = 1, rate = 1] = process.argv.slice(2).map(Number);
/** The time after which a caller gives up, in milliseconds. */
const GIVE_UP_MS = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function ask(path: string, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const sentAt = performance.now();
    const settle = (status: number, text: string): void =>
      resolve({ status, text, ms: performance.now() - sentAt, at: performance.now() });
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers: HEADERS, agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => settle(response.statusCode ?? 0, text));
        response.on('error', () => settle(0, ''));
      },
    );
    outgoing.on('error', () => settle(0, ''));
    // Destroys the request after the time for which a caller waits.
    outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy());
    outgoing.end(body);
  });
}

const calls: Promise<Answer>[] = [];
const cards: Promise<Answer>[] = [];
const probes: Promise<Answer>[] = [];
const start = performance.now();
/**
 * The time at the start that is not measured, in milliseconds, because the server's queue fills up
 * first.
 */
const WARM_MS = 2_000;
const end = start + WARM_MS + seconds * 1_000;
let sent = 0;
let measured = 0;
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    const isMeasured = now > start + WARM_MS;
    const due = Math.floor(((Math.min(now, end) - start) / 1_000) * rate);
    for (; sent < due; sent += 1) {
      calls.push(ask('/a2a', createBody()));
      if (isMeasured) measured += 1;
    }
    if (isMeasured) {
      cards.push(ask('/.well-known/agent-card.json'));
      probes.push(ask('/healthz'));
    }
    if (now < end) return;
    clearInterval(timer);
    resolve();
  }, 20);
});
const isDone = ({ status, text }: Answer): boolean =>
  status === 200 && text.includes('TASK_STATE_COMPLETED');
// Answers count if they arrived during the measurement, even if their requests were sent before it.
const answers = (await Promise.all(calls)).filter(({ at }) => at > start + WARM_MS && at <= end);
const done = answers.filter(isDone);

function quantile(times: readonly Answer[], share: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const refused = answers.filter(({ status }) => status === 503);
const sample: OpenLoopSample = {
  sent: measured / seconds,
  done: done.length / seconds,
  refused: refused.length / seconds,
  failed: (answers.length - done.length - refused.length) / seconds,
  p50: quantile(done, 0.5),
  p99: quantile(done, 0.99),
  cardP99: quantile(await Promise.all(cards), 0.99),
  healthP99: quantile(await Promise.all(probes), 0.99),
};
process.stdout.write(JSON.stringify(sample));
agent.destroy();
