import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServerLifecycle } from './server-lifecycle.ts';

/** Makes a server whose endpoints only note that they open and close. */
function host(answer: (response: ServerResponse) => void = (response) => response.end('ok')) {
  const web = createServer((_request, response) => answer(response));
  const open = vi.fn<() => undefined>(() => undefined);
  const close = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const lifecycle = new ServerLifecycle(web, {}, { open, close });
  onTestFinished(() => lifecycle.close());
  return { lifecycle, web, open, close };
}

const ANY = { port: 0 };

test('of two calls of listen() at once, the second is refused, and one server listens', async () => {
  const { lifecycle, open } = host();
  const [first, second] = await Promise.allSettled([lifecycle.listen(ANY), lifecycle.listen(ANY)]);
  expect(first).toMatchObject({ status: 'fulfilled', value: { url: lifecycle.url } });
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('current value is listening') as string },
  });
  expect(open).toHaveBeenCalledTimes(1);
});

test('endpoints that cannot open free the address, and listen() may be tried again', async () => {
  const { lifecycle, web, open } = host();
  open.mockImplementationOnce(() => {
    throw new Error('The agent has a fault.');
  });
  await expect(lifecycle.listen(ANY)).rejects.toThrow('The agent has a fault.');
  expect(web.listening).toBe(false);
  const { url } = await lifecycle.listen(ANY);
  expect(await (await fetch(url)).text()).toBe('ok');
});

test('calls of close() at once and later wait for the same end, and close the endpoints once', async () => {
  const { lifecycle, web, close } = host();
  await lifecycle.listen(ANY);
  const { promise: closed, resolve: finish } = Promise.withResolvers<void>();
  close.mockReturnValueOnce(closed);
  const ends: number[] = [];
  const closing = [1, 2].map(async (number) => {
    await lifecycle.close();
    ends.push(number);
  });
  expect(lifecycle.isClosed).toBe(true);
  // The server still answers, so that callers learn to come back later.
  expect(await (await fetch(lifecycle.url ?? '')).text()).toBe('ok');
  expect(ends).toEqual([]);
  finish();
  await Promise.all(closing);
  await lifecycle.close();
  expect(ends).toEqual([1, 2]);
  expect(web.listening).toBe(false);
  expect(close).toHaveBeenCalledTimes(1);
});

test('an answer that begins while the server closes is waited for', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ServerResponse>();
  const { promise: closed, resolve: endClose } = Promise.withResolvers<void>();
  const { lifecycle, web, close } = host(begin);
  close.mockReturnValueOnce(closed);
  const { url } = await lifecycle.listen(ANY);
  const ending = lifecycle.close();
  const answer = fetch(url).then((response) => response.text());
  const response = await begun;
  endClose();
  await expect.poll(() => web.listening).toBe(false);
  response.end('late');
  expect(await answer).toBe('late');
  await ending;
});

test('a server that is closed while it binds its address does not listen', async () => {
  const { lifecycle, web } = host();
  const [listening] = await Promise.allSettled([lifecycle.listen(ANY), lifecycle.close()]);
  expect(listening).toMatchObject({
    reason: { message: expect.stringContaining('current value is closed') as string },
  });
  expect(web.listening).toBe(false);
  await expect(lifecycle.listen(ANY)).rejects.toThrow('current value is closed');
});
