// A skill that states which files it accepts and sends one back, and a call that sends some.

import { connect, RequestError } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const archive = defineSkill({
  id: 'archive',
  name: 'Archive',
  description: 'Keeps receipts for an order.',
  tags: ['office'],
  input: {
    order: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
  output: {
    receipt: {
      type: 'object',
      properties: {
        order: { type: 'integer' },
        kept: { type: 'array', items: { type: 'string' } },
      },
      required: ['order', 'kept'],
    },
  },
  files: ['image/*', 'text/csv'],
  async run({ input, task }) {
    const kept = task.files.map(
      async (file) => `${file.name}: ${(await file.bytes()).length} bytes`,
    );
    // A file of the result is an artifact, beside the data that the handler returns.
    const content = new TextEncoder().encode(`Order ${input.number}`);
    await task.artifact({
      id: 'label',
      files: [{ content, name: 'label.txt', mediaType: 'text/plain' }],
    });
    return { order: input.number, kept: await Promise.all(kept) };
  },
});

const agent = defineAgent({ name: 'Office', version: '1.0.0', skills: [archive] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const skill = (await connect<typeof agent>(url)).skill('archive');

const table = new File(['item,price\npen,2\n'], 'items.csv', { type: 'text/csv' });
const outcome = await skill.run({ number: 7 }, { files: [table] });
assert(outcome.state === 'completed');
assert.deepEqual(outcome.data, { order: 7, kept: ['items.csv: 17 bytes'] });

// The agent chooses the name of a file, so do not use it as a path.
const [label] = outcome.files;
assert.equal(label?.name, 'label.txt');

const program = new File(['#!/bin/sh'], 'run.sh', { type: 'application/x-sh' });
await assert.rejects(skill.call({ number: 7 }, { files: [program] }), (error) => {
  assert(error instanceof RequestError);
  assert.match(error.message, /its files must be image\/\*, text\/csv/u);
  return true;
});

await server.close();
