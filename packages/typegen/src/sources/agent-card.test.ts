import { expect, test } from 'vitest';
import { createSampleCard } from '../testing/sample-agent.ts';
import { fromAgentCard } from './agent-card.ts';

test.each(['schemas', 'capabilities'])('fromAgentCard takes a card without %s', (key) => {
  const { [key]: _left, ...card } = createSampleCard();
  expect(fromAgentCard(card).roots.map(({ name }) => name)).toEqual([
    'fightComparison',
    'fightResponse',
  ]);
});

test('fromAgentCard refuses a card whose schemas differ', () => {
  const card = createSampleCard();
  const changed = {
    ...card,
    schemas: { ...Object(card['schemas']), fightResponse: true, more: {} },
  };
  expect(() => fromAgentCard(changed)).toThrowErrorMatchingInlineSnapshot(
    `[TypegenSourceError: Cannot generate types because the schemas at the root of the card must be those of the extension's params: "fightResponse", "more" are different]`,
  );
});

test('fromAgentCard uses the modes of the card for skills without their own', () => {
  const card = {
    name: 'A',
    defaultInputModes: ['text/plain', 'application/json;schema=a'],
    defaultOutputModes: ['application/json; schema="b"'],
    skills: [{ id: 'one' }, { id: 'two', inputModes: [] }, { id: 'one', inputModes: [] }],
  };
  expect(fromAgentCard(card).agent?.skills).toEqual([
    { id: 'one', inputs: ['a'], outputs: ['b'] },
    { id: 'two', inputs: [], outputs: ['b'] },
  ]);
});

test.each([
  [[], 'a JSON object'],
  [{ skills: [] }, '"name"'],
  [{ name: 'A' }, '"skills"'],
  [{ name: 'A', skills: [{}] }, '"id"'],
])('fromAgentCard refuses %j', (card, expected) => {
  expect(() => fromAgentCard(card)).toThrow(expected);
});
