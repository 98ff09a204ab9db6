// A skill that accepts two versions of its input side by side. The older one is marked as
// deprecated, in the card and in forms.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const person = {
  title: 'Person (2026)',
  type: 'object',
  properties: {
    givenName: { type: 'string' },
    familyName: { type: 'string' },
    nickname: { type: 'string', deprecated: true, description: 'Ignored since May 2026.' },
  },
  required: ['givenName', 'familyName'],
} as const;

const personV1 = {
  title: 'Person (2025)',
  description: 'Send "person" instead. This version is accepted until June 2027.',
  deprecated: true,
  type: 'object',
  properties: { fullName: { type: 'string' } },
  required: ['fullName'],
} as const;

const badge = defineSkill({
  id: 'badge',
  name: 'Badge',
  description: 'Writes the badge of a visitor.',
  tags: ['office'],
  // The first usable form that is not deprecated is the one that people see.
  input: { person, personV1 },
  output: {
    badge: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  run({ input, task }) {
    if (input.schema === 'personV1') {
      // Shows which callers still have to change.
      task.log.warn('The deprecated input personV1 was used.', { caller: task.user?.id });
      return { text: input.data.fullName };
    }
    return { text: `${input.data.givenName} ${input.data.familyName}` };
  },
});

const agent = defineAgent({ name: 'Reception', version: '2.0.0', skills: [badge] });
const warnings: string[] = [];
const logger = {
  info: () => {},
  warn: (text: string) => void warnings.push(text),
  error: console.error,
};
const server = createServer(agent, { logger });
const { url } = await server.listen({ port: 0 });
const remote = await connect<typeof agent>(url);
const skill = remote.skill('badge');

const ada = { text: 'Ada Lovelace' };
const today = { givenName: 'Ada', familyName: 'Lovelace' };
assert.deepEqual(await skill.call({ schema: 'person', data: today }), ada);
assert.deepEqual(warnings, []);

const earlier = { fullName: 'Ada Lovelace' };
assert.deepEqual(await skill.call({ schema: 'personV1', data: earlier }), ada);
assert.deepEqual(warnings, ['The deprecated input personV1 was used.']);

// Callers find the mark in the schemas of the card.
const deprecated = skill
  .inputs()
  .filter((input) => input.kind === 'usable' && input.schema['deprecated'] === true);
assert.deepEqual(
  deprecated.map(({ name }) => name),
  ['personV1'],
);

await server.close();
