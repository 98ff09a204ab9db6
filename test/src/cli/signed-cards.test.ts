import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { ROOT, runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { onTestFinished } from '../support/test-end.ts';

const BIN = `${ROOT}packages/cli/bin/formwork.cjs`;

/** Starts an agent by the command; returns the process and the URL. */
async function start(cwd: string, flags: readonly string[]) {
  const program = startCli(['start', 'agent.js', '--json', ...flags], { cwd });
  const [, url = ''] = await program.waitFor(/"url":"(http[^"]*)"/u);
  return { program, url };
}

async function stop({ child, exit }: Program): Promise<void> {
  child.kill('SIGTERM');
  await exit;
}

test('a signed agent is pinned by the command, and refused once another key signs', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  for (const name of ['one.json', 'two.json']) {
    expect(await runKept(['keys', 'new', name], { cwd })).toMatchObject({ code: 0 });
    expect(statSync(join(cwd, name)).mode & 0o777).toBe(0o600);
  }
  expect(await runCli(['keys', 'new', 'one.json'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must be a new file'),
  });
  const env = { FORMWORK_PINS: join(cwd, 'pins.json') };
  const inspect = (url: string) => runKept(['inspect', url, '--json'], { cwd, env });

  const first = await start(cwd, ['--port', '0', '--sign', 'one.json']);
  const { port } = new URL(first.url);
  const seen = await inspect(first.url);
  expect(seen).toMatchObject({ code: 0, stdout: expect.stringContaining('"pinned"') });
  expect(statSync(env.FORMWORK_PINS).mode & 0o777).toBe(0o600);
  expect(await inspect(first.url)).toMatchObject({ code: 0 });
  // Commands of tests that name no file for pins know nothing of one another.
  const inspectAnew = (url: string) => runKept(['inspect', url]);
  expect(await inspectAnew(first.url)).toMatchObject({ code: 0 });
  await stop(first.program);

  for (const flags of [['--sign', 'two.json'], []]) {
    const other = await start(cwd, ['--port', port, ...flags]);
    const refused = await inspect(other.url);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/key|sign/iu);
    const called = await runKept(['call', other.url, 'say', '--to', 'you'], { cwd, env });
    expect(called.code).toBe(4);
    expect(await inspectAnew(other.url)).toMatchObject({ code: 0 });
    await stop(other.program);
  }
});

test('keys for cards that others on the machine can read are refused', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  await runKept(['keys', 'new', 'key.json'], { cwd });
  chmodSync(join(cwd, 'key.json'), 0o644);
  const { code, stderr } = await runKept(['start', 'agent.js', '--sign', 'key.json'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('because others on this machine can read or change them');
});

test('a bridge serves the tools of an agent whose card has the key that its config names', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  for (const name of ['own.json', 'other.json']) await runKept(['keys', 'new', name], { cwd });
  const { url } = await start(cwd, ['--port', '0', '--sign', 'own.json']);
  const stranger = await start(cwd, ['--port', '0', '--sign', 'other.json']);

  /** Starts a bridge; returns a connected host and the output on standard error. */
  const openBridge = async (jwksUrl: string) => {
    const config = { agents: { speaker: { url, cardKeys: jwksUrl } } };
    writeFileSync(join(cwd, 'mcp.json'), JSON.stringify(config));
    const args = [BIN, 'mcp', '--config', join(cwd, 'mcp.json'), '--no-cards', '--no-lock'];
    const command = process.execPath;
    const transport = new StdioClientTransport({ command, args, stderr: 'pipe' });
    let said = '';
    transport.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const host = new Client({ name: 'host', version: '1' });
    onTestFinished(() => host.close());
    await host.connect(transport);
    const names = async () => (await host.listTools()).tools.map(({ name }) => name);
    return { names, said: () => said };
  };
  const own = await openBridge(`${url}/.well-known/jwks.json`);
  await expect.poll(own.names).toContain('speaker_say');
  const other = await openBridge(`${stranger.url}/.well-known/jwks.json`);
  await expect.poll(other.said).toMatch(/key|sign/iu);
  expect(await other.names()).not.toContain('speaker_say');
});

