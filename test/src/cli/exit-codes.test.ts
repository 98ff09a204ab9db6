import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runKept } from '../support/run-kept.ts';

/** Serves `{}` with the given status at every address, so that no agent card is found. */
async function serveStatus(status: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.statusCode = status;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function findDeadPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test.each([401, 404, 503])('an agent that answers %i cannot be reached: 4', async (status) => {
  const url = await serveStatus(status);
  for (const args of [
    ['types', url],
    ['inspect', url],
    ['diff', url, url],
  ]) {
    expect((await runKept(args)).code).toBe(4);
  }
});

test('an agent that is not there cannot be reached: 4', async () => {
  const url = await findDeadPort();
  for (const command of ['types', 'inspect']) {
    expect((await runKept([command, url])).code).toBe(4);
  }
});

test.each([
  [['inspect', '127.0.0.1:4100'], 'Did you mean http://127.0.0.1:4100?'],
  [['call', 'localhost:4100', 'say'], 'Did you mean http://localhost:4100?'],
  [['call', 'ftp://agent.example', 'say'], 'must be an http or https URL'],
  [['call', 'http://ada:pw@127.0.0.1:1', 'say'], 'password: current value is not shown'],
  [['inspect', 'http://127.0.0.1:1', '--trust', 'foo'], '--trust must be an http or https URL'],
  [['validate', 'card.json', '--as', 'card', '--agent', 'foo'], '--agent must be'],
  [['types', 'nope.json'], 'no file or folder is'],
  [['types', 'ftp://agent.example'], 'must be an http or https URL'],
  [['types', 'any.json', '--out', 'folder'], 'it is a folder'],
  [['diff', 'nope.json', 'any.json'], 'there is no such file'],
] as const)('%j is no command line: 2', async (args, reason) => {
  const cwd = makeCliFolder({ 'card.json': '{}', 'any.json': '{}', 'folder/x': '' });
  const { code, stdout, stderr } = await runKept(args, { cwd });
  expect(stderr).toContain(reason);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test.each([
  [['types', 'broken'], 'must be JSON'],
  [['types', 'broken/a.json'], 'must be JSON'],
  [['diff', 'card.json', 'any.json'], 'the new card must be an agent card'],
  [['diff', 'any.json', 'broken/a.json'], 'broken/a.json:1:2'],
] as const)('%j names a file that is not what it should be: 3', async (args, reason) => {
  const cwd = makeCliFolder({
    'card.json': '{"skills":[]}',
    'any.json': '{}',
    'broken/a.json': '{',
  });
  const { code, stdout, stderr } = await runKept(args, { cwd });
  expect(stderr).toContain(reason);
  expect(stdout).toBe('');
  expect(code).toBe(3);
});

test('types writes over nothing that was written by hand, unless told to', async () => {
  const cwd = makeCliFolder({
    'any.json': '{"type":"string"}',
    'own.ts': 'export const own = 1;\n',
  });
  const args = ['types', 'any.json', '--out', 'own.ts'];
  const refused = await runKept(args, { cwd });
  expect(refused.stderr).toContain('add --force');
  expect(refused.code).toBe(1);
  expect(readFileSync(join(cwd, 'own.ts'), 'utf8')).toBe('export const own = 1;\n');
  expect((await runKept([...args, '--force'], { cwd })).code).toBe(0);
  // The command overwrites a file that it generated itself without `--force`.
  expect((await runKept(['types', 'any.json', '--out', 'own.ts'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, 'own.ts'), 'utf8')).toContain('= string');
});
