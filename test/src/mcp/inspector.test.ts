import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { toProgram } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runProgram } from '../support/run-program.ts';
import { serveForCli } from '../support/serve-for-cli.ts';
import { connectModern } from './hosts.ts';

const PACKAGE = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/package.json',
);
const CLIENTS = join(PACKAGE, '..', 'clients');
const LAUNCHER = join(CLIENTS, 'launcher', 'build', 'index.js');
const INSPECTOR = join(CLIENTS, 'cli', 'build', 'index.js');
const CHILD = fileURLToPath(new URL('children/inspect-all.ts', import.meta.url));
const BIN = fileURLToPath(new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url));

/** The arguments for each tool of the demo, with members that the result must have. */
const CALLS = {
  'demo_fight-comparison': [{ a: 'Lion', b: 'Ox' }, { winner: 'Lion' }],
  'demo_expense-report': [
    {
      employee: 'Ada Lovelace',
      email: 'ada@example.com',
      currency: 'EUR',
      items: [
        { date: '2026-11-02', category: 'travel', description: 'Train to Turin', amount: 89.9 },
      ],
    },
    { total: 89.9, currency: 'EUR' },
  ],
  'demo_import-contacts': [
    { contacts: [{ name: 'Ada Lovelace', email: 'ada@example.com' }], pauseMs: 0 },
    {
      state: 'completed',
      schema: 'importSummary',
      output: { imported: 1, duplicates: 0, rejected: [] },
    },
  ],
  'demo_plan-trip_cityTrip': [
    { city: 'Lisbon', startDate: '2027-04-12', days: 1 },
    { title: 'Lisbon', days: [{ date: '2027-04-12', place: 'Lisbon' }] },
  ],
  'demo_plan-trip_roadTrip': [
    { stops: ['Porto', 'Lisbon'], startDate: '2027-04-12' },
    { title: 'Porto - Lisbon' },
  ],
} as const;

interface Told {
  readonly result: {
    readonly tools?: readonly { readonly name: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
  };
}

async function startDemo(folder: string): Promise<string> {
  const env = { PORT: '0', FORMWORK_FILE: join(folder, 'demo.sqlite') };
  const demo = runProgram('apps/demo/dist/node/main.js', env, { folder });
  const [, url = ''] = await demo.waitFor(/(http:\/\/\S+)\/mcp/u);
  return url;
}

/** Runs the command line of the MCP Inspector; returns one result for each call. */
async function inspect(home: string, args: readonly string[]): Promise<Told['result'][]> {
  const child = spawn(process.execPath, args, {
    cwd: home,
    // The inspector, and the command that it starts, store their data in the home folder.
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program = toProgram(child);
  const code = await program.exit;
  if (code !== 0) throw new Error(`The inspector ended with ${code}: ${program.output()}`);
  // The inspector writes warnings to standard error.
  const lines = program.output().split('\n');
  const told = lines.filter((line) => line.startsWith('{"result"'));
  return told.map((line) => (JSON.parse(line) as Told).result);
}

const toAddress = async (home: string): Promise<readonly string[]> => [
  `${await startDemo(home)}/mcp`,
];
const toCommand = async (home: string): Promise<readonly string[]> => {
  const environment = ['-e', `NODE_COMPILE_CACHE=${COMPILE_CACHE.NODE_COMPILE_CACHE}`];
  const agent = `demo=${await serveForCli()}`;
  await keepCard(home, agent);
  return [process.execPath, BIN, 'mcp', agent, ...environment];
};

/**
 * Lets a bridge keep the card of an agent in the home folder, so that the next ones list its tools at
 * once, however busy the machine. The inspector lists tools once.
 */
async function keepCard(home: string, agent: string): Promise<void> {
  const bridge = startCli(['mcp', '--http', '--port', '0', agent], {
    cwd: home,
    env: { HOME: home },
  });
  const [address] = await bridge.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const host = await connectModern(new StreamableHTTPClientTransport(new URL(address)));
  const list = async (): Promise<readonly string[]> =>
    (await host.listTools()).map(({ name }) => name);
  await expect.poll(list).toContain('demo_fight-comparison');
  const kept = async (): Promise<string> => (await readdir(home, { recursive: true })).join('\n');
  await expect.poll(kept).toMatch(/\.json$/mu);
  bridge.child.kill('SIGTERM');
  await bridge.exit;
}

test.each([
  ['over standard input and output', 'legacy', toCommand],
  ['at /mcp of the demo', 'modern', toAddress],
] as const)(
  'the inspector lists and calls every skill of the demo %s',
  async (_place, era, toTarget) => {
    const home = await mkdtemp(join(tmpdir(), 'formwork-inspector-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const target = await toTarget(home);
    const options = ['--format', 'json', '--quiet', '--protocol-era', era];
    const toArgs = (...method: readonly string[]): readonly string[] => [
      ...options,
      '--connect-timeout',
      '60000',
      ...target,
      '--method',
      ...method,
    ];
    const list = toArgs('tools/list', '--strict');
    const calls = Object.entries(CALLS).map(([name, [args]]) =>
      toArgs('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
    );
    // The launcher that people use loads everything again, so it runs only once.
    const launched = era === 'legacy' ? await inspect(home, [LAUNCHER, '--cli', ...list]) : [];
    const all = era === 'legacy' ? calls : [list, ...calls];
    const told = [...launched, ...(await inspect(home, [CHILD, INSPECTOR, JSON.stringify(all)]))];
    const [listed, ...called] = told;
    expect(listed?.tools?.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(CALLS), 'a2a_task', 'demo_ask'].toSorted(),
    );
    expect(called.map((result) => ({ isError: false, ...result }))).toMatchObject(
      Object.values(CALLS).map(([, result]) => ({ isError: false, structuredContent: result })),
    );
  },
);
