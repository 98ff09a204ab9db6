import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeLoader } from './code-loader.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes a function that fails so many times before it returns `code`. */
function failing(times: number): () => Promise<string> {
  let remaining = times;
  return vi.fn<() => Promise<string>>(async () => {
    if (remaining > 0) throw new TypeError(`Failed to fetch, ${(remaining -= 1)} left`);
    return 'code';
  });
}

test('code is loaded again, with longer and longer pauses, until it is there', async () => {
  const loader = new CodeLoader();
  const states: boolean[] = [];
  loader.subscribe(() => states.push(loader.isWaiting()));
  const load = failing(2);
  const loaded = loader.load(load);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  expect(loader.isWaiting()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await loaded).toBe('code');
  expect(states).toEqual([true, false, true, false]);
});

test('a person, or a network that is back, ends the pause', async () => {
  const loader = new CodeLoader();
  const load = failing(2);
  const loaded = loader.load(load);
  await vi.advanceTimersByTimeAsync(0);
  loader.tryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  page.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});

test('a part that the server does not have makes the page outdated until it has it', async () => {
  const loader = new CodeLoader();
  const errors = [new DOMException('HTTP 404', 'NotFoundError'), new TypeError('Failed to fetch')];
  const load = async (): Promise<string> => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'code';
  };
  const states: boolean[] = [];
  loader.subscribe(() => states.push(loader.isOutdated()));
  const loaded = loader.load(load);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await loaded).toBe('code');
  errors.push(new DOMException('HTTP 404', 'NotFoundError'));
  const again = loader.load(load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await again).toBe('code');
  expect(states).toEqual([true, true, false, false, true, true, false]);
});

test('where there is no page, a failure is a failure', async () => {
  vi.stubGlobal('document', undefined);
  await expect(new CodeLoader().load(failing(1))).rejects.toThrow('Failed to fetch');
});

test('code that arrives and fails is not waited for', async () => {
  const loader = new CodeLoader();
  const broken = new TypeError('x is not a function');
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(broken));
  const loaded = loader.load(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(await loaded).toBe(broken);
  expect(loader.isWaiting()).toBe(false);
});
