import { createSigningKey, signEnvelope } from '@formwork/adapters';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { closeDatabase, openPostgres } from '../support/task-stores.ts';
import { postEnvelope, toRequest } from './ask-doors.ts';

afterAll(closeDatabase);

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' });

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
}

test('with keys messages have to be signed, and are taken once, also over a restart', async () => {
  const cwd = makeCliFolder({
    'agent.js': toAgentModule('hello'),
    'keys.json': JSON.stringify({ 'client-agent': pem }),
    'formwork.config.json': JSON.stringify({ messageKeys: 'keys.json', apiKeys: { k: 'ada' } }),
  });
  const args = ['start', 'agent.js', '--port', '0', '--store', 'data/tasks.sqlite'];
  const first = startCli(args, { cwd });
  const [, door = ''] = await first.waitFor(/Messages +(http:\S+\/messages)/u);
  const bare = await toRequest(door);
  expect((await postEnvelope(door, bare))[0]).toBe(401);
  const signed = signEnvelope(bare, createSigningKey(privateKey));
  const [status, , taskId] = await postEnvelope(door, signed);
  expect([status, taskId]).toEqual([200, expect.any(String)]);
  await stop(first);
  expect(existsSync(join(cwd, 'data/tasks.sqlite-records'))).toBe(true);

  const second = startCli(args, { cwd });
  const [, again = ''] = await second.waitFor(/Messages +(http:\S+\/messages)/u);
  expect((await postEnvelope(again, signed))[0]).toBe(401);
  // With a new signature it counts as the same request, and the answer names the same task.
  const repeated = await postEnvelope(again, signEnvelope(bare, createSigningKey(privateKey)));
  expect([repeated[0], repeated[2]]).toEqual([200, taskId]);
  await stop(second);
});

test('processes on one database take a signed message once', async () => {
  const { name: store } = await openPostgres();
  const cwd = makeCliFolder({
    'agent.js': toAgentModule('hello'),
    'keys.json': JSON.stringify({ 'client-agent': pem }),
  });
  const args = ['start', 'agent.js', '--port', '0', '--message-keys', 'keys.json'];
  const env = { FORMWORK_STORE: store };
  const programs = [startCli(args, { cwd, env }), startCli(args, { cwd, env })];
  const doors = await Promise.all(
    programs.map(async (program) => (await program.waitFor(/Messages +(http:\S+\/messages)/u))[1]),
  );
  const [one = '', other = ''] = doors;
  const signed = signEnvelope(await toRequest(one), createSigningKey(privateKey));
  expect((await postEnvelope(one, signed))[0]).toBe(200);
  for (const door of [other, one]) expect((await postEnvelope(door, signed))[0]).toBe(401);
  await Promise.all(programs.map(stop));
});

test.each([
  [{ 'client-agent': 'no key' }, 'cannot be read (agent client-agent), in keys.json'],
  [{ 'client-agent': privateKey.export({ type: 'pkcs8', format: 'pem' }) }, 'is a secret'],
  [{}, 'keys.json must map ids of agents to public keys'],
  [[], 'keys.json must map ids of agents to public keys'],
])('keys that are none are told', async (keys, text) => {
  const cwd = makeCliFolder({
    'agent.js': toAgentModule('hello'),
    'keys.json': JSON.stringify(keys),
  });
  const { code, stderr } = await runKept(['start', 'agent.js', '--message-keys', 'keys.json'], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stderr).toContain(text);
  expect(stderr).not.toContain('PRIVATE');
});
