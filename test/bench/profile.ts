// Profiles one of the paths that have to be fast, and prints where the busy time of its process
// goes: by owner (a package, Node, V8, the kernel) and by function.
//
//   node test/bench/profile.ts call        a structured call in memory, raw requests
//   node test/bench/profile.ts durable     the same of the demo on a file
//   node test/bench/profile.ts append      an artifact in pieces on a file
//   node test/bench/profile.ts subscribe   1,000 readers of one task
//   node test/bench/profile.ts bridge      a call through the bridge over HTTP
//
// `profile-keys.ts` does the same for a key in a form.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HEADERS } from './load/create-body.ts';
import { printShares } from './profile/print-shares.ts';
import type { Profile } from './profile/read-profile.ts';
import { startServer } from './servers/start-server.ts';
import { createBenchFile } from './stores/bench-file.ts';

/** The time for which a server is called while it is profiled, in seconds. */
const SECONDS = Number(process.env['SECONDS'] ?? 8);
const EXIT = "data:text/javascript,process.once('SIGTERM',()=>process.exit())";

/** Runs a load of `load/` with arguments, and ignores what it prints. */
async function runLoad(name: string, args: readonly number[]): Promise<void> {
  const file = new URL(`load/${name}.ts`, import.meta.url).pathname;
  await promisify(execFile)(process.execPath, [file, ...args.map(String)]);
}

async function write(port: number): Promise<void> {
  const parts = [{ text: JSON.stringify({ chunks: 20_000, characters: 40, awaited: true }) }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const url = `http://127.0.0.1:${port}/a2a`;
  const body = JSON.stringify(call);
  await (await fetch(url, { method: 'POST', headers: HEADERS, body })).text();
}

interface Subject {
  readonly server: string;
  readonly isOnDisk: boolean;
  readonly load: (port: number) => Promise<void>;
}

/** Profiles a server from its start to its end, under a load that is long beside the start. */
async function profileServer({ server: name, isOnDisk, load }: Subject): Promise<Profile> {
  const file = createBenchFile();
  const folder = mkdtempSync(join(tmpdir(), 'formwork-profile-'));
  process.env['NODE_OPTIONS'] = `--cpu-prof --cpu-prof-dir=${folder} --import=${EXIT}`;
  const server = await startServer(name, isOnDisk ? [file.file] : []);
  delete process.env['NODE_OPTIONS'];
  try {
    await load(server.port);
    server.stop();
    return await readWhenWritten(folder);
  } finally {
    server.kill();
    file.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Reads the profile that a process writes into a folder when it ends. */
async function readWhenWritten(folder: string): Promise<Profile> {
  for (let tries = 0; tries < 200; tries += 1) {
    await sleep(100);
    const [name] = readdirSync(folder);
    if (name === undefined) continue;
    try {
      return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
    } catch {
      // It is still being written.
    }
  }
  throw new Error('The process wrote no profile');
}

async function profileBridge(): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-profile-'));
  process.env['BRIDGE_FLAGS'] = `--cpu-prof --cpu-prof-dir=${folder}`;
  const { startHttpBridge } = await import('./mcp/start-bridge.ts');
  const agent = await startServer('formwork');
  try {
    const bridge = await startHttpBridge(`bench=http://127.0.0.1:${agent.port}`);
    await bridge.client.listTools();
    const call = { name: 'bench_fight-comparison', arguments: { a: 'Lion', b: 'Ant' } };
    const end = performance.now() + SECONDS * 1_000;
    while (performance.now() < end) await bridge.client.callTool(call);
    await bridge.stop();
    return await readWhenWritten(folder);
  } finally {
    agent.stop();
    rmSync(folder, { recursive: true });
  }
}

const PATHS: Readonly<Record<string, () => Promise<Profile>>> = {
  call: () =>
    profileServer({
      server: 'formwork',
      isOnDisk: false,
      load: (port) => runLoad('with-autocannon', [port, SECONDS]),
    }),
  durable: () =>
    profileServer({
      server: 'demo',
      isOnDisk: true,
      load: (port) => runLoad('with-autocannon', [port, SECONDS]),
    }),
  append: () =>
    profileServer({
      server: 'essay-formwork',
      isOnDisk: true,
      async load(port) {
        for (let count = 0; count < 5; count += 1) await write(port);
      },
    }),
  subscribe: () =>
    profileServer({
      server: 'crowd-formwork',
      isOnDisk: false,
      load: (port) => runLoad('crowd', [port, 1_000, 1, SECONDS * 5, 200, 3_000]),
    }),
  bridge: profileBridge,
};

const [path = ''] = process.argv.slice(2);
const run = PATHS[path];
if (run === undefined) throw new Error(`Name a path: ${Object.keys(PATHS).join(', ')}`);
printShares(path, await run());
