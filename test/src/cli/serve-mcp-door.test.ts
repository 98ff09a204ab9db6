import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { connectModern, connectOld } from '../mcp/hosts.ts';
import { callRaw } from '../mcp/raw-mcp.ts';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
}

async function callModern(url: string): Promise<unknown> {
  const host = await connectModern(new ModernHttp(new URL(url)));
  const { structuredContent } = await host.call('say', { to: 'me' });
  await host.close();
  return structuredContent;
}

test('start serves the skills as tools under the public address, and under no other name', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const args = ['start', 'agent.ts', '--port', '0', '--public-url', 'https://agents.example'];
  const program = startCli(args, { cwd });
  const [, door = ''] = await program.waitFor(/MCP +(http:\S+\/mcp) /u);
  const params = { name: 'say', arguments: { to: 'me' } };
  const callAs = (host: string) =>
    callRaw(new URL(door), 'tools/call', { params, headers: { host } });
  const { status, result } = await callAs('agents.example');
  expect(status).toBe(200);
  expect(result['structuredContent']).toEqual({ word: 'hello' });
  expect((await callAs('evil.example')).status).toBe(403);
  await stop(program);
});

test('start serves the skills as tools, to hosts of both revisions', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const program = startCli(['start', 'agent.ts', '--port', '0'], { cwd });
  const [, door = ''] = await program.waitFor(/MCP +(http:\S+\/mcp) /u);
  expect(await callModern(door)).toEqual({ word: 'hello' });
  const host = await connectOld(new OldHttp(new URL(door)));
  expect((await host.listTools()).map(({ name }) => name)).toEqual(['say', 'ask', 'a2a_task']);
  await host.close();
  await stop(program);
});

test.each([
  ['told so', ['--no-mcp'], {}],
  ['callers have keys', [], { 'formwork.config.json': JSON.stringify({ apiKeys: { k: 'ada' } }) }],
])('start serves no tools when %s', async (_when, flags, files) => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello'), ...files });
  const program = startCli(['start', 'agent.ts', '--port', '0', ...flags], { cwd });
  const [, url = ''] = await program.waitFor(/JSON-RPC +(http:\S+)\/a2a/u);
  await program.waitFor(/Ctrl-C/u);
  expect(program.output()).not.toContain('MCP');
  expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).toBe(404);
  await stop(program);
});

test('dev serves the tools of every version', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('one') });
  const program = startCli(['dev', 'agent.ts', '--port', '0'], { cwd });
  const [, door = ''] = await program.waitFor(/Tools for models: (http:\S+\/mcp)/u);
  expect(await callModern(door)).toEqual({ word: 'one' });
  writeFileSync(join(cwd, 'agent.ts'), toAgentModule('two'));
  await program.waitFor(/Reloaded/u);
  expect(await callModern(door)).toEqual({ word: 'two' });
  await stop(program);
});
