import { setTimeout } from 'node:timers/promises';
import { isRecord } from '@formwork/schema/internal';
import type { TaskContext } from '@formwork/core';
import type { Progress } from '@modelcontextprotocol/client';

/** The least time between two reports, in milliseconds: the log of a task keeps all of them. */
const PAUSE_MS = 50;

const MAX_TEXT = 2000;

/** Passes the progress of a server on to a task. */
export interface ProgressRelay {
  readonly report: (progress: Progress) => void;
  readonly say: (text: string) => void;
  /** Resolves once the task knows the last report. */
  readonly flush: () => Promise<void>;
}

interface Told {
  readonly text: string;
  readonly fraction: number | undefined;
}

/** Reports to a task one after the other; of those that wait, only the newest is reported. */
export function createProgressRelay(task: TaskContext): ProgressRelay {
  let next: Told | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let isFirst = true; next !== undefined; isFirst = false) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (!isFirst) await setTimeout(PAUSE_MS);
      const { text, fraction } = next;
      next = undefined;
      // oxlint-disable-next-line no-await-in-loop
      await task.progress(text, fraction).catch(() => {});
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
