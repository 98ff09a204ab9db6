import { closeSync, openSync, writeSync } from 'node:fs';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
} from 'vitest/node';

/** The longest text of an error, in characters; the output of the run has the whole. */
const LONGEST = 4000;

/**
 * A line of the log. Lines with `files` and, without `file`, with `ended` are about the run; lines
 * with `test` are about a test that is over, and all others about a file.
 */
interface Entry {
  /** The paths of all files, at the beginning. */
  readonly files?: readonly string[];
  readonly file?: string | undefined;
  readonly ended?: true;
  /** Errors of a file that belong to no test. */
  readonly errors?: readonly string[];
  /** The id of a test, which is the same in every run. */
  readonly test?: string;
  readonly name?: string;
  readonly passed?: boolean;
  /** Why a test failed; else an error that nothing caught, of `file` if that is known. */
  readonly error?: string;
}

/**
 * A reporter that writes what happens to a file as it happens, one JSON object a line, so that a run
 * that is killed leaves what it knew. `scripts/ci` reads it.
 */
export class RunLog implements Reporter {
  readonly #file: string;
  #log = 0;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#log = openSync(this.#file, 'w');
    this.#write({ files: specifications.map(({ moduleId }) => moduleId) });
  }

  onTestCaseResult(test: TestCase): void {
    this.#writeTest(test);
  }

  onTestModuleEnd(module: TestModule): void {
    // Tests below a hook that failed never begin, so that no other event tells of them.
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'skipped' || state === 'pending') this.#writeTest(test);
    }
    const parts = [module, ...module.children.allSuites()];
    const errors = parts.flatMap((part) => part.errors()).map(toText);
    this.#write({ file: module.moduleId, ended: true, errors });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const file: unknown = error['VITEST_TEST_PATH'];
      this.#write({ error: toText(error), file: typeof file === 'string' ? file : undefined });
    }
    this.#write({ ended: true });
    closeSync(this.#log);
  }

  #writeTest(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const [error = { message: `The test was ${state}.` }] = errors;
    this.#write({
      file: test.module.moduleId,
      test: test.id,
      name: test.fullName,
      ...(state === 'passed' ? { passed: true } : { passed: false, error: toText(error) }),
    });
  }

  #write(entry: Entry): void {
    writeSync(this.#log, `${JSON.stringify(entry)}\n`);
  }
}

/** Makes a text of an error: its message, the difference, and where it was thrown. */
function toText(error: Partial<SerializedError>): string {
  const { name, message = '', stack, stacks: [place] = [], diff, cause } = error;
  const said = message === '' ? (stack ?? '') : message;
  const lines = [name === undefined || name === 'Error' ? said : `${name}: ${said}`];
  if (cause !== undefined) lines.push(`because of ${cause.message}`);
  if (typeof diff === 'string') lines.push(diff);
  if (place !== undefined) lines.push(`at ${place.file}:${place.line}:${place.column}`);
  return lines.join('\n').slice(0, LONGEST);
}
