// Structured SendMessage on the memory engine against a stock SDK agent and against bare express
// parsing and validating, in turn in one run, 16 connections. Prints rates, p99 and ratios.
//
//   npm run bench
//   ROUNDS=2 SECONDS=3 npm run bench
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createBody, HEADERS, type Sample } from './load/create-body.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECONDS = Number(process.env['SECONDS'] ?? 4);
const SERVERS = ['formwork', 'stock', 'bare-express'] as const;
const PEERS = ['stock', 'bare-express'] as const;
const LOADS = ['with-fetch', 'with-autocannon'] as const;
type ServerName = (typeof SERVERS)[number];
type LoadName = (typeof LOADS)[number];

function toPath(file: string): string {
  return new URL(file, import.meta.url).pathname;
}

async function start(name: ServerName): Promise<{ child: ChildProcess; port: number }> {
  const file = toPath(`servers/${name}.ts`);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, port: Number(line[0]) };
}

/** The load comes from a process of its own: it must not share the server's event loop. */
async function measure(load: LoadName, port: number, seconds: number): Promise<Sample> {
  const args = [toPath(`load/${load}.ts`), String(port), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Sample;
}

/** One answer of each server, so that a fast wrong answer cannot win. */
async function check(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/a2a`;
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: createBody() });
  const text = await response.text();
  if (!text.includes('"winner":"Lion"')) throw new Error(`Wrong answer: ${text}`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  // Of an even number of values the mean of the middle two: neither the better nor the worse.
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

async function compare(load: LoadName, ports: ReadonlyMap<ServerName, number>): Promise<void> {
  const samples: Record<ServerName, Sample[]> = { formwork: [], stock: [], 'bare-express': [] };
  for (const port of ports.values()) await measure(load, port, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, port] of ports) samples[name].push(await measure(load, port, SECONDS));
  }
  console.log(`\n${load}, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  for (const name of SERVERS) {
    const rate = median(samples[name].map((sample) => sample.rate)).toFixed(0);
    const p99 = median(samples[name].map((sample) => sample.p99)).toFixed(1);
    console.log(`  ${name.padEnd(14)} ${rate.padStart(6)} requests/s   p99 ${p99} ms`);
  }
  for (const peer of PEERS) {
    const ratios = samples.formwork.map(
      ({ rate }, round) => rate / (samples[peer][round]?.rate ?? 0),
    );
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    console.log(`  formwork / ${peer.padEnd(13)} ${median(ratios).toFixed(2)}   (${all})`);
  }
}

const servers = new Map(
  await Promise.all(SERVERS.map(async (name) => [name, await start(name)] as const)),
);
try {
  const ports = new Map([...servers].map(([name, { port }]) => [name, port]));
  for (const port of ports.values()) await check(port);
  for (const load of LOADS) await compare(load, ports);
} finally {
  for (const { child } of servers.values()) child.kill();
}