test('a registry that was restarted refuses the card that another key signs, and says since when', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  for (const name of ['one.json', 'two.json']) await runKept(['keys', 'new', name], { cwd });
  const env = { FORMWORK_PINS: join(cwd, 'own-pins.json') };
  const openRegistry = async () => {
    const flags = ['--port', '0', '--store', 'registry.sqlite', '--check-every', '1s', '--json'];
    const program = startCli(['registry', ...flags], { cwd });
    const [, url = ''] = await program.waitFor(/"url":"(http[^"]*)"/u);
    return { program, url };
  };
  const discover = async (registry: string) => {
    const { stdout } = await runKept(['call', registry, 'discover', '--text', 'speaker'], {
      cwd,
      env,
    });
    return stdout;
  };

  const first = await start(cwd, ['--port', '0', '--sign', 'one.json']);
  const { port } = new URL(first.url);
  const before = await openRegistry();
  const registered = await runKept(['call', before.url, 'register', '--url', first.url], {
    cwd,
    env,
  });
  expect(registered).toMatchObject({ code: 0, stdout: expect.stringContaining('pinned') });
  await stop(before.program);
  await stop(first.program);

  const changed = await start(cwd, ['--port', port, '--sign', 'two.json']);
  const after = await openRegistry();
  await expect
    .poll(() => discover(after.url))
    .toMatch(/"signature":\s*\{\s*"state":\s*"refused",\s*"since":\s*"20/u);
  expect(await discover(after.url)).toMatch(/must be signed by the key that was seen first/u);
  await stop(after.program);
  await stop(changed.program);
});

test('a bridge remembers keys by itself, also in its next process, and refuses another one', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  for (const name of ['one.json', 'two.json']) await runKept(['keys', 'new', name], { cwd });
  const home = join(cwd, 'home');
  const openBridge = async (url: string, flags: readonly string[] = []) => {
    const args = [BIN, 'mcp', `speaker=${url}`, '--no-cards', '--no-lock', ...flags];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: home },
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const host = new Client({ name: 'host', version: '1' });
    onTestFinished(() => host.close());
    await host.connect(transport);
    const names = async () => (await host.listTools()).tools.map(({ name }) => name);
    return { names, said: () => said, close: () => host.close() };
  };
  const first = await start(cwd, ['--port', '0', '--sign', 'one.json']);
  const { port } = new URL(first.url);
  const before = await openBridge(first.url);
  await expect.poll(before.names).toContain('speaker_say');
  await before.close();
  const pins = join(home, 'formwork', 'mcp-pins.json');
  expect(statSync(pins).mode & 0o777).toBe(0o600);
  await stop(first.program);

  const other = await start(cwd, ['--port', port, '--sign', 'two.json']);
  const audit = join(cwd, 'audit.jsonl');
  const refusing = await openBridge(other.url, ['--audit', audit]);
  await expect.poll(refusing.said).toContain('must be signed by the key that was seen first');
  expect(await refusing.names()).not.toContain('speaker_say');
  expect(readFileSync(audit, 'utf8')).toContain('"kind":"card-refused"');
  expect(statSync(audit).mode & 0o777).toBe(0o600);
  const careless = await openBridge(other.url, ['--no-pins']);
  await expect.poll(careless.names).toContain('speaker_say');

  // If the file cannot be written, pinned keys last only as long as the process.
  writeFileSync(join(cwd, 'file'), '');
  const inPlace = await openBridge(other.url, ['--pins', join(cwd, 'file', 'pins.json')]);
  await expect.poll(inPlace.names).toContain('speaker_say');
  expect(inPlace.said()).toContain('Keys of agents are forgotten when this process ends');
  await stop(other.program);
});
