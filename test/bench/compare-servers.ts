import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createBody, HEADERS, type Sample } from './load/create-body.ts';
import { median } from './median.ts';
import { startServer, type BenchServer } from './servers/start-server.ts';

/** A server that a benchmark compares with others, which runs in its own process. */
export interface Contestant {
  /** The name of the server in the printed table. */
  readonly name: string;
  /** The name of the server's file in `servers`, without its extension. */
  readonly server: string;
  readonly args?: readonly string[];
  /** The winner of the fight that every request asks about. Default "Lion". */
  readonly winner?: string;
}

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECONDS = Number(process.env['SECONDS'] ?? 4);

/** The time for which each server is called before it is measured, until V8 has compiled its code. */
const WARM_UP_SECONDS = Number(process.env['WARM_UP'] ?? 6);

/**
 * The time for which each server is called before each round. While others are measured, V8 collects
 * the shapes of objects of an idle process, and must compile again what relied on them.
 */
const WAKE_SECONDS = Number(process.env['WAKE'] ?? 3);

/** The kinds of load, in the order in which they are used. */
const LOADS = (process.env['LOADS'] ?? 'with-callers,with-fetch,with-autocannon').split(',');

/** The results of one server under one kind of load. The lists have one value for each round. */
export interface ServerRounds {
  readonly name: string;
  /** The requests answered per second. */
  readonly rates: readonly number[];
  /** The times within which 99 of 100 answers came, in milliseconds. */
  readonly tails: readonly number[];
  /** The processor time per request, in milliseconds. */
  readonly costs: readonly number[];
}

/** The results of all servers under one kind of load, in turn. */
export interface LoadRounds {
  /** The name of the load's file in `load`, without its extension. */
  readonly load: string;
  readonly servers: readonly ServerRounds[];
}

interface Entrant {
  readonly name: string;
  readonly server: BenchServer;
}

/** Measures servers as {@link measureServers} does, and prints what they did under each load. */
export async function compareServers(contestants: readonly Contestant[]): Promise<void> {
  for await (const rounds of measureServers(contestants)) printLoad(rounds);
}

/**
 * Sends structured `SendMessage` requests, 16 at a time, to each server in turn, under one kind of
 * load after the other.
 */
export async function* measureServers(
  contestants: readonly Contestant[],
): AsyncGenerator<LoadRounds, void, undefined> {
  const servers = await Promise.all(
    contestants.map(async ({ name, server, args, winner = 'Lion' }) => ({
      name,
      winner,
      server: await startServer(server, args),
    })),
  );
  try {
    for (const { server, winner } of servers) await check(server.port, winner);
    for (const load of LOADS) yield await measureUnder(load, servers);
  } finally {
    for (const { server } of servers) server.stop();
  }
}

/**
 * Waits until the disk has written all data, so that one server's writes do not slow down the next
 * server.
 */
async function settleDisk(): Promise<void> {
  await promisify(execFile)('sync');
}

async function measureUnder(load: string, entrants: readonly Entrant[]): Promise<LoadRounds> {
  const servers = entrants.map(({ name, server }) => ({
    name,
    server,
    rates: [] as number[],
    tails: [] as number[],
    costs: [] as number[],
  }));
  for (const { server } of servers) await measure(load, server.port, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, rates, tails, costs } of servers) {
      if (WAKE_SECONDS > 0) await measure(load, server.port, WAKE_SECONDS);
      await settleDisk();
      const before = server.cpuSeconds();
      const { rate, p99 } = await measure(load, server.port, SECONDS);
      costs.push(((server.cpuSeconds() - before) * 1000) / (rate * SECONDS));
      rates.push(rate);
      tails.push(p99);
    }
  }
  return { load, servers };
}

/** Prints rates, p99, processor time, and the ratios of the first server to the others. */
function printLoad({ load, servers }: LoadRounds): void {
  console.log(`\n${load}, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  for (const { name, rates, tails, costs } of servers) {
    const rate = median(rates).toFixed(0).padStart(6);
    const [p99, cost] = [median(tails).toFixed(1), median(costs).toFixed(3)];
    console.log(`  ${name.padEnd(16)} ${rate} requests/s   p99 ${p99} ms   cpu ${cost} ms`);
  }
  const [first, ...peers] = servers;
  for (const peer of peers) {
    const ratios = peer.rates.map((rate, round) => (first?.rates[round] ?? NaN) / rate);
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    const cost = median(peer.costs.map((each, round) => (first?.costs[round] ?? NaN) / each));
    const label = `${first?.name} / ${peer.name}`.padEnd(28);
    console.log(`  ${label} ${median(ratios).toFixed(2)}   cpu ${cost.toFixed(2)}   (${all})`);
  }
}

/**
 * Runs a load in a process of its own, so that the load does not share an event loop with a server.
 */
async function measure(load: string, port: number, seconds: number): Promise<Sample> {
  const file = new URL(`load/${load}.ts`, import.meta.url).pathname;
  const args = [file, String(port), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Sample;
}

/**
 * Sends one request to a server and throws if the answer is wrong, so that a fast wrong server
 * cannot win.
 */
async function check(port: number, winner: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/a2a`;
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: createBody() });
  const text = await response.text();
  if (!text.includes(`"winner":"${winner}"`)) throw new Error(`Wrong answer: ${text}`);
}
