import { expect, test } from 'vitest';
import { HostSlots } from './host-slots.ts';

/** Requests that a test ends by itself. */
function createRequests() {
  const open: { readonly url: string; readonly end: () => void }[] = [];
  const request = (url: string) => async (): Promise<string> => {
    await new Promise<void>((resolve) => void open.push({ url, end: resolve }));
    return url;
  };
  return { open, request };
}

/** Lets all that can begin begin. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a slow host takes only its own places, and all take no more than the whole', async () => {
  const slots = new HostSlots({ total: 5, perHost: 3 });
  const { open, request } = createRequests();
  const slow = Array.from({ length: 8 }, (_, index) => `https://slow.example/${index}`);
  const running = slow.map((url) => slots.run(url, request(url)));
  await settle();
  expect(open.map(({ url }) => url)).toEqual(slow.slice(0, 3));
  const others = ['https://a.example/1', 'https://b.example/1', 'https://c.example/1'];
  const laterRuns = others.map((url) => slots.run(url, request(url)));
  await settle();
  expect(open.map(({ url }) => url)).toEqual([...slow.slice(0, 3), ...others.slice(0, 2)]);
  open[3]?.end();
  expect(await laterRuns[0]).toBe(others[0]);
  await settle();
  expect(open.at(-1)?.url).toBe(others[2]);
  for (let at = 0; at < 11; at += 1) {
    open[at]?.end();
    await settle();
  }
  expect(await Promise.all(running)).toEqual(slow);
  expect(open).toHaveLength(11);
});

test('a request that fails gives its place back', async () => {
  const slots = new HostSlots({ total: 1, perHost: 1 });
  const url = 'https://a.example/';
  const failed = slots.run(url, () => Promise.reject(new Error('away')));
  await expect(failed).rejects.toThrow('away');
  expect(await slots.run(url, async () => 'done')).toBe('done');
});
