import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { startChild, type Child } from './start-child.ts';

async function createFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-messages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

async function ask(child: Child, message: object): Promise<Record<string, unknown> | undefined> {
  const call = { method: 'SendMessage', params: { message } };
  const { body } = await callJsonRpc(String(child.ready), call);
  return body.result;
}

test('a message that answered is the same after kill -9', async () => {
  const file = await createFile();
  const question = createMessage([{ text: '0' }]);
  const first = await startChild('message-child', file);
  const answer = await ask(first, question);
  expect(answer).toHaveProperty('message.parts.0.text', expect.stringMatching(/^1 /u));
  await first.kill();

  const second = await startChild('message-child', file);
  expect(await ask(second, question)).toEqual(answer);
  expect(await ask(second, createMessage([{ text: '0' }]))).not.toEqual(answer);
});

test('a message that nobody heard is made again after kill -9, once', async () => {
  const file = await createFile();
  const question = createMessage([{ text: '60000' }]);
  const first = await startChild('message-child', file);
  const unheard = ask(first, question).catch(() => 'cut off');
  expect(await first.next()).toBe('begun');
  await first.kill();
  expect(await unheard).toBe('cut off');

  const second = await startChild('message-child', file);
  const answer = await ask(second, question);
  expect(answer).toHaveProperty('message.parts.0.text', expect.stringMatching(/^2 /u));
  expect(await ask(second, question)).toEqual(answer);
});
