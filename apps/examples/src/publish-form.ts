// A form for everybody on an agent whose callers must sign in: a visitor submits it without an
// account, comes back with the receipt, and follows a signed link that can be used once.

import { defineAgent, defineSkill } from '@formwork/core';
import { createFormLink, createPublicFormsAdapter, readElementFile } from '@formwork/embed';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';

const rsvp = defineSkill({
  id: 'rsvp',
  name: 'RSVP',
  description: 'Takes answers to an invitation.',
  tags: ['events'],
  publish: { form: { title: 'Will you come?', submitLabel: 'Answer' } },
  input: {
    answer: {
      type: 'object',
      properties: {
        guest: { type: 'string', minLength: 1 },
        comes: { type: 'boolean' },
      },
      required: ['guest', 'comes'],
    },
  },
  output: { seat: { type: 'object', properties: { guest: { type: 'string' } } } },
  run: ({ input }) => ({ guest: input.guest }),
});

const linkSecret = randomBytes(32).toString('hex');
const server = createServer(defineAgent({ name: 'Host', version: '1.0.0', skills: [rsvp] }), {
  adapters: [createPublicFormsAdapter({ linkSecrets: [linkSecret] })],
  authenticate: createApiKeyAuthentication({ keys: { 'a-long-random-key': 'office' } }),
  requireAuthentication: true,
});
const { url } = await server.listen({ port: 0 });
const form = `${url}/forms/rsvp`;

/** Sends a request as the page of the form does, and returns the last event of the answer. */
async function post(action: 'send' | 'watch', body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${form}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const data = text.startsWith('{') ? text : (text.match(/^data: .*$/gmu)?.at(-1) ?? '').slice(6);
  return JSON.parse(data) as Record<string, unknown>;
}

// People open this page, or see the same form on another site.
const page = await (await fetch(form)).text();
assert.match(page, /<formwork-form skill="rsvp"/u);
assert.ok(page.includes(readElementFile().integrity));

// The same request again, such as after a lost connection, begins no second task.
const submission = {
  kind: 'input',
  messageId: randomUUID(),
  schema: 'answer',
  data: { guest: 'Ada', comes: true },
};
const first = await post('send', submission);
const { taskId: receipt } = await post('send', submission);
assert.equal(first['kind'], 'result');
assert.equal(first['taskId'], receipt);

// The receipt is all that leads to the task.
assert.deepEqual((await post('watch', { receipt }))['data'], { guest: 'Ada' });
const unknown = await post('watch', { receipt: 'a'.repeat(43) });
assert.equal((unknown['error'] as { reason: string }).reason, 'RECEIPT_UNKNOWN');

// The invitation is for one guest, and for one answer.
const invitation = createFormLink(form, {
  secret: linkSecret,
  values: { guest: 'Grace' },
  once: true,
});
const link = new URLSearchParams(new URL(invitation).hash.slice(1)).get('link');
const answered = await post('send', { ...submission, messageId: randomUUID(), link });
assert.deepEqual(answered['data'], { guest: 'Grace' });
const again = await post('send', { ...submission, messageId: randomUUID(), link });
assert.equal((again['error'] as { reason: string }).reason, 'LINK_USED');

await server.close();
console.log('Ada and Grace have answered, and nobody needed an account.');
