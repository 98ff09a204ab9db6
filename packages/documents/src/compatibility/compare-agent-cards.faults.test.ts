import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { expect, test } from 'vitest';
import { compareAgentCards } from './compare-agent-cards.ts';

const order = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const skill = { id: 'buy', name: 'Buy', inputModes: ['application/json;schema=order'] };
const card = {
  capabilities: { extensions: [{ uri: OBJECT_SCHEMAS_EXTENSION_URI }] },
  skills: [skill],
  schemas: { order },
};

test('reads schemas at the root', () => {
  const after = { ...card, schemas: { order: { ...order, required: ['id', 'note'] } } };
  expect(compareAgentCards(card, after).changes).toMatchObject([
    { kind: 'breaking', code: 'schema-required', pointer: '/schemas/order/required' },
  ]);
});

test('reads the doors of A2A 0.3', () => {
  const before = { ...card, protocolVersion: '0.3.0', url: 'https://shop.example/a2a' };
  const grpc = { ...before, preferredTransport: 'GRPC' };
  expect(compareAgentCards(before, { ...before, protocolVersion: '0.3.1' }).verdict).toBe(
    'identical',
  );
  expect(compareAgentCards(before, grpc).changes).toMatchObject([
    { code: 'transport-removed', in: 'old', pointer: '/url' },
    { code: 'transport-added', in: 'new', pointer: '/url' },
  ]);
});

test('a schema from elsewhere is vetted first', () => {
  const after = { ...card, schemas: { order: { $ref: 'https://evil.example/' } } };
  expect(compareAgentCards(card, after)).toMatchObject({
    verdict: 'unknown',
    changes: [{ code: 'schema-refused', pointer: '/schemas/order/$ref', in: 'new' }],
  });
});

test.each([null, 'card', [], {}, { skills: 'none' }])('says what is no card: %j', (value) => {
  const { verdict, changes } = compareAgentCards(card, value);
  expect(verdict).toBe('unknown');
  expect(changes[0]?.message).toMatch(
    /^Cannot compare because the new card must be .+: current value is .+\.$/u,
  );
});

test('takes cards of any shape without throwing', () => {
  const odd = {
    skills: [null, 1, {}, { id: 1, inputModes: 'x', securityRequirements: [1] }],
    capabilities: [],
    supportedInterfaces: {},
    securitySchemes: 3,
    schemas: [],
  };
  expect(compareAgentCards(odd, card).verdict).toBe('breaking');
  expect(compareAgentCards(card, odd).verdict).toBe('breaking');
});

test('a card that is nested too deep is refused', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const { verdict, changes } = compareAgentCards({ ...card, provider: deep }, card);
  expect([verdict, changes[0]?.code]).toEqual(['unknown', 'card-refused']);
});

test('a card with more modes than can be compared is refused, because default modes multiply', () => {
  const huge = {
    ...card,
    skills: Array.from({ length: 201 }, (_, index) => ({ id: `skill${index}` })),
    defaultInputModes: Array.from({ length: 100 }, (_, n) => `application/json;schema=a${n}`),
  };
  expect(compareAgentCards(card, huge).changes).toMatchObject([
    { kind: 'unknown', code: 'card-refused', in: 'new', message: expect.stringContaining('20000') },
  ]);
});
