import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Check {
  readonly findDeadlines: (
    text: string,
    path: string,
  ) => readonly { readonly line: number; readonly fault: string }[];
}

const script = join(import.meta.dirname, '../../../scripts/house/deadlines.js');
const { findDeadlines } = (await import(script)) as Check;

const LIMIT = /limit of its own/u;
const SLEEP = /sleep of fixed length/u;
const BOUND = /bound on a measured time/u;
const RETRY = /retry/u;

test.each<[string, RegExp]>([
  ["test('a', () => {}, 5_000);", LIMIT],
  ["test('a', async () => {}, LIMIT);", LIMIT],
  ["test('a', run, 5_000);", LIMIT],
  ["test('a', run, LIMIT);", LIMIT],
  ['beforeAll(run, 2 * SECOND);', LIMIT],
  ["test('a', { timeout: 5_000 }, () => {});", LIMIT],
  ["test('a', { retry: 2 }, () => {});", RETRY],
  ["describe.each([1])('a', { retry: TIMES }, () => {});", RETRY],
  ["test.each([1])('a %s', () => {}, 5_000);", LIMIT],
  ["test.concurrent('a', () => {}, 2 * SECOND);", LIMIT],
  ["testOverBindings('a', () => {}, 5_000);", LIMIT],
  ["describe('a', { timeout: 9 }, () => {});", LIMIT],
  ['beforeAll(async () => {}, 5_000);', LIMIT],
  ['afterEach(() => {}, 5_000);', LIMIT],
  ['onTestFinished(() => {}, 5_000);', LIMIT],
  ['vi.setConfig({ testTimeout: 5_000 });', LIMIT],
  ['await expect.poll(() => a, { timeout: 5_000 }).toBe(1);', LIMIT],
  ["const PATIENCE = { 'timeout': 5_000, interval: 5 };", LIMIT],
  ["await page.click('button', { timeout: 100 });", LIMIT],
  ["await page.getByText('a').waitFor({ state: 'visible', timeout: LONG });", LIMIT],
  ['page.setDefaultTimeout(5_000);', LIMIT],
  ["spawnSync('a', [], { timeout: 5_000 });", LIMIT],
  ['fetch(url, { signal: AbortSignal.timeout(5_000) });', LIMIT],
  ['await vi.waitFor(() => expect(a).toBe(1));', /use expect\.poll/u],
  ['await vi.waitUntil(look, { interval: 25 });', /use expect\.poll/u],
  ['await vi.waitUntil(look, { timeout: LIMIT });', /use expect\.poll/u],
  ['await new Promise((resolve) => setTimeout(resolve, 100));', SLEEP],
  ['setTimeout(() => socket.destroy(), 20);', SLEEP],
  ['setTimeout(done, ms);', SLEEP],
  ['globalThis.setTimeout(done, 20);', SLEEP],
  ["import { setTimeout as pause } from 'node:timers/promises'; await pause(50);", SLEEP],
  ["import { setTimeout } from 'node:timers/promises'; await setTimeout(50, 'a');", SLEEP],
  ["import * as timers from 'node:timers/promises'; await timers.setTimeout(50);", SLEEP],
  ["import timers from 'node:timers'; timers.setTimeout(done, 50);", SLEEP],
  ['const later = promisify(setTimeout); await later(50);', SLEEP],
  ['const later = setTimeout; later(done, 50);', SLEEP],
  ['await sleep(ms);', SLEEP],
  ['await delay(20);', SLEEP],
  ['await scheduler.wait(20);', SLEEP],
  ['await page.waitForTimeout(50);', SLEEP],
  ['while (true) await sleep(5);', SLEEP],
  ['while (performance.now() < end) await sleep(5);', SLEEP],
  ['for (let turn = 0; turn < 20; turn += 1) await sleep(5);', SLEEP],
  ['for (const turn of turns) await sleep(5);', SLEEP],
  ['for (;;) await sleep(5);', SLEEP],
  ['for (let turn = 0; !done; turn += 1) await sleep(5);', SLEEP],
  ['while (!done && turns < 20) { turns += 1; await sleep(5); }', SLEEP],
  ['while (!done && left-- > 0) await sleep(5);', SLEEP],
  ['do { turns++; await sleep(5); } while (turns < 20);', SLEEP],
  ['while (!done) { for (const turn of turns) await sleep(5); }', SLEEP],
  ['setInterval(() => response.write("a"), 20);', SLEEP],
  ["import { setInterval as tick } from 'node:timers'; tick(run, 20);", SLEEP],
  [
    "import { setInterval } from 'node:timers/promises'; for await (const _ of setInterval(20)) run();",
    SLEEP,
  ],
  ['window.setInterval(run, 20);', SLEEP],
  ['while (!done) { list.map(async () => { await sleep(5); }); }', SLEEP],
  ['expect(performance.now() - start).toBeLessThan(200);', BOUND],
  ['expect(Math.round(Date.now() - start)).toBeLessThanOrEqual(LIMIT_MS);', BOUND],
  ['expect(process.hrtime.bigint() - start).toBeLessThan(5n);', BOUND],
  ['const t = performance.now() - start; expect(t).toBeLessThan(200);', BOUND],
  ['function run() { return performance.now() - start; } expect(run(1)).toBeLessThan(2);', BOUND],
  [
    'const run = () => performance.now() - start; const a = run(); expect(a).toBeLessThan(2);',
    BOUND,
  ],
  ['expect(tookMs).toBeLessThan(200);', BOUND],
  ['expect(report.elapsed).toBeLessThan(200);', BOUND],
  ['expect(performance.now() - start).toBeCloseTo(200, -2);', BOUND],
  ['expect(tookMs).toBeCloseTo(DELAY_MS);', BOUND],
  ['assert(performance.now() - start < 200);', BOUND],
  ['expect(200 > tookMs).toBe(true);', BOUND],
  ['const quick = performance.now() - start < 200; expect(quick).toBe(true);', BOUND],
  ["if (performance.now() - start > 200) throw new Error('late');", BOUND],
  ['expect(200).toBeGreaterThan(performance.now() - start);', BOUND],
  ['expect(LIMIT).toBeGreaterThanOrEqual(tookMs);', BOUND],
  ['const a = Date.now(), b = Date.now(); expect(b - a).toBeLessThan(200);', BOUND],
  ['const a = new Date(); expect(+new Date() - +a).toBeLessThan(200);', BOUND],
  ['expect(Date.now()).toBeLessThan(start + 200);', BOUND],
])('refuses %s', (text, fault) => {
  expect(findDeadlines(text, 'a.test.ts')).toEqual([
    { line: 1, fault: expect.stringMatching(fault) as string },
  ]);
});

