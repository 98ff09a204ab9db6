import { connect } from '@formwork/client';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveFixtureHttp } from './serve-reversed.ts';

const CHILD = fileURLToPath(new URL('children/fixture-server.ts', import.meta.url));

interface Seen {
  readonly pid: number;
  readonly cwd: string;
  readonly PASSED?: string;
  readonly GIVEN?: string;
  readonly KEPT?: string;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('serves a program until it is told to stop, and ends the program', async () => {
  const folder = realpathSync(makeCliFolder({}));
  const flags = ['--port', '0', '--env', 'PASSED', '--env', 'GIVEN=2', '--cwd', folder];
  const more = ['--name', 'Tools', '--deny', 's*', '--json', '--store', 'tasks.sqlite'];
  const program = startCli(
    ['serve-mcp', ...flags, ...more, process.execPath, CHILD, '{"bad":true}'],
    { cwd: folder, env: { PASSED: '1', KEPT: '3' } },
  );
  const [, url = ''] = await program.waitFor(/"url":"([^"]+)"/u);
  const remote = await connect(url);
  expect(remote.card.name).toBe('Tools');
  expect(remote.card.skills.map(({ id }) => id)).not.toContain('sum');
  const seen = JSON.parse(String(await remote.skill('environment').call({}))) as Seen;
  expect(seen).toMatchObject({ PASSED: '1', GIVEN: '2', cwd: folder });
  expect(seen.KEPT).toBeUndefined();
  expect(isAlive(seen.pid)).toBe(true);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  await expect.poll(() => isAlive(seen.pid)).toBe(false);
  expect(program.output()).toContain('The fixture is up.');
  expect(program.output()).toContain('"tool":"bad-pattern"');
});

test('serves an address, and shows where it is', async () => {
  const { url: address } = await serveFixtureHttp();
  const program = startCli(['serve-mcp', '--port', '0', '--no-forms', address], {
    cwd: makeCliFolder({}),
  });
  const [, url = ''] = await program.waitFor(/JSON-RPC\s+(http:\/\/127\.0\.0\.1:\d+)\/a2a/u);
  expect(await (await connect(url)).skill('sum').call({ a: 1, b: 2 })).toEqual({ sum: 3 });
  // What the process writes has nothing that a caller may have as a secret.
  const token = 'quagga';
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': token };
  await fetch(`${url}/a2a/rest/tasks/${token}?token=${token}`, { headers });
  await fetch(`${url}/${token}`, { headers: { ...headers, origin: `https://${token}.example` } });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(program.output()).not.toContain(token);
});

test.each([
  [['serve-mcp'], 2, /server/u],
  [['serve-mcp', 'http://127.0.0.1:9/mcp', 'more'], 2, /takes no arguments/u],
  [['serve-mcp', '--env', 'NOT_SET_ANYWHERE', 'x'], 2, /NOT_SET_ANYWHERE/u],
  [['serve-mcp', 'http://127.0.0.1:9/mcp'], 4, /^Cannot connect to the MCP server/mu],
  [['serve-mcp', 'no-such-program-here', '--port', '1'], 4, /no-such-program-here/u],
])('ends with a reason: %j', async (args, code, reason) => {
  const ended = await runKept(args, { cwd: makeCliFolder({}) });
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(reason) });
  expect(ended.stderr).not.toContain('    at ');
});
