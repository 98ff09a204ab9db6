// Rules of Zod that JSON Schema cannot express: the definition warns about them, and the
// answer to callers who break them says so.

import { defineAgent, defineSkill } from '@formwork/core';
import { createTestAgent, MessageRefusedError } from '@formwork/testing';
import assert from 'node:assert/strict';
import * as z from 'zod';

const stay = z
  .object({
    from: z.iso.date().describe('The first night'),
    until: z.iso.date().describe('The day of departure, after "from"'),
    guests: z.int().min(1).max(4).default(1),
    discount: z.string().optional().meta({ deprecated: true }),
  })
  .refine(({ from, until }) => from < until, { path: ['until'], error: 'must be after "from"' });

const book = defineSkill({
  id: 'book',
  name: 'Book',
  description: 'Books a room.',
  tags: ['travel'],
  input: { stay },
  output: { booking: z.object({ guests: z.int(), nights: z.int() }) },
  examples: [{ from: '2027-03-01', until: '2027-03-04' }],
  // `guests` is a number here, because the default has been filled in.
  run: ({ input: { from, until, guests } }) => ({
    guests,
    nights: (Date.parse(until) - Date.parse(from)) / 86_400_000,
  }),
});

const agent = defineAgent({ name: 'Hotel', version: '1.0.0', skills: [book] });

// The published schema knows nothing of the rule about the two days, so there is a warning with a
// value that shows it.
const [warning] = agent.warnings;
assert.equal(warning?.code, 'conversion-stricter');
assert.match(warning.message, /it refuses .{1,99}must be after/u);

// Descriptions and the mark are part of the published schema.
const published = JSON.stringify([...agent.schemas.values()]);
assert.match(published, /The first night/u);
assert.match(published, /"deprecated":true/u);

const tested = createTestAgent(agent);
const task = await tested.call('book', { from: '2027-03-01', until: '2027-03-04' });
assert.deepEqual(task.result(), { guests: 1, nights: 3 });

// Callers read the words of the rule, and no task is created.
await assert.rejects(
  tested.call('book', { from: '2027-03-04', until: '2027-03-01' }),
  (error: unknown) => {
    assert(error instanceof MessageRefusedError);
    assert.equal(error.problems[0]?.pointer, '/until');
    assert.match(error.problems[0].message, /must be after "from"/u);
    return true;
  },
);
await tested.close();
