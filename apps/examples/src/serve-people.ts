// One server for all people who meet an agent: callers have the page of forms, approvers their inbox,
// operators the console, and visitors without an account a form of their own.

import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createFormsAdapter } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const trip = defineSkill({
  id: 'claim-trip',
  name: 'Claim a trip',
  description: 'Pays a trip once somebody approves.',
  tags: ['office'],
  input: {
    trip: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  async run({ input, task }) {
    const { approved } = await task.ask(`Pay the trip to ${input.city}?`, {
      schema: { type: 'object', properties: { approved: { type: 'boolean' } } },
      to: 'role:approver',
      about: input,
      fourEyes: true,
    });
    return approved === true ? 'paid' : 'declined';
  },
});
const suggest = defineSkill({
  id: 'suggest',
  name: 'Suggest something',
  description: 'Takes suggestions of visitors.',
  tags: ['office'],
  publish: { form: true },
  input: { idea: { type: 'object', properties: { text: { type: 'string' } } } },
  run: () => 'Thank you.',
});
const agent = defineAgent({ name: 'Office', version: '1.0.0', skills: [trip, suggest] });

const server = createServer(agent, {
  adapters: [
    createFormsAdapter(),
    createPeopleAdapter(),
    createConsoleAdapter(),
    createPublicFormsAdapter(),
  ],
  authenticate: createApiKeyAuthentication({
    keys: {
      'the-key-of-ada': { id: 'ada' },
      'the-key-of-kim': { id: 'kim', scopes: ['role:approver'] },
      'the-key-of-olga': { id: 'olga', scopes: ['operate'] },
    },
  }),
  requireAuthentication: true,
});
const { url } = await server.listen({ port: 0 });

for (const [path, text] of [
  ['/', '<!doctype html>'], // the page of forms, with the inbox and the history
  ['/console/', '<!doctype html>'],
  ['/forms/suggest', '<formwork-form skill="suggest"'],
] as const) {
  const page = await (await fetch(`${url}${path}`)).text();
  assert.ok(page.toLowerCase().includes(text), path);
}

/** Asks one of the doors with the key of a person, and returns the status. */
async function ask(path: string, name: string): Promise<number> {
  return (await fetch(`${url}${path}`, { headers: { 'x-api-key': `the-key-of-${name}` } })).status;
}
assert.equal(await ask('/people/inbox', 'kim'), 200);
assert.equal(await ask('/people/inbox', 'nobody'), 401);
assert.equal(await ask('/console/api/tasks', 'olga'), 200);
assert.equal(await ask('/console/api/tasks', 'kim'), 403);

await server.close();
console.log('Ada, Kim, Olga and visitors have their pages.');
