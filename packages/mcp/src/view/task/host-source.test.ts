import type { SourceEvent } from '@formwork/client';
import { expect, test, vi } from 'vitest';
import { INITIAL_STATE } from '../host/host-state.ts';
import type { Host } from '../host/host.ts';
import { HostSource } from './host-source.ts';
import { readTool } from './shown-tool.ts';

const INPUT = { kind: 'input', skillId: 'greet', schema: '', data: { word: 'Hi' } } as const;

const toResult = (envelope: object): object => ({ content: [], structuredContent: envelope });

/** Opens a source whose host answers its own call, and then each call of the tool for pages. */
function open(outcome: Awaited<Host['outcome']>, ...answers: readonly (object | Error)[]) {
  const waiting = [...answers];
  const callTool = vi.fn<Host['callTool']>(async () => {
    const answer = waiting.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const readResource = (): Promise<unknown> => Promise.reject(new Error('There is none'));
  const host = {
    outcome: Promise.resolve(outcome),
    callTool,
    readResource,
    state: () => INITIAL_STATE,
  };
  const tool = { name: 'shop_greet', inputSchema: {}, outputSchema: {} };
  return { source: new HostSource(host, () => readTool(tool)), callTool };
}

async function collect(events: AsyncIterable<SourceEvent>): Promise<readonly SourceEvent[]> {
  const collected: SourceEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

test('the first message is the call of the host, and later ones go through the tool', async () => {
  const hello = { kind: 'result', result: { content: [{ type: 'text', text: 'Hi!' }] } } as const;
  const { source, callTool } = open(hello, toResult({ state: 'completed', output: 'Ho!' }));
  expect(await collect(source.send({ ...INPUT, messageId: '1' }))).toMatchObject([
    { kind: 'result', text: 'Hi!' },
  ]);
  expect(callTool).not.toHaveBeenCalled();
  expect(source.isOfHost).toBe(true);
  expect(await collect(source.send({ ...INPUT, messageId: '2' }))).toMatchObject([
    { kind: 'result', data: 'Ho!' },
  ]);
  expect(callTool).toHaveBeenCalledExactlyOnceWith('a2a_submit', {
    tool: 'shop_greet',
    arguments: { word: 'Hi' },
    message_id: '2',
  });
  expect(source.isOfHost).toBe(false);
});

test('a call that the host cancels has ended', async () => {
  const { source } = open({ kind: 'cancelled', reason: 'Stopped.' });
  expect(await collect(source.send({ ...INPUT, messageId: '1' }))).toMatchObject([
    { kind: 'ended', state: 'canceled', text: 'Stopped.' },
  ]);
});

test('a task that works on is followed until it ends, which the host does not tell the model', async () => {
  const working = toResult({ state: 'working', task_id: 't' });
  const { source, callTool } = open(
    { kind: 'cancelled', reason: '' },
    working,
    working,
    toResult({ state: 'completed', task_id: 't', output: 1 }),
  );
  const events = await collect(source.watch({ taskId: 't' }));
  expect(events.map(({ kind }) => kind)).toEqual(['progress', 'progress', 'result']);
  expect(callTool.mock.calls.map(([, args]) => args)).toEqual(
    Array.from({ length: 3 }, () => ({ task_id: 't', action: 'wait', wait_seconds: 2 })),
  );
  expect(source.isOfHost).toBe(false);
});

test('a poll that fails is the failure of its task', async () => {
  const { source } = open(
    { kind: 'cancelled', reason: '' },
    toResult({ state: 'working', task_id: 't' }),
    new Error('away'),
  );
  expect((await collect(source.watch({ taskId: 't' }))).at(-1)).toMatchObject({
    kind: 'failure',
    taskId: 't',
    message: 'away',
  });
});

test.each([
  ['a question for words', {}, { message: 'Ada' }],
  ['a question with a form', { reply_schema: { type: 'string' } }, { data: 'Ada' }],
])('the answer to %s goes in the form that it asks for', async (_which, schema, reply) => {
  const question = { text: 'Who?', ...schema };
  const { source, callTool } = open(
    { kind: 'cancelled', reason: '' },
    toResult({ state: 'input_required', task_id: 't', question }),
    toResult({ state: 'completed', task_id: 't', output: 1 }),
  );
  await collect(source.watch({ taskId: 't' }));
  await collect(source.send({ ...INPUT, messageId: '0' }));
  const answer = {
    kind: 'answer',
    taskId: 't',
    contextId: '',
    answer: 'Ada',
    messageId: '1',
  } as const;
  await collect(source.send(answer));
  expect(callTool).toHaveBeenLastCalledWith('a2a_submit', {
    task_id: 't',
    action: 'reply',
    ...reply,
  });
});

test('nothing comes after the signal is aborted', async () => {
  const { source } = open({ kind: 'cancelled', reason: '' }, toResult({ state: 'completed' }));
  expect(await collect(source.watch({ taskId: 't' }, { signal: AbortSignal.abort() }))).toEqual([]);
});
