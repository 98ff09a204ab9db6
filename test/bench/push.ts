import type { Scope } from '@formwork/runtime';
import type { Lease, NewTaskEvent, PushConfig, TaskEngine } from '@formwork/runtime';
import { createPushSender } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
// Measures what push notifications cost tasks that have none, and how fast those of one task are
// sent. Each comparison runs in turn in one run, on separate files; prints ratios, asserts nothing
// about time.
//
//   node test/bench/push.ts
//   ROUNDS=2 SECONDS=1 CONFIGS=1000 node test/bench/push.ts
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBenchFile } from './stores/bench-file.ts';
import { createChunk, createMessage } from './stores/payload.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECONDS = Number(process.env['SECONDS'] ?? 2);
const CONFIGS = Number(process.env['CONFIGS'] ?? 10_000);
const CLAIM = { worker: 'bench', ttlMs: 3_600_000 };
const nothing = (): void => undefined;
const LOGGER = { info: nothing, warn: nothing, error: nothing };
const CHUNK: NewTaskEvent = {
  kind: 'artifact',
  artifact: createChunk(1_000),
  append: true,
  lastChunk: false,
};

async function createTask(engine: TaskEngine, push?: PushConfig): Promise<Lease> {
  const { lease } = await engine.create(
    {
      id: randomUUID(),
      scope: 'alice' as Scope,
      contextId: 'context',
      message: createMessage('Lion or tiger?'),
      metadata: {},
      invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
      ...(push && { push }),
    },
    CLAIM,
  );
  if (lease === undefined) throw new Error('A new task must come leased.');
  return lease;
}

function createConfig(url: string): PushConfig {
  return { id: 'bench', url, version: '1.0' };
}

async function open(kind: Kind): Promise<TaskEngine & { readonly remove: () => Promise<void> }> {
  const file = createBenchFile();
  const engine = createSqliteEngine({ file: file.file });
  if (kind !== 'no configs') {
    const config = createConfig('http://receiver.example/');
    await Promise.all(Array.from({ length: CONFIGS }, () => createTask(engine, config)));
    // The notifications are either delivered, or wait for another attempt in an hour.
    const settlement =
      kind === 'configs at rest'
        ? ({ kind: 'finished', seq: 1 } as const)
        : ({ kind: 'failed', retryInMs: 3_600_000, reason: 'no answer' } as const);
    const deliveries = await engine.claimDeliveries(CLAIM, CONFIGS);
    await Promise.all(deliveries.map((delivery) => engine.settleDelivery(delivery, settlement)));
  }
  const sender =
    kind === 'no configs' ? undefined : createPushSender(engine, { logger: LOGGER, pollMs: 1_000 });
  return {
    ...engine,
    async remove() {
      await sender?.stop();
      await engine.close();
      file.remove();
    },
  };
}

const KINDS = ['no configs', 'configs at rest', 'configs that wait'] as const;
type Kind = (typeof KINDS)[number];

/** Returns the number of awaited appends per second to tasks without push configs. */
async function measureAppends(engine: TaskEngine): Promise<number> {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < SECONDS * 1000) {
    const lease = await createTask(engine);
    for (let index = 0; index < 20; index += 1) await engine.append(lease, [CHUNK]);
    count += 21;
  }
  return (count * 1000) / (performance.now() - start);
}

/**
 * Returns the number of notifications per second that one receiver gets for one task, and the
 * number of requests per second that it could answer.
 */
async function measureDeliveries(): Promise<readonly [delivered: number, posted: number]> {
  let received = 0;
  const bell = new EventTarget();
  const receiver = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      received += 1;
      if (received === 2_001) bell.dispatchEvent(new Event('all'));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const file = createBenchFile();
  const engine = createSqliteEngine({ file: file.file });
  const lease = await createTask(engine, createConfig(url));
  for (let index = 0; index < 2_000; index += 1) await engine.append(lease, [CHUNK]);
  const all = once(bell, 'all');
  const start = performance.now();
  const sender = createPushSender(engine, { logger: LOGGER, allowPrivateAddresses: true });
  await all;
  const delivered = 2_001_000 / (performance.now() - start);
  await sender.stop();
  await engine.close();
  file.remove();
  const body = JSON.stringify(CHUNK);
  const postStart = performance.now();
  for (let index = 0; index < 2_001; index += 1) {
    await (await fetch(url, { method: 'POST', body })).arrayBuffer();
  }
  const posted = 2_001_000 / (performance.now() - postStart);
  receiver.closeAllConnections();
  receiver.close();
  return [delivered, posted];
}

function toMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rates = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
const deliveries: (readonly [number, number])[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
    const engine = await open(kind);
    rates.get(kind)?.push(await measureAppends(engine));
    await engine.remove();
  }
  deliveries.push(await measureDeliveries());
}
const base = toMedian(rates.get('no configs') ?? []);
for (const [kind, values] of rates) {
  const rate = toMedian(values);
  const others = kind === 'no configs' ? '' : ` (${CONFIGS} on other tasks, a sender beside)`;
  console.log(`${kind}${others}: ${rate.toFixed(0)} appends/s, ratio ${(rate / base).toFixed(2)}`);
}
const delivered = toMedian(deliveries.map(([value]) => value));
const ratio = toMedian(deliveries.map(([value, posted]) => value / posted));
console.log(
  `one receiver, one at a time: ${delivered.toFixed(0)} notifications/s, ${ratio.toFixed(2)} of fetch alone`,
);
