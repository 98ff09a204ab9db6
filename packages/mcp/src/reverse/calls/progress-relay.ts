import type { TaskContext } from '@formwork/core';
import { toRecord } from '@formwork/schema/json';
import type { Progress } from '@modelcontextprotocol/client';
import { setTimeout } from 'node:timers/promises';

/**
 * The shortest time between two progress reports, in milliseconds. It limits how many reports the
 * task's log has to keep.
 */
const PAUSE_MS = 50;

const MAX_TEXT = 2000;

/** A report of a call about its progress. */
interface Report {
  readonly text: string;
  readonly fraction: number | undefined;
}

/**
 * Passes the progress of an MCP call on to a task, one report after the other. If several are
 * waiting, only the newest is sent.
 */
export class ProgressRelay {
  readonly #task: TaskContext;
  #next: Report | undefined;
  #running: Promise<void> | undefined;
  #reportedAt = -Infinity;

  constructor(task: TaskContext) {
    this.#task = task;
  }

  report(progress: Progress): void {
    this.#put(readProgress(progress));
  }

  say(text: string): void {
    this.#put({ text: text.slice(0, MAX_TEXT), fraction: undefined });
  }

  /** Resolves once the last report has reached the task. */
  async flush(): Promise<void> {
    await this.#running;
  }

  #put(report: Report): void {
    this.#next = report;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#next !== undefined) {
      const pause = this.#reportedAt + PAUSE_MS - performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (pause > 0) await setTimeout(pause);
      const { text, fraction } = this.#next;
      this.#next = undefined;
      // oxlint-disable-next-line no-await-in-loop
      await this.#task.progress(text, fraction).catch(() => {});
      this.#reportedAt = performance.now();
    }
    this.#running = undefined;
  }
}

function readProgress(progress: unknown): Report {
  const { progress: done, total, message } = toRecord(progress);
  const has = typeof done === 'number' && typeof total === 'number' && total > 0;
  const fraction = has ? Math.min(1, Math.max(0, done / total)) : undefined;
  const counted = has ? `${done} of ${total}` : String(done);
  const text = typeof message === 'string' && message !== '' ? message : counted;
  return { text: text.slice(0, MAX_TEXT), fraction };
}