test.each([
  "test('a', () => {});",
  "test.each([['a', 5_000]])('%s', (name, size) => {});",
  "test('a', { concurrent: true }, () => {});",
  "test('a', options, run);",
  "test.each([{ retry: 3 }])('a', ({ retry }) => {});",
  'await expect.poll(() => a, { interval: 5 }).toBe(1);',
  'await vi.waitUntil(look, { timeout: WAIT_LIMIT, interval: 25 });',
  'createAgent({ timeoutMs: 20 });',
  'toIssues({ timeout: 5 });',
  "toSchema({ properties: { timeout: { type: 'number' } } });",
  'await new Promise((resolve) => setTimeout(resolve));',
  'setTimeout(resolve, 0);',
  'await task.sleep(5_000);',
  'await clock.advance(5_000);',
  'vi.advanceTimersByTime(5_000);',
  'while (!(await isDone())) await sleep(5);',
  'while (steps < 5) await sleep(5);',
  'while (steps < 5) { seen += 1; await sleep(5); }',
  'for (; !done; ) await sleep(5);',
  'clearInterval(timer);',
  'expect(share).toBeCloseTo(0.5);',
  'expect(tookMs).toBeCloseTo(20 * quickMs);',
  'while (performance.now() < end);',
  'expect(performance.now() - start).toBeGreaterThan(200);',
  'expect(tookMs).toBeLessThan(20 * quickMs);',
  'expect(at).toBeGreaterThanOrEqual(delayMs - 50);',
  'if (performance.now() - start > 200) stop();',
  'const a = performance.now() - start; expect(a).toBeLessThan(10 * (performance.now() - other));',
  'expect(JSON.stringify({ tookMs }).length).toBeLessThan(200);',
  'expect(`${tookMs} ms`.length + calls).toBeLessThan(200);',
])('allows %s', (text) => {
  expect(findDeadlines(text, 'a.test.ts')).toEqual([]);
});

test('allows what a comment before the line, or before its statement, gives a reason for', () => {
  const text = `
// Real time: a socket's own timer cannot be moved.
await sleep(5);

// Own clock: the timers of this test are replaced,
// which takes two lines to say.
expect(
  performance.now() - start,
).toBeLessThan(5);

call(
  // Real time: the agent takes longer than its caller waits.
  () => sleep(5),
);
`;
  expect(findDeadlines(text, 'a.test.ts')).toEqual([]);
});

test('refuses a comment without a reason, on the wrong line, or in the middle of a sentence', () => {
  const text = `
// Real time:
await sleep(1);
// Real time: a reason.

await sleep(2);
// It needs Real time: a reason.
await sleep(3);
// Real time: a reason.
await sleep(4);
await sleep(5);
`;
  expect(findDeadlines(text, 'a.test.ts').map(({ line }) => line)).toEqual([3, 6, 8, 11]);
});

test('names each place of a file once, in the order of lines, and reads JSX', () => {
  const text = `
test('a', { timeout: 5 }, () => {
  const view = <p title="a">{text}</p>;
  expect(performance.now() - start).toBeLessThan(5);
  sleep(5);
}, 5);
`;
  expect(findDeadlines(text, 'a.test.tsx').map(({ line }) => line)).toEqual([2, 4, 5]);
});
