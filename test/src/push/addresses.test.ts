import { expect, test } from 'vitest';
import { createPieceAgent } from '../support/piece-agent.ts';
import { callPush, startPieces } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { openTaskEngine } from '../support/test-engine.ts';

test('a name that leads to this machine is refused when the connection is made', async () => {
  const receiver = await openReceiver();
  const { port } = new URL(receiver.url);
  const engine = openTaskEngine();
  const { agent } = createPieceAgent();
  const { url, logged } = await startServer(agent, { engine, push: { allowAnonymous: true } });
  const config = { url: `http://localhost:${port}/hook?key=secret` };
  const taskId = await startPieces(url, { count: 1, config });
  await expect
    .poll(() => engine.listDeadLetters())
    .toMatchObject([
      { taskId, failures: 1, reason: expect.stringContaining('its address must be public') },
    ]);
  expect(receiver.received).toEqual([]);
  expect(logged.join('\n')).not.toContain('secret');
});

test.each([
  ['not a URL', 'receiver', 'an http or https URL'],
  ['another scheme', 'file:///etc/passwd', 'an http or https URL'],
  ['another scheme', 'ftp://receiver.example/', 'an http or https URL'],
  ['a user', 'https://user@receiver.example/', 'a URL without user name and password'],
  ['a password', 'https://:secret@receiver.example/', 'a URL without user name and password'],
  ['loopback', 'http://127.0.0.1/', 'a URL with a public address'],
  ['loopback as a number', 'http://2130706433/', 'a URL with a public address'],
  ['loopback in hexadecimal', 'http://0x7f.0.0.1/', 'a URL with a public address'],
  ['loopback with a dot', 'http://127.0.0.1./', 'a URL with a public address'],
  ['loopback, IPv6', 'http://[::1]/', 'a URL with a public address'],
  ['loopback, mapped', 'http://[::ffff:127.0.0.1]/', 'a URL with a public address'],
  ['metadata', 'http://169.254.169.254/latest/', 'a URL with a public address'],
  ['private', 'https://10.0.0.1/', 'a URL with a public address'],
  ['too long', `https://receiver.example/${'x'.repeat(2_048)}`, 'at most 2048 characters'],
  ['nothing', '', 'an http or https URL'],
])('a URL with %s is refused before it is kept', async (_what, target, rule) => {
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const taskId = await startPieces(url, { count: 0 });
  const { body } = await callPush(url, ['Create', { taskId, url: target }]);
  expect(body.error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining(`because url must be ${rule}`),
  });
  expect(body.error?.message).not.toContain('secret');
  const list = await callPush(url, ['List', { taskId }]);
  expect(list.body.result).toEqual({});
});
