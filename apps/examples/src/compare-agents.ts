// Two versions of an agent compared: each change of a schema is judged safe or breaking for
// callers.

import { defineAgent, defineSkill, toAgentCard } from '@formwork/core';
import { compareAgentCards } from '@formwork/documents';
import assert from 'node:assert/strict';
import * as z from 'zod';

function createCard(orderKinds: readonly string[], receipt: z.ZodObject): unknown {
  const buy = defineSkill({
    id: 'buy',
    name: 'Buy',
    description: 'Buys one thing.',
    tags: ['shop'],
    input: { order: z.strictObject({ kind: z.enum(orderKinds) }) },
    output: { receipt },
    run: () => ({ total: 1 }),
  });
  return toAgentCard(defineAgent({ name: 'Shop', version: '1.0.0', skills: [buy] }), {
    interfaces: [
      { url: 'https://shop.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    streaming: true,
    pushNotifications: false,
  });
}

const { verdict, changes } = compareAgentCards(
  createCard(['tea', 'milk'], z.object({ total: z.number().min(0) })),
  createCard(['tea', 'milk', 'rice'], z.object({ total: z.number() })),
);

assert.equal(verdict, 'breaking');
assert.deepEqual(
  changes.map(({ kind, message }) => `${kind}: ${message}`),
  [
    'breaking: Output "receipt": "total" no longer has its minimum of 0.',
    'safe: Input "order": "kind" can now be "rice".',
  ],
);
// The counterexample is a value that only the new agent may send: a negative number.
assert.ok(JSON.stringify(changes[0]?.counterExample).includes('-'));
for (const { kind, message } of changes) console.log(`${kind}: ${message}`);
