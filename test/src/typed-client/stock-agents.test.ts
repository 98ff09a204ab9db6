import { connect } from '@formwork/client';
import { toFingerprint } from '@formwork/schema';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import {
  createExecutor,
  declared,
  extension,
  legacyExecutor,
  pair,
  skill,
  winner,
} from '../support/fight-agents.ts';
import { startLegacyAgent, startStockAgent } from '../support/stock-agents.ts';

const AGENTS = [
  [
    '1.3 over JSON-RPC',
    () => startStockAgent(createExecutor(), declared),
    { transports: ['JSONRPC'] },
  ],
  [
    '1.3 over REST',
    () => startStockAgent(createExecutor(), declared),
    { transports: ['HTTP+JSON'] },
  ],
  ['0.3', () => startLegacyAgent(legacyExecutor, declared), {}],
] as const;

test.each(AGENTS)('calls and streams a skill of a stock agent: %s', async (_, start, options) => {
  const agent = await connect(await start(), options);
  const fight = agent.skill('fight');
  expect(await fight.call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
  const events = await collect(fight.stream({ a: 'Ant', b: 'Bee' }));
  expect(events.map(({ kind }) => kind)).toEqual(['working', 'artifact', 'result']);
  expect(events.at(-1)).toMatchObject({ data: { winner: 'Bee' } });
  await expect(fight.call({ a: 'Ant' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(await agent.send('Hi')).toMatchObject({ state: 'completed', text: 'Hello' });
  let taskId: string | undefined;
  // On a busy machine a deadline may come before the agent has named the task, or after the task
  // has ended.
  for (let deadlineMs = 25; !taskId; deadlineMs = deadlineMs >= 45 ? 25 : deadlineMs + 5) {
    const late = fight.call({ a: 'Ant', b: 'Bee' }, { deadlineMs });
    const error: unknown = await late.catch((thrown: unknown) => thrown);
    ({ taskId } = error as { readonly taskId?: string });
  }
  expect(await fight.task(taskId).wait()).toMatchObject({ data: { winner: 'Bee' } });
});

test.each([
  ['1.3', () => startStockAgent(createExecutor(''))],
  ['0.3', () => startLegacyAgent(legacyExecutor)],
])('talks to an agent without the extension in text and plain JSON: %s', async (_, start) => {
  const agent = await connect(await start());
  expect(agent.schemaNames).toEqual([]);
  expect(await agent.send('Hi')).toMatchObject({ text: 'Hello', data: 'Hello' });
  const outcome = await agent.send({ a: 'Ant', b: 'Bee' });
  expect(outcome).toMatchObject({ state: 'completed', data: { winner: 'Bee' } });
});

test('an agent that cannot stream is asked again and again', async () => {
  const card = { ...declared, capabilities: { ...declared.capabilities, streaming: false } };
  const agent = await connect(await startStockAgent(createExecutor(), card));
  const fight = agent.skill('fight');
  expect(await fight.call({ a: 'Ant', b: 'Bee' }, { deadlineMs: 5000 })).toEqual({ winner: 'Bee' });
  const events = await collect(fight.stream({ a: 'Ant', b: 'Bee' }));
  expect(events.at(-1)).toMatchObject({ kind: 'result', data: { winner: 'Bee' } });
});

test('untagged JSON counts as the result if there is one schema that it fits', async () => {
  const agent = await connect(await startStockAgent(createExecutor(''), declared));
  expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
});

test('a result that breaks its schema is an error, or taken as it is when told so', async () => {
  const strict = { ...winner, properties: { winner: { const: 'Cat' } } };
  const capabilities = { streaming: true, extensions: [extension({ pair, winner: strict })] };
  const agent = await connect(
    await startStockAgent(createExecutor(), { ...declared, capabilities }),
  );
  const fight = agent.skill('fight');
  await expect(fight.call({ a: 'Ant', b: 'Bee' })).rejects.toMatchObject({
    code: 'OUTPUT_INVALID',
    problems: [{ pointer: '/winner' }],
    data: { winner: 'Bee' },
  });
  expect(await fight.call({ a: 'Ant', b: 'Bee' }, { validateOutput: false })).toEqual({
    winner: 'Bee',
  });
});

test.each<readonly [string, object, string]>([
  [
    'hostile',
    { extensions: [extension({ pair: { $ref: 'https://evil.example/x' }, winner })] },
    'schema-reference-unresolved',
  ],
  [
    'that differ between the places of the card',
    { extensions: [extension({ pair, winner })] },
    'schema-copies-differ',
  ],
  [
    'of another fingerprint',
    {
      extensions: [
        extension(
          { pair: { ...pair, title: 'x' } },
          { fingerprints: { pair: toFingerprint(pair) } },
        ),
      ],
    },
    'schema-fingerprint-mismatch',
  ],
  [
    'with half a character',
    { extensions: [extension({ pair: { ...pair, title: '\uD800' }, winner })] },
    'schema-not-canonical',
  ],
  ['that are nowhere', { extensions: [extension({ winner })] }, 'schema-missing'],
])(
  'schemas %s are refused with the reason, and text goes on',
  async (title, capabilities, code) => {
    const schemas = title.startsWith('that differ')
      ? { schemas: { pair: { ...pair, title: 'x' } } }
      : {};
    const card = { ...declared, capabilities: { streaming: true, ...capabilities }, ...schemas };
    const agent = await connect(await startStockAgent(createExecutor(), card));
    expect(agent.schema('pair')).toMatchObject({ kind: 'refused', issues: [{ code }] });
    await expect(agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).rejects.toMatchObject({
      code: 'SKILL_UNUSABLE',
      issues: [{ code }],
      message: expect.stringContaining('agent.send()') as string,
    });
    expect(await agent.send('Hi')).toMatchObject({ text: 'Hello' });
    const unchecked = { validateInput: false, validateOutput: false };
    expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' }, unchecked)).toEqual({
      winner: 'Bee',
    });
  },
);

test('schemas at the root of the card are enough', async () => {
  const card = { skills: [skill], schemas: { pair, winner }, capabilities: { streaming: true } };
  const agent = await connect(await startStockAgent(createExecutor(), card));
  await expect(agent.skill('fight').call({ a: 'Ant' })).rejects.toThrow('b: is required');
  expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
});
