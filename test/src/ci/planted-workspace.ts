import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/run-cli.ts';
import { onTestFinished } from '../support/test-end.ts';

/** What `.ci/run` did in a workspace. */
export interface Checked {
  readonly code: number | null;
  /** All that it printed. */
  readonly output: string;
  /** The end of the output. */
  readonly lastLines: readonly string[];
  /** True if the output of `npm run check` is shown. */
  readonly isChecked: boolean;
}

const CONFIG = `
import { RunLog } from '${ROOT}test/src/support/run-log.ts';
class ByName {
  shard = (files) => files;
  sort = (files) => files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
}
export default {
  test: {
    sequence: { sequencer: ByName },
    isolate: false,
    maxWorkers: 1,
    setupFiles: ['${ROOT}test/src/support/originals.ts'],
    testTimeout: 0,
    reporters: ['default', new RunLog(process.env.FORMWORK_TEST_LOG)],
  },
};
`;

const CHECK = `
import { writeFileSync } from 'node:fs';
writeFileSync('checked', '');
console.log('All is checked.');
`;

const MANIFEST = JSON.stringify({
  name: 'planted',
  private: true,
  type: 'module',
  scripts: {
    test: 'vitest run',
    check: 'node check.js',
  },
});

/** Code that is true in the first run of a file, and false in the second. */
export const ONCE = `(() => {
  const mark = import.meta.filename + '.ran';
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
})()`;

/** Makes the code of a file of tests from that of its tests. */
export function toFile(tests: string): string {
  return `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
${tests}`;
}

/**
 * Runs `.ci/run` in a workspace that has these files of tests, by name, and nothing else to set up
 * or to check.
 */
export async function runChecks(files: Readonly<Record<string, string>>): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = {
    'package.json': MANIFEST,
    'vitest.config.js': CONFIG,
    'check.js': CHECK,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  cpSync(join(ROOT, '.ci/run'), join(folder, '.ci/run'));
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(ROOT, name), join(folder, name));

  const child = spawn(join(folder, '.ci/run'), { env: toOutside() });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lastLines = output.trimEnd().split('\n').slice(-2);
  return { code, output, lastLines, isChecked: output.includes('All is checked.') };
}

/** The environment without what this run of tests has set for its own workers. */
function toOutside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|FORCE_COLOR$|FORMWORK_|npm_)/u.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_OPTIONS: '', NO_COLOR: '1' };
}
