import { once } from 'node:events';
import {
  defineAgent,
  defineSkill,
  isRunEndedError,
  TransientError,
  type Agent,
} from '@formwork/core';

/** What a handler of {@link createReportingAgent} tells. */
export interface Report {
  readonly pid: number;
  readonly what: 'begun' | 'step' | 'aborted' | 'late';
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly attempt: number;
  /** Of an abort: why. */
  readonly end?: string;
}

/** An agent whose handlers tell what happens to them: in `work` until canceled, in `flaky` once in vain. */
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
