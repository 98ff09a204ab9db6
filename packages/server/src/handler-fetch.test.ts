import { defineAgent, defineSkill } from '@formwork/core';
import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalAgent } from './local-agent.ts';

function open() {
  const told: string[] = [];
  const skill = defineSkill({
    id: 'greet',
    name: 'Greet',
    description: 'Greets.',
    tags: [],
    text({ text }) {
      told.push(text);
      return 'Hello';
    },
  });
  const agent = openLocalAgent(defineAgent({ name: 'Agent', version: '1', skills: [skill] }));
  onTestFinished(() => agent.close());
  function stream(text: string, signal: AbortSignal): Promise<Response> {
    const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }] };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
    return agent.fetch(`${agent.url}/a2a`, { method: 'POST', body: JSON.stringify(body), signal });
  }
  return { told, stream };
}

test('a signal keeps nothing of the streams that are over', async () => {
  const { stream } = open();
  const { signal } = new AbortController();
  const count = (): number => getEventListeners(signal, 'abort').length;
  expect(await (await stream('first', signal)).text()).toContain('TASK_STATE_COMPLETED');
  const second = await stream('second', signal);
  await second.body?.cancel();
  expect(count()).toBe(0);
});

test('who has gone before a stream begins begins none', async () => {
  const { stream, told } = open();
  const controller = new AbortController();
  const gone = stream('gone', controller.signal);
  controller.abort();
  await expect(gone).rejects.toThrow('aborted');
  const after = await stream('after', new AbortController().signal);
  expect(await after.text()).toContain('TASK_STATE_COMPLETED');
  expect(told).toEqual(['after']);
});
