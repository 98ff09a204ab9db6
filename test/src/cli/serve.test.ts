import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { openTerminal, runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';

async function findUrl(program: Program): Promise<string> {
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  return url;
}

async function ask(url: string): Promise<unknown> {
  const { stdout } = await runKept(['call', url, 'say', '--to', 'me']);
  return JSON.parse(stdout);
}

test('start serves a module, keeps tasks in the store, and drains on SIGTERM', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const args = ['start', 'agent.ts', '--port', '0', '--store', 'data/tasks.sqlite', '--open-tasks'];
  const first = startCli(args, { cwd });
  const url = await findUrl(first);
  expect(await ask(url)).toEqual({ word: 'hello' });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  const second = startCli(args, { cwd });
  const listed = await fetch(`${await findUrl(second)}/a2a/rest/tasks`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(await listed.json()).toMatchObject({ totalSize: 1 });
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
});

test('flags count before the environment, and that before the config file', async () => {
  const config = { port: 0, publicUrl: 'https://file.example', push: true };
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('hello'),
    'formwork.config.json': JSON.stringify(config),
  });
  const card = async (args: readonly string[], env: Record<string, string>): Promise<unknown> => {
    const program = startCli(['start', 'agent.ts', '--json', ...args], { cwd, env });
    const url = await findUrl(program);
    const response = await fetch(`${url}/.well-known/agent-card.json`, {
      headers: { 'a2a-version': '1.0' },
    });
    program.child.kill('SIGTERM');
    await program.exit;
    return response.json();
  };
  const toCard = (host: string, pushNotifications: boolean): object => ({
    supportedInterfaces: expect.arrayContaining([
      expect.objectContaining({ url: `https://${host}/a2a` }),
    ]) as unknown,
    capabilities: { pushNotifications },
  });
  const env = { FORMWORK_PUBLIC_URL: 'https://env.example', FORMWORK_PUSH: 'false' };
  expect(await card([], {})).toMatchObject(toCard('file.example', true));
  expect(await card([], env)).toMatchObject(toCard('env.example', false));
  const flags = ['--public-url', 'https://flag.example', '--push'];
  expect(await card(flags, env)).toMatchObject(toCard('flag.example', true));
});

test('keys of the config file are needed by callers', async () => {
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('hello'),
    'keys.json': JSON.stringify({ port: 0, apiKeys: { 'a-long-and-random-key': 'ada' } }),
  });
  const program = startCli(['start', 'agent.ts', '--config', 'keys.json'], { cwd });
  const url = await findUrl(program);
  const refused = await runCli(['call', url, 'say', '--to', 'me']);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('Say who you are with --header');
  const header = 'X-API-Key: a-long-and-random-key';
  const known = await runKept(['call', url, 'say', '--to', 'me', '--header', header]);
  expect(JSON.parse(known.stdout)).toEqual({ word: 'hello' });
});

test.each([
  [['missing.ts'], {}, { code: 2, reason: /there is no such file/u }],
  [['text.ts'], {}, { code: 1, reason: /default export must be an agent/u }],
  [['broken.ts'], {}, { code: 1, reason: /must be a module that runs/u }],
  [['faulty.ts'], {}, { code: 1, reason: /Cannot run "faulty\.ts"/u }],
  [
    ['agent.ts', '--port', '70000'],
    {},
    { code: 2, reason: /--port must be a number from 0 to 65535/u },
  ],
  [['agent.ts'], { PORT: 'x' }, { code: 2, reason: /PORT must be a number/u }],
  [['agent.ts', '--retention-age', 'soon'], {}, { code: 2, reason: /a time such as 30s/u }],
  [['agent.ts', '--config', 'odd.json'], {}, { code: 2, reason: /current key is "colour"/u }],
  [['agent.ts', '--config', 'cut.json'], {}, { code: 3, reason: /cut\.json:1:9/u }],
] as const)('start %j with %j ends with %j', async (args, env, told) => {
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('hello'),
    'text.ts': 'export default "hello";',
    'broken.ts': 'export default {',
    'faulty.ts': toAgentModule('hello').replace("id: 'say'", "id: ''"),
    'odd.json': '{ "colour": "red" }',
    'cut.json': '{"port":}',
  });
  const ended = await runCli(['start', ...args], { cwd, env });
  expect(ended.stderr).toMatch(told.reason);
  expect(ended.stderr).not.toMatch(/\n {4}at /u);
  expect(ended.code).toBe(told.code);
});

test('a port that is taken is told in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const { code, stderr } = await runCli(['start', 'agent.ts', '--port', `${port}`], { cwd });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(`${port}`);
  expect(code).toBe(1);
});

test('dev loads every version, keeps the port, logs requests and writes types', async () => {
  const cwd = makeCliFolder({
    'agent.ts': "export { default } from './inner/speaker.ts';",
    'inner/speaker.ts': toAgentModule('one'),
  });
  const program = startCli(['dev', 'agent.ts', '--port', '0', '--types', 'agent.types.ts'], {
    cwd,
  });
  const url = await findUrl(program);
  expect(await ask(url)).toEqual({ word: 'one' });
  await program.waitFor(/POST \/a2a 200 \d+ ms/u);
  expect(readFileSync(join(cwd, 'agent.types.ts'), 'utf8')).toContain('word: string');
  writeFileSync(join(cwd, 'inner/speaker.ts'), toAgentModule('two'));
  await program.waitFor(/Reloaded in/u);
  expect(await ask(url)).toEqual({ word: 'two' });
  writeFileSync(join(cwd, 'inner/speaker.ts'), 'export default {');
  await program.waitFor(/must be a module that runs/u);
  // The version before goes on.
  expect(await ask(url)).toEqual({ word: 'two' });
  writeFileSync(join(cwd, 'inner/speaker.ts'), toAgentModule('three'));
  await program.waitFor(/Reloaded in[^]*Reloaded in/u);
  expect(await ask(url)).toEqual({ word: 'three' });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
}, 60_000);

test('Ctrl-C on a terminal ends dev and what it started', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('one') });
  const program = openTerminal(['dev', 'agent.ts', '--port', '0'], { cwd });
  const url = await findUrl(program);
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  program.type('\u0003');
  expect(await program.exit).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
