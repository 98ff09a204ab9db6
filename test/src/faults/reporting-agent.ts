import {
  defineAgent,
  defineSkill,
  isRunEndedError,
  TransientError,
  type Agent,
} from '@formwork/core';
import { once } from 'node:events';

/** A report by which a handler of {@link createReportingAgent} says what happens to its run. */
export interface Report {
  readonly pid: number;
  readonly what: 'begun' | 'step' | 'aborted' | 'late';
  /** The time of the report, in milliseconds since 1970. */
  readonly time: number;
  readonly attempt: number;
  /** The reason of an abort; absent for other reports. */
  readonly end?: string;
}

/**
 * Makes an agent whose handlers report what happens to them: `work` runs until it is canceled,
 * `flaky` fails once.
 */
export function createReportingAgent(tell: (report: Report) => void): Agent {
  const fields = { description: 'Tests.', tags: [] };
  const report = (what: Report['what'], attempt: number, end?: string): void => {
    tell({ pid: process.pid, what, time: Date.now(), attempt, ...(end !== undefined && { end }) });
  };
  const work = defineSkill({
    ...fields,
    id: 'work',
    name: 'Work',
    input: { work: { type: 'object' } },
    async run({ task }) {
      const { signal, attempt } = task;
      report('begun', attempt);
      await once(signal, 'abort');
      report('aborted', attempt, isRunEndedError(signal.reason) ? signal.reason.end : 'unknown');
      await task.artifact({ id: 'late', text: 'late' }).catch(() => report('late', attempt));
    },
  });
  const flaky = defineSkill({
    ...fields,
    id: 'flaky',
    name: 'Flaky',
    input: { flaky: { type: 'object' } },
    retry: { delayMs: 1_500, maxAttempts: 3 },
    async run({ task }) {
      report('begun', task.attempt);
      await task.step('once', () => report('step', task.attempt));
      if (task.attempt === 1) throw new TransientError('not yet');
    },
  });
  return defineAgent({ name: 'Reporter', version: '1', skills: [work, flaky] });
}
