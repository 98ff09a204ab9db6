import { setTimeout } from 'node:timers/promises';
import { isRecord } from '@formwork/schema/json';
import type { TaskContext } from '@formwork/core';
import type { Progress } from '@modelcontextprotocol/client';

/**
 * The shortest time between two progress reports, in milliseconds. It limits how many reports the
 * task's log has to keep.
 */
const PAUSE_MS = 50;

const MAX_TEXT = 2000;

/** A relay that passes the progress of an MCP call on to a task. */
export interface ProgressRelay {
  readonly report: (progress: Progress) => void;
  readonly say: (text: string) => void;
  /** Resolves once the last report has reached the task. */
  readonly flush: () => Promise<void>;
}

interface Told {
  readonly text: string;
  readonly fraction: number | undefined;
}

/**
 * Makes a relay that reports progress to a task, one report after the other. If several are
 * waiting, only the newest is sent.
 */
export function createProgressRelay(task: TaskContext): ProgressRelay {
  let next: Told | undefined;
  let running: Promise<void> | undefined;

  let reportedAt = -Infinity;

  async function run(): Promise<void> {
    while (next !== undefined) {
      const pause = reportedAt + PAUSE_MS - performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (pause > 0) await setTimeout(pause);
      const { text, fraction } = next;
      next = undefined;
      // oxlint-disable-next-line no-await-in-loop
      await task.progress(text, fraction).catch(() => {});
      reportedAt = performance.now();
    }
    running = undefined;
  }

  function put(told: Told): void {
    next = told;
    running ??= run();
  }

  return {
    report: (progress) => put(readProgress(progress)),
    say: (text) => put({ text: text.slice(0, MAX_TEXT), fraction: undefined }),
    flush: async () => running,
  };
}

function readProgress(progress: unknown): Told {
  const { progress: done, total, message } = isRecord(progress) ? progress : {};
  const has = typeof done === 'number' && typeof total === 'number' && total > 0;
  const fraction = has ? Math.min(1, Math.max(0, done / total)) : undefined;
  const counted = has ? `${done} of ${total}` : String(done);
  const text = typeof message === 'string' && message !== '' ? message : counted;
  return { text: text.slice(0, MAX_TEXT), fraction };
}
