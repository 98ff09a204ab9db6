import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { connectOld } from '../mcp/hosts.ts';
import { callRaw } from '../mcp/raw-mcp.ts';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { askForm, askInSession, askTool, askWithMessage } from './ask-doors.ts';

const WORD = { word: 'hello' };

/**
 * A module of Node that counts the bytes of modules that a program loads in one turn of its event
 * loop while it serves requests. No other request is answered meanwhile: two megabytes take more
 * than 100 ms.
 */
const COUNT_LATE_BYTES = `
  import { subscribe } from 'node:diagnostics_channel';
  import { registerHooks } from 'node:module';
  let [isServing, turn, most] = [false, 0, 0];
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (isServing && turn === 0) setImmediate(() => (turn = 0));
      if (isServing) most = Math.max(most, (turn += loaded.source?.length ?? 0));
      return loaded;
    },
  });
  subscribe('http.server.request.start', () => (isServing = true));
  process.on('exit', () => console.log('Loaded in one turn: ' + most + ' bytes'));
`;

/** Starts an agent by the command and waits until the command has printed all addresses. */
async function start(
  flags: readonly string[],
  { files = {}, env = {} }: { readonly files?: Record<string, string>; readonly env?: object } = {},
): Promise<{ readonly program: Program; readonly url: string }> {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello'), ...files });
  const program = startCli(['start', 'agent.js', ...flags], { cwd, env: { ...env } });
  await program.waitFor(/Ctrl-C/u);
  const [, url = ''] = await program.waitFor(/JSON-RPC +(http:\S+)\/a2a/u);
  return { program, url };
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
}

test('start serves forms and tools under the public address, and no messages by itself', async () => {
  const agent = 'https://agents.example';
  const { program } = await start(['--port', '0', '--allow-anonymous', '--public-url', agent]);
  const [, url = ''] = await program.waitFor(/Forms +(http:\S+)\/ +for people/u);
  await program.waitFor(/Public +https:\/\/agents\.example +the address on the card/u);
  expect((await fetch(url)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await (await fetch(`${url}/api/config`)).json()).toEqual({
    mode: 'one',
    agents: [{ url: agent, name: 'Speaker' }],
  });
  expect(await askForm(url, agent)).toMatchObject({ kind: 'result', data: WORD });

  const [, door = ''] = await program.waitFor(/MCP +(http:\S+\/mcp) /u);
  const params = { name: 'say', arguments: { to: 'me' } };
  const callAs = (host: string) =>
    callRaw(new URL(door), 'tools/call', { params, headers: { host } });
  const { status, result } = await callAs('agents.example');
  expect(status).toBe(200);
  expect(result['structuredContent']).toEqual(WORD);
  // The server refuses any other host name.
  expect((await callAs('evil.example')).status).toBe(421);

  expect((await fetch(`${url}/messages`, { method: 'POST' })).status).toBe(404);
  await stop(program);
});

test('start serves tools to hosts of both revisions, and messages and sessions if told so', async () => {
  const { program } = await start(['--port', '0', '--messages', '--sessions', '/v1'], {
    files: { 'count.mjs': COUNT_LATE_BYTES },
    env: { NODE_OPTIONS: '--import ./count.mjs' },
  });
  const [, tools = ''] = await program.waitFor(/MCP +(http:\S+\/mcp) /u);
  expect(await askTool(tools)).toEqual(WORD);
  const host = await connectOld(new StreamableHTTPClientTransport(new URL(tools)));
  expect((await host.listTools()).map(({ name }) => name)).toEqual(['say', 'ask', 'a2a_task']);
  expect(host.client.getServerVersion()?.name).toBe('Speaker');
  await host.close();

  const [, messages = ''] = await program.waitFor(/Messages +(http:\S+\/messages)/u);
  expect(await askWithMessage(messages)).toEqual([200, { status: 'success', data: WORD }]);

  const [, sessions = ''] = await program.waitFor(/Sessions +(http:\S+)\/card/u);
  expect(sessions).toMatch(/\/v1$/u);
  expect(await askInSession(sessions)).toEqual(WORD);
  await stop(program);
  const [, bytes] = await program.waitFor(/Loaded in one turn: (\d+) bytes/u);
  expect(Number(bytes)).toBeGreaterThan(0);
  expect(Number(bytes)).toBeLessThan(1_500_000);
});

test('start serves no forms and no tools if told so, whatever the environment says', async () => {
  const env = { FORMWORK_FORMS: 'true' };
  const { program, url } = await start(['--port', '0', '--no-forms', '--no-mcp'], { env });
  expect(program.output()).not.toContain('Forms');
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  expect(program.output()).not.toContain('MCP');
  expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).toBe(404);
  await stop(program);
});

test('keys of the config file are needed by callers, by hosts of MCP as well', async () => {
  const key = 'a-long-and-random-key';
  const config = { port: 0, sessions: '/v1', apiKeys: { [key]: { id: 'ada', scopes: ['any'] } } };
  const files = { 'keys.json': JSON.stringify(config) };
  const { program, url } = await start(['--config', 'keys.json'], { files });
  const refused = await runKept(['call', url, 'say', '--to', 'me']);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('Say who you are with --header');
  const header = `X-API-Key: ${key}`;
  const known = await runKept(['call', url, 'say', '--to', 'me', '--header', header]);
  expect(JSON.parse(known.stdout)).toEqual(WORD);

  const [, sessions = ''] = await program.waitFor(/Sessions +(http:\S+)\/card/u);
  expect(await askInSession(sessions, { 'x-api-key': key })).toEqual(WORD);
  expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).toBe(401);
  const headers = { 'x-api-key': key };
  const host = await connectOld(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  const result = await host.call('say', { to: 'me' });
  expect(result.structuredContent).toEqual(WORD);
  await host.close();
  await stop(program);
});

test('a path of sessions that is none is refused', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const { code, stderr } = await runKept(['start', 'agent.js', '--sessions', 'v1'], { cwd });
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    'Cannot serve because --sessions must be a path such as /v1: current value is "v1"',
  );
});
