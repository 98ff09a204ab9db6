import { TaskState, type Part } from '@a2a-js/sdk';
import type { AgentExecutor } from '@a2a-js/sdk/server';
import { connect } from '@formwork/client';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { Json } from '@formwork/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import {
  createExecutor,
  declared,
  extension,
  pair,
  skill,
  winner,
} from '../support/fight-agents.ts';
import { toExecutor, toText } from '../support/stock-executor.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

test('calls and streams a skill over gRPC without being told how', async () => {
  const parts: Part[] = [];
  const fighter = createExecutor();
  const executor: AgentExecutor = {
    execute: (context, bus) => {
      parts.push(...context.userMessage.parts);
      return fighter.execute(context, bus);
    },
    cancelTask: (...call) => fighter.cancelTask(...call),
  };
  const { url, port, calls } = await startStockGrpcAgent(executor, { fields: declared });
  const agent = await connect(url);
  expect(agent.door).toEqual({ binding: 'GRPC', url: `127.0.0.1:${port}`, version: '1.0' });
  expect(agent.warnings).toEqual([]);
  const fight = agent.skill('fight');
  expect(await fight.call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
  expect(parts).toMatchObject([
    {
      content: { value: { a: 'Ant', b: 'Bee' } },
      metadata: { mimeType: 'application/json;schema=pair' },
    },
  ]);
  const events = await collect(fight.stream({ a: 'Ant', b: 'Bee' }));
  expect(events.map(({ kind }) => kind)).toEqual(['working', 'artifact', 'result']);
  expect(events.at(-1)).toMatchObject({ data: { winner: 'Bee' } });
  await expect(fight.call({ a: 'Ant' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(await agent.send('Hi')).toMatchObject({ state: 'completed', text: 'Hello' });
  expect(calls.map(({ method }) => method)).toEqual([
    'sendMessage',
    'sendStreamingMessage',
    'sendMessage',
  ]);
  for (const { metadata } of calls) {
    expect(metadata.get('a2a-extensions')).toEqual([OBJECT_SCHEMAS_EXTENSION_URI]);
    expect(metadata.get('a2a-version')).toEqual(['1.0']);
  }
});

test('an agent that cannot stream is asked again and again over gRPC', async () => {
  const fields = { ...declared, capabilities: { ...declared.capabilities, streaming: false } };
  const { url, calls } = await startStockGrpcAgent(createExecutor(), { fields });
  const fight = (await connect(url)).skill('fight');
  expect(await fight.call({ a: 'Ant', b: 'Bee' }, { deadlineMs: 5000 })).toEqual({ winner: 'Bee' });
  expect(calls.at(-1)?.method).toBe('getTask');
});

test('keeps metadata, files and JSON of every kind, there and back', async () => {
  const executor = toExecutor(({ message }, say) =>
    say(TaskState.TASK_STATE_COMPLETED, message.parts),
  );
  const { url } = await startStockGrpcAgent(executor);
  const agent = await connect(url);
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      // Numbers that may be rounded integers are refused.
      const sent = JSON.parse(
        JSON.stringify(value, (_, member: unknown) =>
          typeof member === 'number' && Math.abs(member) > 2 ** 52 ? member % 2 ** 52 : member,
        ),
      ) as Json;
      fc.pre(!JSON.stringify(sent).includes('__proto__'));
      expect(await agent.send(sent)).toHaveProperty('data', sent);
    }),
    { numRuns: 200, examples: [[null], [''], [[[]]], [{ '': 'ü\u0000𝄞', constructor: 1e300 }]] },
  );
  const outcome = await agent.send('with files', {
    files: [
      { content: bytes, name: 'b.bin', mediaType: 'application/x-b' },
      new URL('https://example.com/a.png'),
    ],
  });
  expect(outcome.files).toEqual([
    {
      kind: 'bytes',
      name: 'b.bin',
      mediaType: 'application/x-b',
      bytes: Buffer.from(bytes),
      artifact: '',
    },
    { kind: 'url', name: '', mediaType: '', url: 'https://example.com/a.png', artifact: '' },
  ]);
});

test('refuses what gRPC would change', async () => {
  const { url, calls } = await startStockGrpcAgent(createExecutor(), { fields: declared });
  const agent = await connect(url);
  const hidden = JSON.parse('{"a":"Ant","b":"Bee","c":[{"__proto__":1}]}') as never;
  await expect(agent.skill('fight').call(hidden)).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    schema: 'pair',
    problems: [{ pointer: '/c/0/__proto__' }],
  });
  await expect(agent.send('a\ud800')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const stream = agent.skill('fight').stream({ a: 'Ant', b: '\udc00' });
  await expect(collect(stream)).rejects.toMatchObject({ problems: [{ pointer: '/b' }] });
  const long = agent
    .skill('fight')
    .call({ a: 'Ant', b: 'Bee', c: [2 ** 53 - 1, 1e18, -(2 ** 53)] });
  await expect(long).rejects.toMatchObject({ problems: [{ pointer: '/c/2' }] });
  await expect(agent.send('a', { metadata: { size: 2 ** 53 } })).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
    message: expect.stringMatching(/\/size .*current value is 9007199254740992/u) as string,
  });
  expect(calls).toEqual([]);
});

