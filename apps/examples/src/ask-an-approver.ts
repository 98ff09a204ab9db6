// A purchase that waits for an approver: the task asks a question with a form, the program of the
// buyer ends, and days later another program answers. Spending waits for another person than its
// caller, one with a role.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill, readAnswerer, RejectedError } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createPeopleClient } from '@formwork/people/client';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const decision = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'What the buyer reads' },
  },
  required: ['approved'],
} as const;

let orders = 0;

const buy = defineSkill({
  id: 'buy',
  name: 'Buy',
  description: 'Orders an article; above 500 EUR somebody has to approve.',
  tags: ['office'],
  input: {
    purchase: {
      type: 'object',
      properties: { article: { type: 'string' }, euros: { type: 'number', minimum: 0 } },
      required: ['article', 'euros'],
    },
  },
  output: {
    order: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
  async run({ input: { article, euros }, task }) {
    if (euros > 500) {
      const { approved, reason = 'no reason given' } = await task.ask(
        `May we buy ${article} for ${euros} EUR?`,
        { name: 'decision', schema: decision },
      );
      if (!approved) throw new RejectedError(`Not approved: ${reason}`);
    }
    // The handler runs again from the top after the answer, but a finished step never does.
    const number = await task.step('order', () => (orders += 1));
    return { number };
  },
});

const spend = defineSkill({
  id: 'spend',
  name: 'Spend',
  description: 'Spends money that somebody else has approved.',
  tags: ['office'],
  input: {
    expense: {
      type: 'object',
      properties: { euros: { type: 'number', minimum: 0 } },
      required: ['euros'],
    },
  },
  async run({ input, task }) {
    const { approved } = await task.ask(`May we spend ${input.euros} EUR?`, {
      name: 'decision',
      schema: decision,
      to: 'role:approver',
      about: input,
      fourEyes: true,
    });
    const answerer = task.history.map(readAnswerer).findLast((found) => found !== undefined);
    return `${answerer?.id} ${approved ? 'approved' : 'refused'} ${input.euros} EUR`;
  },
});

const agent = defineAgent({ name: 'Purchasing', version: '1.0.0', skills: [buy, spend] });
const authenticate = createApiKeyAuthentication({
  keys: {
    'the-key-of-ada': { id: 'ada' },
    'the-key-of-kim': { id: 'kim', scopes: ['role:approver'] },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'formwork-'));

/** Serves the agent with its tasks in a file, calls `use`, and stops. */
async function serve(use: (url: string) => Promise<void>): Promise<void> {
  const engine = createSqliteEngine({ file: join(folder, 'tasks.sqlite') });
  const adapters = [createPeopleAdapter()];
  const server = createServer(agent, { engine, authenticate, adapters });
  const { url } = await server.listen({ port: 0 });
  await use(url);
  await server.close();
  await engine.close();
}

// The buyer's program gets a question instead of a result. It passes the id of the task on, such as
// in a mail to the approver.
let taskId = '';
await serve(async (url) => {
  const skill = (await connect<typeof agent>(url)).skill('buy');
  assert.deepEqual(await skill.call({ article: 'a pen', euros: 2 }), { number: 1 });

  const outcome = await skill.run({ article: 'a laptop', euros: 1800 });
  assert(outcome.state === 'input-required');
  ({ taskId } = outcome);
});

// Days later, in another process, the approver's program has nothing but the id.
await serve(async (url) => {
  const skill = (await connect<typeof agent>(url)).skill('buy');
  const outcome = await skill.task(taskId).wait();
  assert(outcome.state === 'input-required' && outcome.question.kind === 'form');
  const { question } = outcome;
  assert.equal(question.prompt, 'May we buy a laptop for 1800 EUR?');

  // An answer that does not fit the form is never sent.
  assert.equal(question.check({ approved: 'yes' })[0]?.pointer, '/approved');
  const end = await question.answer({ approved: true });
  assert(end.state === 'completed');
  assert.deepEqual(end.data, { number: 2 });

  // A refusal ends the task with the approver's words.
  const refused = await skill.run({ article: 'a boat', euros: 90_000 });
  assert(refused.state === 'input-required' && refused.question.kind === 'form');
  const rejected = await refused.question.answer({ approved: false, reason: 'We have one.' });
  assert.equal(rejected.state, 'rejected');
  assert.equal(rejected.text, 'Not approved: We have one.');
  assert.equal(orders, 2);

  // Ada's call waits until an approver has answered, and tells what happens meanwhile.
  const asAda = await connect<typeof agent>(url, { headers: { 'x-api-key': 'the-key-of-ada' } });
  const headers = { 'content-type': 'application/json', 'x-api-key': 'the-key-of-kim' };
  const kim = createPeopleClient({
    send: (path, init) => fetch(`${url}/people${path}`, { ...init, headers }),
  });
  for await (const event of asAda.skill('spend').stream({ euros: 900 })) {
    if (event.kind === 'question') {
      assert.deepEqual(event.question.assignment?.to, ['role:approver']);
      // Kim finds the question in the inbox of the page; here a program answers instead.
      const [waiting] = (await kim.listInbox()).questions;
      assert.deepEqual(waiting?.about, { euros: 900 });
      const answer = { question: 0, data: { approved: true }, messageId: randomUUID() };
      await kim.answer(event.taskId, answer);
    }
    if (event.kind === 'result') assert.equal(event.text, 'kim approved 900 EUR');
  }
});
rmSync(folder, { recursive: true });
console.log('Bought a pen and a laptop.');
