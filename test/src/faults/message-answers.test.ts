import { expect, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { createTestPlace } from '../support/test-engine.ts';
import { startChild, type Child } from './start-child.ts';

async function ask(child: Child, message: object): Promise<Record<string, unknown> | undefined> {
  const call = { method: 'SendMessage', params: { message } };
  const { body } = await callJsonRpc(String(child.ready), call);
  return body.result;
}

test('a message that answered is the same after kill -9', async () => {
  const place = createTestPlace();
  const question = createMessage([{ text: '0' }]);
  const first = await startChild('message-child', place);
  const answer = await ask(first, question);
  expect(answer).toHaveProperty('message.parts.0.text', expect.stringMatching(/^1 /u));
  await first.kill();

  const second = await startChild('message-child', place);
  expect(await ask(second, question)).toEqual(answer);
  expect(await ask(second, createMessage([{ text: '0' }]))).not.toEqual(answer);
});

test('a message that nobody heard is made again after kill -9, once', async () => {
  const place = createTestPlace();
  const question = createMessage([{ text: 'hold' }]);
  const first = await startChild('message-child', place);
  const unheard = ask(first, question).catch(() => 'cut off');
  expect(await first.next()).toBe('begun');
  await first.kill();
  expect(await unheard).toBe('cut off');

  const second = await startChild('message-child', place);
  const answer = await ask(second, question);
  expect(answer).toHaveProperty('message.parts.0.text', expect.stringMatching(/^2 /u));
  expect(await ask(second, question)).toEqual(answer);
});
