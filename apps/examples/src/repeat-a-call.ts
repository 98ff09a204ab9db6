// An agent whose process dies while it calls another agent: the next attempt sends the same
// message, and the other agent answers with the task that it already has.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { createTestAgent } from '@formwork/testing';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const article = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
} as const;
const receipt = {
  type: 'object',
  properties: { number: { type: 'integer' } },
  required: ['number'],
} as const;

const orders: string[] = [];

const order = defineSkill({
  id: 'order',
  name: 'Order',
  description: 'Orders an article, which takes a moment.',
  tags: ['shop'],
  input: { article },
  output: { receipt },
  async run({ input }) {
    const number = orders.push(input.name);
    await sleep(200);
    return { number };
  },
});
const shopAgent = defineAgent({ name: 'Shop', version: '1.0.0', skills: [order] });
const shopServer = createServer(shopAgent);
const { url } = await shopServer.listen({ port: 0 });
const shop = await connect<typeof shopAgent>(url);

const buy = defineSkill({
  id: 'buy',
  name: 'Buy',
  description: 'Buys an article in the shop.',
  tags: ['office'],
  input: { article },
  output: { receipt },
  async run({ input, task }) {
    const messageId = await task.step('id', () => crypto.randomUUID());
    const { number } = await task.step('order', () =>
      shop.skill('order').call(input, { signal: task.signal, messageId }),
    );
    return { number };
  },
});
const agent = defineAgent({ name: 'Buyer', version: '1.0.0', skills: [buy] });

const tested = createTestAgent(agent);
const task = await tested.start('buy', { name: 'a pen' });
while (orders.length < 1) await sleep(5);
await task.crash();
await task.settled();
assert.equal(task.runs, 2);
// The second attempt got the answer to the first message, and nothing was ordered twice.
assert.deepEqual(task.result(), { number: 1 });
assert.deepEqual(orders, ['a pen']);

await tested.close();
await shopServer.close();
