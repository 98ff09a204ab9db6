// Measures what a start costs, in turn: the smallest agent beside bare express and bare Node (from
// the start of the process to its first answer, its memory then and at rest), and the command that
// prints the version beside Node that does nothing.
//
//   node test/bench/cold-start.ts            7 rounds
//   ROUNDS=3 node test/bench/cold-start.ts
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from './median.ts';
import { readCpuSeconds } from './servers/read-cpu-seconds.ts';
import { readProcess } from './servers/read-process.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const SERVERS = ['formwork', 'express', 'node'] as const;
/** The time after the first answer until memory is read first, in milliseconds. */
const SETTLE = 500;
/**
 * The time without requests after which a process is at rest, in milliseconds. V8 gives the pages
 * that a start used back to the system after eight seconds.
 */
const REST = 15_000;

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'formwork --version': [toPath('../../packages/cli/bin/formwork.cjs'), '--version'],
  'node --eval 0': ['--eval', '0'],
};

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: {
    message: {
      messageId: 'first',
      role: 'ROLE_USER',
      parts: [{ data: { text: 'hello' }, mediaType: 'application/json;schema=words' }],
    },
  },
});

interface Start {
  /** The seconds from the start of the process to its first answer. */
  readonly answered: number;
  /** The memory half a second after the first answer. */
  readonly megabytes: number;
  readonly restingMegabytes: number;
  /** The seconds of processor time until half a second after the first answer. */
  readonly processor: number;
}

// What starts is measured as it runs in production, without the caches of tests.
const env = { ...process.env, NODE_ENV: 'production' };

function toPath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** A process that has answered, and what its start took. */
interface Answered {
  readonly child: ChildProcess;
  readonly start: Omit<Start, 'restingMegabytes'>;
}

async function startServer(name: string): Promise<Answered> {
  const began = performance.now();
  const child = spawn(process.execPath, [toPath(`cold-start/${name}.js`)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
    body: BODY,
  });
  const text = await response.text();
  const answered = (performance.now() - began) / 1000;
  if (!text.includes('hello')) throw new Error(`${name} answered ${text}`);
  await sleep(SETTLE);
  const megabytes = readMegabytes(child);
  return { child, start: { answered, megabytes, processor: readCpuSeconds(child.pid) } };
}

function readMegabytes({ pid }: ChildProcess): number {
  const status = readProcess(pid, 'status');
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1024;
}

/** Starts all servers in turn, and lets them rest together. */
async function measureServers(): Promise<ReadonlyMap<string, Start>> {
  const running = new Map<string, Answered>();
  for (const name of SERVERS) running.set(name, await startServer(name));
  await sleep(REST);
  const starts = new Map<string, Start>();
  for (const [name, { child, start }] of running) {
    starts.set(name, { ...start, restingMegabytes: readMegabytes(child) });
    child.kill();
    await once(child, 'exit');
  }
  return starts;
}

/** Runs a program to its end, and returns the seconds of processor time that it used. */
function measureProgram(args: readonly string[]): number {
  const script = 'console.error(JSON.stringify(process.cpuUsage()))';
  const hook = `data:text/javascript,process.on('exit',()=>${script})`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', hook, ...args], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { user, system } = JSON.parse(stderr) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}

/** The starts of servers and the processor seconds of programs, by name, one for each round. */
interface Starts {
  readonly servers: ReadonlyMap<string, readonly Start[]>;
  readonly programs: ReadonlyMap<string, readonly number[]>;
}

async function measure(): Promise<Starts> {
  const servers = new Map<string, Start[]>(SERVERS.map((name) => [name, []]));
  const programs = new Map<string, number[]>(Object.keys(PROGRAMS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, start] of await measureServers()) servers.get(name)?.push(start);
    for (const [name, list] of programs) list.push(measureProgram(PROGRAMS[name] ?? []));
  }
  return { servers, programs };
}

/** Returns what the smallest agent takes beside bare express, and what the command takes. */
export async function toFigures(): Promise<readonly Figure[]> {
  const { servers, programs } = await measure();
  const compare = (name: string, unit: string, read: (start: Start) => number): Figure =>
    toFigure(name, {
      unit,
      ours: (servers.get('formwork') ?? []).map(read),
      peer: ['express', (servers.get('express') ?? []).map(read)],
    });
  return [
    compare('start until the first answer', 's', ({ answered }) => answered),
    compare('memory of the smallest agent at rest', 'MB', (start) => start.restingMegabytes),
    compare('memory after its first answer', 'MB', ({ megabytes }) => megabytes),
    compare('processor of a start', 's', ({ processor }) => processor),
    toFigure('processor of formwork --version', {
      unit: 's',
      ours: programs.get('formwork --version') ?? [],
      peer: ['node', programs.get('node --eval 0') ?? []],
    }),
  ];
}

async function main(): Promise<void> {
  const { servers, programs } = await measure();
  console.log(`Medians of ${ROUNDS} rounds, ${process.version}`);
  for (const [name, list] of servers) {
    const answered = median(list.map((start) => start.answered)).toFixed(2);
    const megabytes = median(list.map((start) => start.megabytes)).toFixed(0);
    const resting = median(list.map((start) => start.restingMegabytes)).toFixed(0);
    const processor = median(list.map((start) => start.processor)).toFixed(2);
    console.log(
      `${name.padEnd(20)} first answer ${answered} s, then ${megabytes} MB, at rest ${resting} MB, processor ${processor} s`,
    );
  }
  for (const [name, list] of programs) {
    console.log(`${name.padEnd(20)} processor ${median(list).toFixed(3)} s`);
  }
}

if (import.meta.main) await main();
