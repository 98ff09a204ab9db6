// A webhook that receives a notification of every change of a task, checks who sent it, and handles
// none twice.

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN = 'long-random-text-that-only-the-two-know';
const MAX_AGE_SECONDS = 300;

function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < MAX_AGE_SECONDS;
  const hmac = createHmac('sha256', TOKEN).update(`${id}.${timestamp}.${body}`);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  const given = Buffer.from(String(headers['webhook-signature']));
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Reads a body of at most a megabyte; `''` for a longer one, and for a sender that breaks off. */
async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length > 1_000_000) return '';
    }
    return body;
  } catch {
    return '';
  }
}

const seen = new Set<string>();
const states: string[] = [];
const receiver = createHttpServer(async (request, response) => {
  const body = await readBody(request);
  const id = String(request.headers['webhook-id']);
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  if (!seen.has(id)) {
    seen.add(id);
    states.push(JSON.parse(body).statusUpdate?.status.state);
    // The receiver fails once on purpose: the notification comes again, and the receiver knows its
    // id.
    if (seen.size === 1) {
      response.writeHead(500).end();
      return;
    }
  }
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

const wait = defineSkill({
  id: 'wait',
  name: 'Wait',
  description: 'Waits a while.',
  tags: [],
  input: { pause: { type: 'object', properties: { milliseconds: { type: 'integer' } } } },
  run: ({ input: { milliseconds = 0 } }) => {
    return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  },
});
const agent = defineAgent({ name: 'Waiter', version: '1.0.0', skills: [wait] });
// The receiver is on this machine, so the agent must allow private addresses; on the internet it
// should not.
const server = createServer(agent, {
  push: { allowAnonymous: true, allowPrivateAddresses: true, retryBaseMs: 10 },
});
const { url } = await server.listen({ port: 0 });

const response = await fetch(`${url}/a2a/rest/message:send`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
  body: JSON.stringify({
    message: {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ data: { milliseconds: 20 }, mediaType: 'application/json;schema=pause' }],
    },
    configuration: {
      returnImmediately: true,
      taskPushNotificationConfig: { url: `http://127.0.0.1:${port}/hook`, token: TOKEN },
    },
  }),
});
assert.equal(response.status, 200);

for (let tries = 0; states.at(-1) !== 'TASK_STATE_COMPLETED' && tries < 500; tries += 1) {
  await new Promise((resolve) => setTimeout(resolve, 10));
}
assert.equal(states[0], 'TASK_STATE_SUBMITTED');
assert.equal(states.at(-1), 'TASK_STATE_COMPLETED');
assert.equal(states.length, seen.size);
console.log(states.join(', '));
await server.close();
receiver.closeAllConnections();
receiver.close();
