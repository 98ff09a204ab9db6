// A skill that states which files it accepts, and a call that sends some.
import assert from 'node:assert/strict';
import { connect, RequestError } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';

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
    return { order: input.number, kept: await Promise.all(kept) };
  },
});

const agent = defineAgent({ name: 'Office', version: '1.0.0', skills: [archive] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const skill = (await connect<typeof agent>(url)).skill('archive');

const table = new File(['item,price\npen,2\n'], 'items.csv', { type: 'text/csv' });
assert.deepEqual(await skill.call({ number: 7 }, { files: [table] }), {
  order: 7,
  kept: ['items.csv: 17 bytes'],
});

const program = new File(['#!/bin/sh'], 'run.sh', { type: 'application/x-sh' });
await assert.rejects(skill.call({ number: 7 }, { files: [program] }), (error) => {
  assert(error instanceof RequestError);
  assert.match(error.message, /its files must be image\/\*, text\/csv/u);
  return true;
});

await server.close();
