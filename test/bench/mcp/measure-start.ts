// Measures the time from the start of a bridge to its list of tools, while some agents cannot be
// reached. It runs real processes of the built command, from spawn to the answer of tools/list.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median } from '../median.ts';

const BIN = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;
const LIVE = 20;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: { _meta: META },
});

interface Answer {
  readonly result?: { readonly tools: readonly unknown[] };
}

interface Start {
  readonly agents: readonly string[];
  /**
   * The words of a command that runs `formwork` without a name server; empty to run it directly.
   */
  readonly under: readonly string[];
}

interface Started {
  readonly ms: number;
  readonly tools: number;
}

/**
 * Prints the time that a bridge needs to start beside each kind of unreachable agent. `toCard`
 * returns the card of the reachable agent at an origin.
 */
export async function measureStart(toCard: (origin: string) => string): Promise<void> {
  const live = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(toCard(origin));
  }).listen(0, '127.0.0.1');
  await once(live, 'listening');
  const origin = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const hole = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const shut = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  closed.close();
  const agents = Array.from({ length: LIVE }, (_, index) => `live-${index}=${origin}/${index}`);
  // The name `localhost` has to be looked up, but no name server is asked for it.
  agents.push(`named=${origin.replace('127.0.0.1', 'localhost')}`);
  const away = (count: number, toUrl: (index: number) => string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `away-${index}=${toUrl(index)}`);
  console.log(`from spawn to tools/list, ${LIVE + 1} agents there, ${ROUNDS} times each:`);
  const cases: [string, Start][] = [
    ['none away', { agents, under: [] }],
    ['1 refuses', { agents: [...agents, ...away(1, () => shut)], under: [] }],
    ['20 refuse', { agents: [...agents, ...away(20, () => shut)], under: [] }],
    ['1 never answers', { agents: [...agents, ...away(1, () => hole)], under: [] }],
    [
      '20 never answer',
      { agents: [...agents, ...away(20, (index) => `${hole}/${index}`)], under: [] },
    ],
  ];
  const under = await silenceNames();
  if (under === undefined)
    console.log('  (names cannot be made slow here: that takes root and unshare)');
  else {
    const toName = (index: number): string => `https://away-${index}.example.org`;
    cases.push(
      ['1 name is not found for long', { agents: [...agents, ...away(1, toName)], under }],
      ['20 names are not', { agents: [...agents, ...away(20, toName)], under }],
    );
  }
  for (const [name, start] of cases) {
    const overStdio: Started[] = [];
    const overHttp: Started[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      overStdio.push(await startStdio(start));
      overHttp.push(await startHttp(start));
    }
    console.log(`  ${name}: stdio ${format(overStdio)}, HTTP ${format(overHttp)}`);
  }
  live.close();
  silent.closeAllConnections();
  silent.close();
}

function format(all: readonly Started[]): string {
  const times = all.map(({ ms }) => ms);
  const tools = Math.min(...all.map((one) => one.tools));
  return `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} at most (${tools} tools)`;
}

function startBridge({ agents, under }: Start, flags: readonly string[]): ChildProcess {
  const [program = '', ...args] = [...under, process.execPath, BIN, 'mcp', ...flags, ...agents];
  const env = { PATH: process.env['PATH'], HOME: mkdtempSync(join(tmpdir(), 'formwork-bench-')) };
  return spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
}

async function startStdio(start: Start): Promise<Started> {
  const begun = performance.now();
  const child = startBridge(start, []);
  child.stdin?.write(`${CALL}\n`);
  const tools = await readLine(child, (line) => toTools(line));
  return end(child, { ms: performance.now() - begun, tools });
}

async function startHttp(start: Start): Promise<Started> {
  const begun = performance.now();
  const child = startBridge(start, ['--http', '--port', '0']);
  const url = await readLine(child, (line) => /http:\S+\/mcp/u.exec(line)?.[0]);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
    body: CALL,
  });
  const text = await response.text();
  const lines = text.split('\n').map((line) => toTools(line.replace(/^data: /u, '')));
  const tools = lines.find((count) => count !== undefined) ?? 0;
  return end(child, { ms: performance.now() - begun, tools });
}

async function end(child: ChildProcess, started: Started): Promise<Started> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return started;
}

function toTools(line: string): number | undefined {
  if (!line.startsWith('{')) return undefined;
  return (JSON.parse(line) as Answer).result?.tools.length;
}

async function readLine<Found>(
  { stdout }: ChildProcess,
  find: (line: string) => Found | undefined,
): Promise<Found> {
  if (stdout === null) throw new Error('The bridge has no output');
  for await (const line of createInterface({ input: stdout })) {
    const found = find(line);
    if (found !== undefined) return found;
  }
  throw new Error('The bridge ended without an answer');
}

/**
 * Returns the words of a command under which no name server answers a program; `undefined` if this
 * machine cannot do so.
 */
async function silenceNames(): Promise<readonly string[] | undefined> {
  const server = createSocket('udp4').unref();
  server.bind(53, '127.9.9.9');
  const bound = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!bound) return undefined;
  const file = join(mkdtempSync(join(tmpdir(), 'formwork-names-')), 'resolv.conf');
  writeFileSync(file, 'nameserver 127.9.9.9\n');
  const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const under = ['unshare', '-m', 'sh', '-c', script, file];
  return spawnSync(under[0] ?? '', [...under.slice(1), 'true']).status === 0 ? under : undefined;
}
