import { connect, type RemoteAgent } from '@formwork/client';
import { createMcpAgent } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { connectModern } from '../mcp/hosts.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { toFixtureSource } from './serve-reversed.ts';

followTests();

const CHILD = fileURLToPath(new URL('children/fixture-server.ts', import.meta.url));

interface Etags {
  readonly etag: string | null;
  readonly skills: readonly string[];
}

async function readCard(url: string): Promise<Etags> {
  const headers = { 'A2A-Version': '1.0' };
  const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  const card = (await response.json()) as { readonly skills: readonly { readonly id: string }[] };
  return { etag: response.headers.get('etag'), skills: card.skills.map(({ id }) => id) };
}

/** Serves an MCP server whose tools change, and follows the changes as the command does. */
async function serveFollowing(legacy: boolean): Promise<{ url: string; remote: RemoteAgent }> {
  const mcp = await createMcpAgent(toFixtureSource({ legacy }));
  onTestFinished(() => mcp.close());
  const server = createServer(mcp.agent, { openTasks: true });
  mcp.onAgentChanged(server.replaceAgent);
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { url, remote: await connect(url) };
}

// The longest test comes first.
test.concurrent('the command follows changes, and says so while the program is away', async ({
  expect,
}) => {
  const folder = makeCliFolder({});
  const lock = join(folder, 'locked');
  const script = 'test -e "$0" && exit 1; exec "$@"';
  const args = ['sh', '-c', script, lock, process.execPath, CHILD, '{}'];
  const program = startCli(['serve-mcp', '--port', '0', '--json', ...args], { cwd: folder });
  const [, url = ''] = await program.waitFor(/"url":"([^"]+)"/u);
  const remote = await connect(url);
  await remote.skill('grow').call({ really: true });
  await expect.poll(async () => (await readCard(url)).skills).toContain('grown');
  const host = await connectModern(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  await expect
    .poll(async () => (await host.listTools()).map(({ name }) => name))
    .toContain('grown');

  const { pid } = JSON.parse(String(await remote.skill('environment').call({}))) as { pid: number };
  writeFileSync(lock, '');
  process.kill(pid, 'SIGKILL');
  await program.waitFor(/ended and is started again/u);
  await expect
    .poll(async () =>
      remote
        .skill('say')
        .call({ texts: ['hi'] })
        .catch(String),
    )
    .toContain('is not there');
  rmSync(lock);
  await expect
    .poll(async () =>
      remote
        .skill('say')
        .call({ texts: ['hi'] })
        .catch(String),
    )
    .toBe('hi');
  // The restarted program lists its original tools again.
  await expect.poll(async () => (await readCard(url)).skills).not.toContain('grown');
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test.concurrent.for(['new', 'old'])(
  'the card follows the tools of a server: %s',
  async (era, { expect }) => {
    const { url, remote } = await serveFollowing(era === 'old');
    const before = await readCard(url);
    await remote.skill('grow').call({ really: true, without: 'media' });
    await expect.poll(async () => (await readCard(url)).skills).toContain('grown');
    const after = await readCard(url);
    expect(after.skills).not.toContain('media');
    expect(after.etag).not.toBe(before.etag);
    const now = await connect(url);
    expect(now.schemaNames).toContain('grown');
    expect(now.schemaNames).not.toContain('media');
    expect(await now.skill('sum').call({ a: 1, b: 2 })).toEqual({ sum: 3 });
  },
);

test.concurrent('a task goes on with the definition that it began with, over a question', async ({
  expect,
}) => {
  const { url, remote } = await serveFollowing(false);
  const before = await remote.skill('ask').run({});
  expect(before.state).toBe('input-required');
  await remote.skill('grow').call({ really: true, without: 'ask' });
  await expect.poll(async () => (await readCard(url)).skills).not.toContain('ask');
  // New calls of the skill are refused, because it no longer exists.
  await expect(remote.skill('ask').call({})).rejects.toThrow(/ask/u);
  if (before.state !== 'input-required' || before.question.kind !== 'form')
    throw new Error('There is no question');
  expect(await before.question.answer({ colour: 'red' })).toMatchObject({
    state: 'completed',
    data: 'accept {"colour":"red"}',
  });
});
