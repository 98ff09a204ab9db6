import { createMemoryRecords } from '@formwork/runtime';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebPush } from './web-push.ts';

const APPROVERS = 'role:approver';
const NEWS = { id: 'news', kind: 'asked', task: 'task' };

/** A push service that answers when the test says so. */
async function startService() {
  const open: ServerResponse[] = [];
  let [asked, isQuick] = [0, false];
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    if (isQuick) response.writeHead(201).end();
    else open.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    asked: () => asked,
    /** Answers what is open, and from now on at once. */
    answer: () => {
      isQuick = true;
      for (const response of open.splice(0)) response.writeHead(201).end();
    },
  };
}

function createKeys() {
  const ecdh = createECDH('prime256v1');
  const [p256dh, auth] = [ecdh.generateKeys('base64url'), randomBytes(16).toString('base64url')];
  return { p256dh, auth };
}

test('what a slow push service leaves no time for is told later, and nobody is told twice', async () => {
  const service = await startService();
  const push = new WebPush({
    records: createMemoryRecords(),
    contact: 'mailto:ops@example.com',
    allowPrivateAddresses: true,
  });
  onTestFinished(() => push.close());
  const keys = createKeys();
  for (let index = 0; index < 200; index += 1) {
    const person = { key: `person-${index}`, addresses: [APPROVERS] };
    await push.subscribe(person, { endpoint: `${service.url}/${index}`, keys });
  }
  const start = performance.now();
  let passed = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => start + passed);
  onTestFinished(() => now.mockRestore());
  const sending = push.send([APPROVERS], NEWS, { limitMs: 60_000 });
  await expect.poll(() => service.open.length).toBe(16);
  // A request that begins now might end after the limit.
  passed = 50_000;
  service.answer();
  const left = await sending;
  expect(service.asked()).toBe(16);
  expect(new Set(left).size).toBe(184);
  // The next attempt tells exactly those.
  expect(await push.send([APPROVERS], NEWS, { limitMs: 60_000, receivers: left })).toEqual([]);
  expect(service.asked()).toBe(200);
});
