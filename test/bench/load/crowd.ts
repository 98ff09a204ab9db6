// Subscribes to tasks over SSE and checks that everybody gets every event once and in order.
//   node crowd.ts PORT SUBSCRIBERS TASKS EVENTS PAUSE_MS GATHERING_MS
import { Agent, request } from 'node:http';
import { HEADERS } from './create-body.ts';

/** The result of {@link file://./crowd.ts}, which the program prints as JSON. */
export interface CrowdSample {
  /**
   * The median time from the creation of an event to its arrival at a subscriber, in milliseconds;
   * `p99` and `max` follow.
   */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The number of subscribers that missed an event, or got one twice or out of order. */
  readonly faulty: number;
  readonly delivered: number;
}

const given = process.argv.slice(2).map(Number);
const [port = 0, subscribers = 1000, tasks = 1, events = 20, pauseMs = 100] = given;
const [, , , , , gatheringMs = 8_000] = given;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
/** The number of subscribers that join at once. */
const WAVE = 500;

const delays: number[] = [];
let faulty = 0;

function call(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

async function createTask(): Promise<string> {
  const parts = [{ text: JSON.stringify({ events, pauseMs, gatheringMs }) }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  const configuration = { returnImmediately: true };
  const url = `http://127.0.0.1:${port}/a2a`;
  const body = call('SendMessage', { message, configuration });
  const answer = (await (await fetch(url, { method: 'POST', headers: HEADERS, body })).json()) as {
    readonly result?: { readonly task?: { readonly id: string } };
  };
  if (answer.result?.task === undefined) throw new Error(`No task: ${JSON.stringify(answer)}`);
  return answer.result.task.id;
}

/** Subscribes to a task, calls `onOpen` when the stream begins, and resolves when it has ended. */
function subscribe(taskId: string, onOpen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, accept: 'text/event-stream' };
    const outgoing = request({ port, path: '/a2a', method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}`));
      onOpen();
      let rest = '';
      const numbers: number[] = [];
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const now = Date.now();
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const [, number, time] = /"artifactUpdate".*"text":"(\d+) (\d+)"/u.exec(line) ?? [];
          if (number === undefined) continue;
          numbers.push(Number(number));
          delays.push(now - Number(time));
        }
      });
      response.on('end', () => {
        if (numbers.length !== events || numbers.some((number, index) => number !== index)) {
          faulty += 1;
        }
        resolve();
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(call('SubscribeToTask', { id: taskId }));
  });
}

const ids = await Promise.all(Array.from({ length: tasks }, createTask));
// In waves, because a server answers only so many requests at once.
const ends: Promise<void>[] = [];
for (let first = 0; first < subscribers; first += WAVE) {
  const wave = Array.from({ length: Math.min(WAVE, subscribers - first) }, (_, index) => {
    return new Promise<void>((resolve) => {
      ends.push(subscribe(ids[(first + index) % tasks] ?? '', resolve));
    });
  });
  await Promise.race([Promise.all(wave), Promise.all(ends)]);
}
await Promise.all(ends);
agent.destroy();
delays.sort((a, b) => a - b);
function quantile(share: number): number {
  return delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
}
const sample: CrowdSample = {
  p50: quantile(0.5),
  p99: quantile(0.99),
  max: quantile(1),
  faulty,
  delivered: delays.length,
};
process.stdout.write(JSON.stringify(sample));
