// Two agents that exchange signed messages: a handshake, a request, its response, and a forgery.

import {
  createEnvelope,
  createEnvelopeAdapter,
  createKeyRing,
  createSigningKey,
  findCorrelationProblem,
  signEnvelope,
  verifyEnvelope,
  type Envelope,
} from '@formwork/adapters';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';

const getPrice = defineSkill({
  id: 'get_price',
  name: 'Price',
  description: 'Tells the price of a currency.',
  tags: ['price_query'],
  input: {
    priceQuery: {
      type: 'object',
      properties: { currency: { type: 'string', enum: ['BTC', 'ETH'] } },
      required: ['currency'],
    },
  },
  output: { price: { type: 'object', properties: { usd: { type: 'number' } } } },
  run: async () => ({ usd: 125_000.5 }),
});
const agent = defineAgent({ name: 'Price agent', version: '1.0.0', skills: [getPrice] });

// Each agent keeps its private key and knows the public key of the other.
const client = generateKeyPairSync('ed25519');
const server = generateKeyPairSync('ed25519');

const served = createServer(agent, {
  adapters: [
    createEnvelopeAdapter({
      agentId: 'price-agent',
      keys: { 'client-agent': client.publicKey },
      requireTags: true,
      signingKey: createSigningKey(server.privateKey),
    }),
  ],
});
const { url } = await served.listen({ port: 0 });

const key = createSigningKey(client.privateKey);
const keys = createKeyRing({ 'price-agent': server.publicKey });

async function post(message: Envelope): Promise<{ status: number; answer: Envelope }> {
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
  });
  return { status: response.status, answer: (await response.json()) as Envelope };
}

/**
 * Signs and sends a message; returns the answer once its signature and its reference to the message
 * are checked.
 */
async function send(type: 'handshake' | 'request', payload: Envelope['payload']) {
  const ids = { sender: 'client-agent', recipient: 'price-agent' };
  const message = signEnvelope(createEnvelope({ type, payload, ...ids }), key);
  const { answer } = await post(message);
  assert.equal(findCorrelationProblem(message, answer), undefined);
  assert.equal((await verifyEnvelope(answer, { keys })).kind, 'verified');
  return { message, answer };
}

const hello = await send('handshake', {
  agent_card: {
    agent_id: 'client-agent',
    name: 'Client',
    version: '1.0.0',
    description: 'Asks for prices.',
    capabilities: ['asking'],
    supported_protocols: ['A2A/1.0'],
  },
});
assert.equal(hello.answer.message_type, 'handshake_ack');
assert.equal(hello.answer.payload['protocol'], 'A2A/1.0');

const { message, answer } = await send('request', {
  method: 'get_price',
  parameters: { currency: 'BTC' },
});
assert.deepEqual(answer.payload, { status: 'success', data: { usd: 125_000.5 } });

const wrong = await send('request', { method: 'get_price', parameters: { currency: 'XYZ' } });
assert.equal(wrong.answer.payload['status'], 'error');

// The agent refuses the same message sent again (a replay) and a changed one (a forgery).
assert.equal((await post(message)).status, 401);
const forged = { ...message, payload: { method: 'get_price', parameters: { currency: 'ETH' } } };
assert.equal((await post(forged)).status, 401);

await served.close();
