import { expect, test } from 'vitest';
import { followTests } from '../support/test-end.ts';
import { ONCE, runChecks, toFile } from './planted-workspace.ts';

followTests();

const GOOD = toFile(`test('one is one', () => expect(1).toBe(1));`);
const FLAKY = toFile(`
const isFirst = ${ONCE};
test('stays', () => expect(1).toBe(1));
test('wavers', () => expect(isFirst, 'the first time').toBe(false));
`);
const BROKEN = toFile(`test('one is two', () => expect(1).toBe(2));`);

/** Leaves a listener, so that a file after it in its process cannot begin. */
const LEAVING = toFile(`
process.on('SIGUSR2', () => {});
test('leaves a listener', () => expect(1).toBe(1));
`);

test.concurrent('files that fail once and pass alone are flaky, and green', async () => {
  const { code, output, lastLines, isChecked } = await runChecks({
    'flaky.test.js': FLAKY,
    'leaving.test.js': LEAVING,
    'leaving-too.test.js': LEAVING,
    'zz-crash.test.js': toFile(`test('crashes', () => {
  if (${ONCE}) process.kill(process.pid, 'SIGKILL');
});`),
  });
  expect(lastLines).toEqual(['3 flaky files', '5 passed, 0 failed']);
  expect(output).toMatch(/^Once more, each alone, because they failed:\n {2}.*\.test\.js\n/mu);
  expect(output).toMatch(
    /^Flaky: flaky\.test\.js > wavers\n {2}AssertionError: the first time: /mu,
  );
  expect(output).toMatch(
    /^Flaky: zz-crash\.test\.js\n.*\n {2}because of Worker exited unexpectedly/mu,
  );
  expect(output).toMatch(
    /^Flaky: leaving\.test\.js\n {2}Cannot begin because the file before, .*leaving-too\.test\.js, must leave .*: it changed the listeners of SIGUSR2\./mu,
  );
  expect({ code, isChecked }).toEqual({ code: 0, isChecked: true });
});

test.concurrent('what fails twice is failed, and no other check counts', async () => {
  const { code, output, lastLines, isChecked } = await runChecks({
    'good.test.js': GOOD,
    'broken.test.js': BROKEN,
    'unreadable.test.js': `import './nowhere.js';`,
  });
  expect(lastLines).toEqual(['0 flaky files', '1 passed, 2 failed']);
  expect(output).toMatch(/^Failed: broken\.test\.js > one is two\n {2}AssertionError: /mu);
  expect(output).toMatch(/^Failed: unreadable\.test\.js\n {2}.*nowhere/mu);
  expect({ code, isChecked }).toEqual({ code: 1, isChecked: false });
});

test.concurrent('four flaky files fail', async () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.js`);
  const { code, output, lastLines, isChecked } = await runChecks(
    Object.fromEntries(names.map((name) => [name, FLAKY])),
  );
  expect(lastLines).toEqual(['4 flaky files', '8 passed, 1 failed']);
  expect(output).toContain('Cannot pass because at most 3 files may be flaky: 4 were.');
  expect({ code, isChecked }).toEqual({ code: 1, isChecked: false });
});

test.concurrent('files that a killed run has left run again', async () => {
  const { code, output, lastLines } = await runChecks({
    'good.test.js': GOOD,
    // The parent of a worker is the run.
    'killer.test.js': toFile(`
test('passes', () => expect(1).toBe(1));
test('kills the run', () => {
  if (${ONCE}) process.kill(process.ppid, 'SIGKILL');
});`),
  });
  expect(output).toContain('killer.test.js\n  The run ended before this file did.');
  expect(lastLines[1]).toBe('3 passed, 0 failed');
  expect(code).toBe(0);
});

test.concurrent('other checks begin while the last tests run, and count as one', async () => {
  const { code, output, lastLines } = await runChecks({
    'last.test.js': toFile(`import { setInterval } from 'node:timers/promises';
test('sees the mark of the checks', async () => {
  for await (const _ of setInterval(20)) if (existsSync('checked')) return;
});`),
    'check.js': `import { writeFileSync } from 'node:fs';
writeFileSync('checked', '');
console.log('A type is wrong.');
process.exitCode = 1;`,
  });
  expect(output).toMatch(/^A type is wrong\.$/mu);
  expect(output).toMatch(/^Failed: npm run check failed\.$/mu);
  expect(lastLines).toEqual(['0 flaky files', '1 passed, 1 failed']);
  expect(code).toBe(1);
});

test.concurrent('tests that do not begin fail', async () => {
  const { code, output, lastLines } = await runChecks({ 'vitest.config.js': 'export default {' });
  expect(output).toContain('Failed: The tests did not begin.');
  expect(lastLines).toEqual(['0 flaky files', '0 passed, 1 failed']);
  expect(code).toBe(1);
});