test('refuses numbers of answers that may be rounded ones, with their place', async () => {
  const numbers = [2 ** 53 - 1, 2 ** 64 * 2, 1e18, 2 ** 53];
  const executor = toExecutor(async ({ message, isNew, end }, say) => {
    const [part] = message.parts;
    if (part?.content?.$case === 'text' && isNew) {
      const data = {
        $case: 'data',
        value: { 'a/b': numbers.slice(0, Number(part.content.value)) },
      };
      const metadata = { bytes: 2 ** 60 };
      const asked = {
        ...toText(''),
        content: data,
        ...(part.content.value === '2' && { metadata }),
      };
      say(TaskState.TASK_STATE_INPUT_REQUIRED, [asked as Part]);
    } else await new Promise((resolve) => end.addEventListener('abort', resolve));
  });
  const { url } = await startStockGrpcAgent(executor);
  const agent = await connect(url);
  expect(await agent.send('3')).toMatchObject({ state: 'input-required' });
  for (const [text, place] of [
    ['4', '/status/message/parts/0/data/a~1b/3 must be'],
    ['2', '/status/message/parts/0/metadata/bytes must be'],
  ] as const) {
    const refusal = { code: 'REQUEST_FAILED', reason: 'PROTOCOL' };
    const message = expect.stringContaining(place) as string;
    await expect(agent.send(text)).rejects.toMatchObject({ ...refusal, message });
    await expect(collect(agent.streamSend(text))).rejects.toMatchObject({ ...refusal, message });
  }
});

test('tells results apart by the tag in the metadata of a part', async () => {
  const outputModes = ['application/json;schema=winner', 'application/json;schema=loser'];
  const extensions = [extension({ pair, winner, loser: winner })];
  const fields = { capabilities: { extensions }, skills: [{ ...skill, outputModes }] };
  const executor = toExecutor((_, say) =>
    say(TaskState.TASK_STATE_COMPLETED, [
      {
        content: { $case: 'data', value: { winner: 'Ant' } },
        metadata: { mimeType: 'application/json;schema=loser' },
        filename: '',
        mediaType: '',
      },
    ]),
  );
  const { url } = await startStockGrpcAgent(executor, { fields });
  const result = await (await connect(url)).skill('fight').call({ a: 'Ant', b: 'Bee' });
  expect(result).toEqual({ schema: 'loser', data: { winner: 'Ant' } });
});

test('answers a question over gRPC, by a handler and as a value', async () => {
  const executor = toExecutor(({ message, isNew }, say) => {
    if (isNew) say(TaskState.TASK_STATE_INPUT_REQUIRED, [toText('How many?')]);
    else say(TaskState.TASK_STATE_COMPLETED, message.parts);
  });
  const { url } = await startStockGrpcAgent(executor);
  const agent = await connect(url);
  const answered = await agent.send('Go', { onQuestion: ({ text: asked }) => `${asked} Three.` });
  expect(answered).toMatchObject({ state: 'completed', text: 'How many? Three.' });
  const outcome = await agent.send('Go');
  if (outcome.state !== 'input-required') throw new Error(outcome.state);
  expect(await outcome.question.answer('Four.')).toMatchObject({ text: 'Four.' });
});

test('cancels, aborts and minds deadlines over gRPC', async () => {
  const executor = toExecutor(async ({ end }, say) => {
    await new Promise((resolve) => end.addEventListener('abort', resolve));
    say(TaskState.TASK_STATE_CANCELED);
  });
  const { url, calls } = await startStockGrpcAgent(executor);
  const agent = await connect(url);
  await expect(agent.send('Go', { deadlineMs: 300 })).rejects.toMatchObject({
    code: 'DEADLINE_EXCEEDED',
  });
  const end = new AbortController();
  const stream = agent.streamSend('Go', { signal: end.signal, onAbort: 'cancel' });
  let taskId = '';
  const told = (async () => {
    for await (const event of stream) {
      taskId = event.taskId;
      end.abort();
    }
  })();
  await expect(told).rejects.toMatchObject({ code: 'ABORTED' });
  expect(calls.at(-1)?.method).toBe('cancelTask');
  expect(await agent.task(taskId).wait()).toMatchObject({ state: 'canceled' });
  for await (const event of agent.streamSend('Go')) {
    expect(event.taskId).not.toBe(taskId);
    break;
  }
  const late = agent.send('Go', { signal: AbortSignal.abort() });
  await expect(late).rejects.toMatchObject({ code: 'ABORTED' });
});
