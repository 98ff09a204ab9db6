// An agent called with its types: a result, events, a question, and input that does not fit its
// schema.

import { connect, InvalidInputError } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const order = defineSkill({
  id: 'order-tea',
  name: 'Order tea',
  description: 'Makes tea, and asks before it makes a lot.',
  tags: ['tea'],
  input: {
    order: {
      type: 'object',
      properties: { kind: { enum: ['green', 'black'] }, cups: { type: 'integer', minimum: 1 } },
      required: ['kind', 'cups'],
      additionalProperties: false,
    },
  },
  output: {
    served: { type: 'object', properties: { cups: { type: 'integer' } }, required: ['cups'] },
  },
  async run({ input: { kind, cups }, task }) {
    if (cups > 10) {
      const { sure } = await task.ask(`Really ${cups} cups of ${kind} tea?`, {
        name: 'confirmation',
        schema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
      });
      if (!sure) return { cups: 0 };
    }
    await task.progress('The water boils', 0.5);
    return { cups };
  },
});
const agent = defineAgent({ name: 'Tea house', version: '1.0.0', skills: [order] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });

// The types come from the agent's definition; where that cannot be imported, generated types do the
// same.
const remote = await connect<typeof agent>(url);
const tea = remote.skill('order-tea');

const { cups } = await tea.call({ kind: 'green', cups: 2 });
assert.equal(cups, 2);

for await (const event of tea.stream({ kind: 'black', cups: 1 })) {
  if (event.kind === 'progress') console.log(event.text, event.fraction);
  if (event.kind === 'result') assert.equal(event.data.cups, 1);
}

// A question goes to a handler ...
const many = await tea.call({ kind: 'green', cups: 50 }, { onQuestion: () => ({ sure: true }) });
assert.equal(many.cups, 50);

// ... or is a value, which can be answered days later.
const outcome = await tea.run({ kind: 'green', cups: 500 });
assert(outcome.state === 'input-required' && outcome.question.kind === 'form');
console.log(outcome.question.prompt);
const answered = await outcome.question.answer({ sure: false });
assert(answered.state === 'completed');
assert.equal(answered.data.cups, 0);

// Input that does not fit the schema is never sent: the compiler reports it, and so does the
// client.
const wrong: unknown = await tea
  // @ts-expect-error -- "cups" is misspelt
  .call({ kind: 'green', cup: 2 })
  .catch((error: unknown) => error);
assert(wrong instanceof InvalidInputError);
assert.equal(wrong.problems[0]?.suggestion, 'rename "cup" to "cups"');

await server.close();
