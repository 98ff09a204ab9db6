import { defineAgent, defineSkill, isRunEndedError, type Agent } from '@formwork/core';
import { setTimeout as pause } from 'node:timers/promises';

const job = {
  type: 'object',
  properties: { ms: { type: 'integer' } },
  required: ['ms'],
} as const;

const report = {
  type: 'object',
  properties: { took: { type: 'integer' } },
  required: ['took'],
} as const;

/** Counts of the runs of a timed agent's handler. */
export interface TimedRuns {
  /** The number of times that the handler was called. */
  count: number;
  /** The number of runs that were canceled. */
  canceled: number;
}

/**
 * Makes an agent whose skill `work` takes as many milliseconds as its input says, and reports
 * progress at its start.
 */
export function createTimedAgent(runs: TimedRuns = { count: 0, canceled: 0 }): Agent {
  const work = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'For tests.',
    tags: [],
    input: { job },
    output: { report },
    async run({ input: { ms }, task }) {
      runs.count += 1;
      task.signal.addEventListener('abort', () => {
        const { reason } = task.signal;
        if (isRunEndedError(reason) && reason.end === 'canceled') runs.canceled += 1;
      });
      if (ms > 0) await task.progress('begun');
      // Real time: the work takes as long as its input says.
      await pause(ms, undefined, { signal: task.signal });
      return { took: ms };
    },
  });
  return defineAgent({ name: 'Timed', version: '1.0.0', skills: [work] });
}
