import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';

const WATCH = join(import.meta.dirname, '../support/run-watch.ts');

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/**
 * Runs Vitest over files in a folder of its own, each in a process of its own. The clock of the
 * watch stands until `late` files have called `makeLate()`, however long that takes, and then runs.
 * `keeper` is code of the run itself.
 */
async function run(
  files: Readonly<Record<string, string>>,
  {
    late,
    mark = 'STANDSTILL',
    keeper = '',
  }: { readonly late: number; readonly mark?: string; readonly keeper?: string },
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-standstill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = `
    import { readdirSync } from 'node:fs';
    import { RunWatch } from ${JSON.stringify(WATCH)};
    process.env.STANDSTILL = ${JSON.stringify(folder)};
    ${keeper}
    let time = 0;
    const watch = new RunWatch({
      mark: [${JSON.stringify(mark)}, ${JSON.stringify(folder)}],
      limitMs: 360_000,
      lookEveryMs: 20,
      now() {
        const lateFiles = readdirSync(${JSON.stringify(folder)}).filter((name) => name.startsWith('late-'));
        return lateFiles.length < ${late} ? time : (time += 10_000);
      },
    });
    export default {
      test: {
        globals: true,
        hookTimeout: 0,
        teardownTimeout: ${keeper === '' ? 10_000 : 1},
        maxWorkers: 4,
        include: ['*.test.js'],
        reporters: ['default', watch],
      },
    };`;
  const tools = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    function makeLate(name) {
      writeFileSync(process.env.STANDSTILL + '/late-' + name, '');
    }`;
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.test.js`), tools + text);
  }
  const program = runProgram('node_modules/vitest/vitest.mjs', { NO_COLOR: '1' }, { folder });
  const code = await program.exit;
  return { code, text: program.output() };
}

const PASSES = "test('passes', () => {});";
const LEAVES_HOOK =
  "test('passes', () => {}); afterAll(() => new Promise(() => makeLate('hook')));";

test('what stands still is named and ended, whether it blocks its process or waits', async () => {
  const { code, text } = await run(
    {
      passes: PASSES,
      hook: LEAVES_HOOK,
      import: "await new Promise(() => makeLate('import'));",
      loop: `
        describe('a group', () => {
          test('blocks', async () => {
            // The process says which test begins by a shorter timer than this one.
            await new Promise((resolve) => setTimeout(resolve, 500));
            makeLate('loop');
            for (;;);
          });
        });`,
    },
    { late: 3 },
  );
  const [, message = '', open = '', processes = ''] =
    /^(Cannot go on.+)\n([^]*?)\n(These processes.*\n(?: {2}\d+ .+\n)+)/mu.exec(text) ?? [];
  expect(message).toContain('nothing has begun or ended for 6 minutes');
  expect(
    open
      .split('\n')
      .map((line) => line.trim())
      .toSorted(),
  ).toEqual([
    'hook.test.js',
    'hook.test.js > afterAll',
    'import.test.js',
    'loop.test.js',
    'loop.test.js > a group > blocks',
  ]);
  expect(processes).toMatch(/vitest/u);
  expect(text).toContain('passes.test.js');
  expect(code).toBe(1);
});

test('a run whose tests are over ends although a process keeps the output of a worker', async () => {
  const { code, text } = await run(
    {
      leaves: `
        test('passes', () => {
          const stdio = ['ignore', 'inherit', 'inherit'];
          spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio, detached: true }).unref();
          makeLate('child');
        });`,
    },
    { late: 1 },
  );
  expect(text).toMatch(/Tests +1 passed/u);
  expect(text).toContain('no test: a process does not end');
  expect(text).toMatch(/^ {2}\d+ .*setInterval/mu);
  expect(code).toBe(1);
});

test('a run ends although its processes cannot be found', async () => {
  const { code, text } = await run({ hook: LEAVES_HOOK }, { late: 1, mark: 'NONE' });
  expect(text.match(/hook\.test\.js > afterAll/gu)).toHaveLength(2);
  expect(text).toContain('none that can be found');
  expect(code).toBe(1);
});

test('a run that is over says what keeps its process', async () => {
  const keeper = 'setInterval(() => {}, 1_000_000_000);';
  const { text } = await run({ passes: PASSES }, { late: 1, keeper });
  expect(text).toMatch(
    /^The run is over, and its process went on because .*\n(?: {2}\w+\n)* {2}Timeout\n/mu,
  );
});

test('a run in which everything ends has no word of it', async () => {
  const { code, text } = await run({ passes: PASSES }, { late: 1 });
  expect(text).not.toContain('Cannot go on');
  expect(code).toBe(0);
});
