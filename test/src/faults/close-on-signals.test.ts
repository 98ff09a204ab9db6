import { expect, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { type Child, startChild, startChildWithin } from './start-child.ts';

async function begin(child: Child): Promise<string> {
  const url = String(child.ready);
  const params = {
    message: createMessage([{ text: 'wait' }]),
    configuration: { returnImmediately: true },
  };
  await callJsonRpc(url, { method: 'SendMessage', params });
  return url;
}

test('a server told to close on signals drains, is not ready meanwhile, and lets the process end', async () => {
  const child = await startChild('signal-child');
  const url = await begin(child);
  const ended = child.terminate();
  await expect
    .poll(async () => (await fetch(`${url}/readyz`)).json())
    .toEqual({ status: 'draining' });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await child.next()).toBe('stopping');
  // The exit code is null: the signal ended the process, as it does without a server.
  expect(await ended).toBeNull();
});

test('a server that npm started drains when the shell ends that npm has sent the signal to', async () => {
  const npm = ['env', 'npm_lifecycle_event=start'];
  // Shells replace themselves by a last command, so the program is not the last.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  const child = await startChildWithin([...npm, ...shell], 'signal-child', []);
  await begin(child);
  child.signal('SIGTERM');
  expect(await child.next()).toBe('stopping');
  expect(await child.next()).toBeUndefined();
});

test('a second signal ends the process at once', async () => {
  const child = await startChild('signal-child');
  const url = await begin(child);
  child.signal('SIGINT');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  // After the first one alone, which waits for the handler, there is no exit code.
  expect(await child.terminate()).toBe(143);
});
