// Structured SendMessage on the memory engine against a stock SDK agent and bare express, in turn
// in one run. Prints requests per second, p99 and ratios; asserts nothing about time.
//
//   npm run bench            5 rounds of 5 seconds
//   ROUNDS=2 SECONDS=3 ...   less
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECONDS = Number(process.env['SECONDS'] ?? 5);
const CONNECTIONS = 16;
const SERVERS = ['formwork', 'stock', 'bare-express'] as const;
type ServerName = (typeof SERVERS)[number];

const mimeType = 'application/json;schema=fightComparison';

/** Ids differ, as they do in life: a repeated message may be answered from memory. */
function createBody(): string {
  const parts = [{ data: { a: 'Lion', b: 'Tiger' }, metadata: { mimeType }, mediaType: mimeType }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
}

interface Sample {
  readonly rate: number;
  readonly p99: number;
}

async function start(name: ServerName): Promise<{ child: ChildProcess; port: number }> {
  const file = new URL(`servers/${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, port: Number(line) };
}

async function measure(port: number, seconds: number): Promise<Sample> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/a2a`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        setupRequest: (request) => ({ ...request, body: createBody() }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} bad`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** One answer of each server, so that a fast wrong answer cannot win. */
async function check(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: createBody(),
  });
  const text = await response.text();
  if (!text.includes('"winner":"Lion"')) throw new Error(`Wrong answer: ${text}`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const servers = new Map(
  await Promise.all(SERVERS.map(async (name) => [name, await start(name)] as const)),
);
const samples: Record<ServerName, Sample[]> = { formwork: [], stock: [], 'bare-express': [] };
try {
  for (const { port } of servers.values()) {
    await check(port);
    await measure(port, 2);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { port }] of servers) samples[name].push(await measure(port, SECONDS));
  }
} finally {
  for (const { child } of servers.values()) child.kill();
}

for (const name of SERVERS) {
  const rate = median(samples[name].map((sample) => sample.rate));
  const p99 = median(samples[name].map((sample) => sample.p99));
  console.log(`${name.padEnd(14)} ${rate.toFixed(0).padStart(6)} requests/s   p99 ${p99} ms`);
}
for (const peer of ['stock', 'bare-express'] as const) {
  const ratios = samples.formwork.map(
    ({ rate }, round) => rate / (samples[peer][round]?.rate ?? NaN),
  );
  console.log(
    `formwork / ${peer.padEnd(13)} ${median(ratios).toFixed(2)} (${ratios.map((r) => r.toFixed(2)).join(' ')})`,
  );
}
