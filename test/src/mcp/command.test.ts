import { createBearerAuthentication } from '@formwork/server';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectModern, connectOld } from './hosts.ts';

const BIN = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;
const TOKEN = 'a-token-of-an-agent';

/** Serves an agent that accepts only callers with a certain bearer token. */
async function startGuarded(): Promise<string> {
  const authenticate = createBearerAuthentication({
    verify: (token) => Promise.resolve(token === TOKEN ? { id: 'bridge' } : undefined),
  });
  const { url } = await startServer(createFixtureAgent(), { authenticate });
  return url;
}

test('bridges over standard input and output, with credentials of the environment', async () => {
  const url = await startGuarded();
  const folder = makeCliFolder({});
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...COMPILE_CACHE,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    FORMWORK_TOKEN_MY_FIX: TOKEN,
  };
  const args = [BIN, 'mcp', `my-fix=${url}`, 'http://127.0.0.1:9'];
  const server = { command: process.execPath, args, env, stderr: 'pipe' as const };
  // The host starts the command twice, as many hosts do: first to ask for the protocol revision.
  const transport = new ModernStdio(server);
  let written = '';
  transport.stderr?.on('data', (bytes) => (written += String(bytes)));
  const modern = await connectModern(transport);
  expect(await modern.call('my-fix_talk', { message: 'hi' })).toMatchObject({
    structuredContent: { text: 'You said: hi' },
  });
  const old = await connectOld(new OldStdio(server));
  let names: readonly string[] = [];
  // A list has the agents that were found in time.
  await expect
    .poll(async () => (names = (await old.listTools()).map(({ name }) => name)))
    .toContain('my-fix_compare');
  expect(names.filter((name) => name.startsWith('agent_'))).toEqual([]);
  const file = join(folder, 'formwork', 'mcp-handles.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/u);
  expect(written).toContain('127.0.0.1:9');
  expect(written).not.toContain(TOKEN);
});

test('bridges over HTTP, as a config file says', async () => {
  const url = await startGuarded();
  const folder = makeCliFolder({
    'token.txt': `Bearer ${TOKEN}\n`,
    'agents.json': JSON.stringify({
      agents: {
        shop: {
          url,
          headers: { authorization: { file: 'token.txt' } },
          allow: ['com*', 'talk'],
          deny: ['talk'],
          ask: false,
          hints: { readOnly: true },
        },
      },
      callers: { ada: { env: 'ADA' } },
      audit: 'logs/audit.jsonl',
    }),
  });
  const env = { ADA: 'a-secret-of-ada-only', XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const program = startCli(['mcp', '--config', 'agents.json', '--http', '--port', '0'], {
    env,
    cwd: folder,
  });
  const [address] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const requestInit = { headers: { authorization: `Bearer ${env.ADA}` } };
  const host = await connectModern(
    new StreamableHTTPClientTransport(new URL(address), { requestInit }),
  );
  let tools: Awaited<ReturnType<typeof host.listTools>> = [];
  await expect
    .poll(async () => (tools = await host.listTools()).map(({ name }) => name))
    .toEqual(['shop_compare', 'a2a_task']);
  expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(await host.call('shop_compare', { a: 'Lion', b: 'Ox' })).toMatchObject({
    structuredContent: { winner: 'Lion' },
  });
  const wrong = { method: 'POST', body: '{}', headers: { authorization: 'Bearer quagga' } };
  expect((await fetch(`${address}?token=quagga`, wrong)).status).toBe(401);
  expect((await fetch(`${address}/quagga`, wrong)).status).toBe(404);
  expect(await host.call('a2a_task', { task_id: 'no-handle' })).toMatchObject({ isError: true });
  const log = join(folder, 'logs', 'audit.jsonl');
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      time: expect.any(String),
      kind: 'credentials-refused',
      address: '127.0.0.1',
      path: '/mcp',
    },
    { time: expect.any(String), kind: 'handle-refused', principal: 'ada', reason: 'unknown' },
  ]);
  for (const secret of [TOKEN, env.ADA, 'quagga']) expect(program.output()).not.toContain(secret);
});

test.each([
  [['mcp'], 'must be an agent'],
  [['mcp', 'x=http://127.0.0.1:9', '--http', '--host', '0.0.0.0'], 'must have "callers"'],
  [['mcp', 'a2a=http://127.0.0.1:9'], "the bridge's own tools"],
])('%j is told what is wrong', async (args, message) => {
  const folder = makeCliFolder({});
  const { code, stdout, stderr } = await runKept(args, {
    cwd: folder,
    env: { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
  });
  expect(code).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
});
