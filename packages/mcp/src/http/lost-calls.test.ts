import { expect, test } from 'vitest';
import { createHandleCipher, HANDLE_KEY_BYTES } from '../handles/handle-cipher.ts';
import { createTaskHandles, type TaskHandles } from '../handles/task-handle.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import { toCallEventId } from './call-event-id.ts';
import { answerLostCall } from './lost-calls.ts';

const ADA = 'ada' as PrincipalId;
const EVE = 'eve' as PrincipalId;

const handles = createHandles(1);

function createHandles(fill: number): TaskHandles {
  const key = new Uint8Array(HANDLE_KEY_BYTES).fill(fill);
  return createTaskHandles({ cipher: createHandleCipher({ key }), ttlMs: 60_000 });
}

const task = {
  alias: 'shop',
  taskId: 'task-1',
  tool: 'shop_buy',
  digest: 'd',
  round: 0,
  createdAt: 0,
};
const handle = handles.seal(task, ADA);

async function ask(event: string, { method = 'GET', principal = ADA } = {}): Promise<unknown> {
  const headers = { 'last-event-id': event };
  const request = new Request('http://127.0.0.1/mcp', { method, headers });
  const answer = answerLostCall(request, { principal, handles });
  if (answer === undefined) return undefined;
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const [, json = ''] = /^event: message\ndata: (.*)\n\n$/u.exec(await answer.text()) ?? [];
  return JSON.parse(json);
}

test('a host that asks for a call whose stream broke off gets the handle of its task', async () => {
  const event = toCallEventId({ request: 'r1', handle });
  expect(event).not.toContain('task-1');
  expect(event).not.toContain('shop');
  expect(await ask(event)).toMatchObject({
    jsonrpc: '2.0',
    id: 'r1',
    result: {
      isError: true,
      content: [{ text: expect.stringContaining(`Call a2a_task with {"task_id":"${handle}"}`) }],
    },
  });
});

test.each([
  ['no task', toCallEventId({ request: 7 }), ADA],
  ['a made-up task', toCallEventId({ request: 7, handle: `${handle.slice(0, -2)}AA` }), ADA],
  ["another caller's task", toCallEventId({ request: 7, handle }), EVE],
  [
    'a task of another key',
    toCallEventId({ request: 7, handle: createHandles(2).seal(task, ADA) }),
    ADA,
  ],
])('a host that names %s gets a result without a handle', async (_name, event, principal) => {
  const answer = await ask(event, { principal });
  expect(answer).toMatchObject({
    id: 7,
    result: {
      isError: true,
      content: [{ text: expect.stringContaining('its connection broke off') }],
    },
  });
  expect(JSON.stringify(answer)).not.toContain('a2a_task');
});

test('only a GET with the id of a call asks for one', async () => {
  expect(await ask('call-1', { method: 'DELETE' })).toBeUndefined();
  expect(await ask('other-1')).toBeUndefined();
  expect(await ask('call-1')).toBeDefined();
});
