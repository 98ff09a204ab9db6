import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvelope, createSigningKey, signEnvelope, type Envelope } from '@formwork/dialects';
import { expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' });

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
}

/** The HTTP status, the answer, and the task that was asked for. */
type Posted = readonly [number, Envelope, string | null];

async function post(url: string, message: Envelope): Promise<Posted> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  return [
    response.status,
    (await response.json()) as Envelope,
    response.headers.get('formwork-task-id'),
  ];
}

/** A request to an agent whose id the caller takes from the first refusal, as nobody told it. */
async function toSay(url: string): Promise<Envelope> {
  const draft = {
    type: 'request',
    sender: 'client-agent',
    payload: { method: 'say', parameters: { to: 'me' } },
  } as const;
  const [, refusal] = await post(url, createEnvelope({ ...draft, recipient: 'not-known' }));
  return createEnvelope({ ...draft, recipient: refusal.sender_id });
}

test.each(['start', 'dev'])('%s --messages takes message envelopes', async (command) => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const program = startCli([command, 'agent.ts', '--port', '0', '--messages'], { cwd });
  const [, door = ''] = await program.waitFor(/Message\S*(?: envelopes:)? +(http:\S+\/messages)/u);
  const [status, { payload }] = await post(door, await toSay(door));
  expect([status, payload]).toEqual([200, { status: 'success', data: { word: 'hello' } }]);
  await stop(program);
});

test('start takes no messages unless it is told to', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const program = startCli(['start', 'agent.ts', '--port', '0'], { cwd });
  const [, url = ''] = await program.waitFor(/JSON-RPC +(http:\S+)\/a2a/u);
  await program.waitFor(/Ctrl-C/u);
  expect((await fetch(`${url}/messages`, { method: 'POST' })).status).toBe(404);
  await stop(program);
});

test('with keys messages have to be signed, and are taken once, also over a restart', async () => {
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('hello'),
    'keys.json': JSON.stringify({ 'client-agent': pem }),
    'formwork.config.json': JSON.stringify({ messageKeys: 'keys.json', apiKeys: { k: 'ada' } }),
  });
  const args = ['start', 'agent.ts', '--port', '0', '--store', 'data/tasks.sqlite'];
  const first = startCli(args, { cwd });
  const [, door = ''] = await first.waitFor(/Messages +(http:\S+\/messages)/u);
  const bare = await toSay(door);
  expect((await post(door, bare))[0]).toBe(401);
  const signed = signEnvelope(bare, createSigningKey(privateKey));
  const [status, , taskId] = await post(door, signed);
  expect([status, taskId]).toEqual([200, expect.any(String)]);
  await stop(first);
  expect(existsSync(join(cwd, 'data/tasks.sqlite-nonces'))).toBe(true);

  const second = startCli(args, { cwd });
  const [, again = ''] = await second.waitFor(/Messages +(http:\S+\/messages)/u);
  expect((await post(again, signed))[0]).toBe(401);
  // Signed anew it is the same request, and its task is there.
  const repeated = await post(again, signEnvelope(bare, createSigningKey(privateKey)));
  expect([repeated[0], repeated[2]]).toEqual([200, taskId]);
  await stop(second);
});

test.each([
  [{ 'client-agent': 'no key' }, 'cannot be read (agent client-agent), in keys.json'],
  [{ 'client-agent': privateKey.export({ type: 'pkcs8', format: 'pem' }) }, 'is a secret'],
  [{}, 'keys.json must map ids of agents to public keys'],
  [[], 'keys.json must map ids of agents to public keys'],
])('keys that are none are told', async (keys, text) => {
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('hello'),
    'keys.json': JSON.stringify(keys),
  });
  const { code, stderr } = await runKept(['start', 'agent.ts', '--message-keys', 'keys.json'], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stderr).toContain(text);
  expect(stderr).not.toContain('PRIVATE');
});
