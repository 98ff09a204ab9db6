import { readdirSync, readFileSync } from 'node:fs';
import type {
  ReportedHookContext,
  Reporter,
  TestCase,
  TestModule,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { RUN_LIMIT } from './limits.ts';

/** Options of {@link RunWatch}. */
export interface RunWatchOptions {
  /** An environment variable that all processes of the run have, and no others. */
  readonly mark: readonly [name: string, value: string];
  /** The time after which a run stands still. Default: {@link RUN_LIMIT}. */
  readonly limitMs?: number;
  /** The time between two looks at the clock. Default: a hundredth of the limit. */
  readonly lookEveryMs?: number;
  /** The clock. Default: that of the process. */
  readonly now?: () => number;
}

/** A process that belongs to a run. */
interface RunProcess {
  readonly id: number;
  readonly command: string;
}

/**
 * A reporter that ends a run which stands still: if nothing begins or ends for some minutes, it
 * says which files, tests and hooks are open and which processes run, and kills these processes.
 * Vitest then reports the open files as failed, and goes on with the others. It cannot do so by
 * itself where a test blocks its process, or where a process that a test has left keeps the output
 * of the worker open.
 */
export class RunWatch implements Reporter {
  readonly #mark: string;
  readonly #limitMs: number;
  readonly #lookEveryMs: number;
  readonly #now: () => number;
  /** Descriptions of open files, tests and hooks. */
  readonly #open = new Set<string>();
  #vitest: Vitest | undefined;
  #look: NodeJS.Timeout | undefined;
  #last = 0;
  /** True if nothing has begun or ended since the processes were killed. */
  #isKilled = false;

  constructor({
    mark: [name, value],
    limitMs = RUN_LIMIT,
    lookEveryMs = limitMs / 100,
    now = () => performance.now(),
  }: RunWatchOptions) {
    this.#mark = `${name}=${value}`;
    this.#limitMs = limitMs;
    this.#lookEveryMs = lookEveryMs;
    this.#now = now;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#watch();
  }

  onTestRunStart(): void {
    this.#watch();
  }

  onTestRunEnd(): void {
    this.#note();
    // A run that watches files waits for their next change.
    if (this.#vitest?.config.watch === true) clearInterval(this.#look);
  }

  onTestModuleQueued(file: TestModule): void {
    this.#begin(toTitle(file));
  }

  onTestModuleCollected(): void {
    this.#note();
  }

  onTestModuleEnd(file: TestModule): void {
    this.#end(toTitle(file));
  }

  onTestSuiteReady(): void {
    this.#note();
  }

  onTestSuiteResult(): void {
    this.#note();
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(toTitle(test));
  }

  onTestCaseResult(test: TestCase): void {
    this.#end(toTitle(test));
  }

  onHookStart({ name, entity }: ReportedHookContext): void {
    this.#begin(`${toTitle(entity)} > ${name}`);
  }

  onHookEnd({ name, entity }: ReportedHookContext): void {
    this.#end(`${toTitle(entity)} > ${name}`);
  }

  /** Vitest calls this when a run is over and yet its process goes on, before it ends the process. */
  onProcessTimeout(): void {
    const commands = findProcesses(this.#mark).map(({ id, command }) => `${id} ${command}`);
    const resources = process.getActiveResourcesInfo();
    console.error(
      [
        'The run is over, and its process went on because of these resources:',
        ...toLines([...new Set(resources)], 'none that Node knows'),
        'Processes of the run at this moment:',
        ...toLines(commands, 'none that can be found'),
      ].join('\n'),
    );
  }

  #watch(): void {
    this.#note();
    clearInterval(this.#look);
    // Real time: a run that stands still ends a look later at most.
    this.#look = setInterval(() => {
      if (this.#now() - this.#last >= this.#limitMs) this.#endRun();
    }, this.#lookEveryMs);
    // The watch itself keeps no run from its end.
    this.#look.unref();
  }

  #begin(title: string): void {
    this.#note();
    this.#open.add(title);
  }

  #end(title: string): void {
    this.#note();
    this.#open.delete(title);
  }

  #note(): void {
    this.#last = this.#now();
    this.#isKilled = false;
  }

  #endRun(): void {
    const processes = findProcesses(this.#mark);
    const error = new Error(toMessage(this.#limitMs, { open: this.#open, processes }));
    error.stack = '';
    console.error(`\n${error.message}\n`);
    // Processes that nothing can kill, or that this system does not list, keep nothing waiting.
    if (this.#isKilled) process.exit(1);
    process.exitCode = 1;
    this.#vitest?.state.catchError(error, 'Standstill');
    this.#note();
    this.#isKilled = true;
    for (const { id } of processes) kill(id);
  }
}

/** The title of a file, suite or test, with the titles that it stands below. */
function toTitle(entity: TestModule | TestSuite | TestCase): string {
  return entity.type === 'module'
    ? entity.relativeModuleId
    : `${entity.module.relativeModuleId} > ${entity.fullName}`;
}

function toMessage(
  limitMs: number,
  {
    open,
    processes,
  }: { readonly open: Iterable<string>; readonly processes: readonly RunProcess[] },
): string {
  const minutes = Math.round(limitMs / 6_000) / 10;
  const commands = processes.map(({ id, command }) => `${id} ${command}`);
  return [
    `Cannot go on with the run because nothing has begun or ended for ${minutes} minutes. Open are:`,
    ...toLines(
      [...open],
      'no test: a process does not end, or keeps the output of its worker open',
    ),
    'These processes of the run are killed:',
    ...toLines(commands, 'none that can be found'),
  ].join('\n');
}

function toLines(texts: readonly string[], none: string): string[] {
  return (texts.length === 0 ? [none] : texts).map((text) => `  ${text}`);
}

/**
 * Finds the other processes that have a mark in their environment, also those whose parents are
 * gone. Only Linux shows environments.
 */
function findProcesses(mark: string): RunProcess[] {
  return listFolder('/proc').flatMap((name) => {
    const id = Number(name);
    if (!Number.isInteger(id) || id === process.pid) return [];
    if (!read(`/proc/${id}/environ`).split('\0').includes(mark)) return [];
    const command = read(`/proc/${id}/cmdline`).replaceAll('\0', ' ').trim();
    return [{ id, command: command.slice(0, 200) }];
  });
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Reads a file, as empty if it is gone or belongs to another user. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
