import { setTimeout as pause } from 'node:timers/promises';
import { defineAgent, defineSkill, isRunEndedError, type Agent } from '@formwork/core';

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

/** What the handler did. */
export interface TimedRuns {
  /** How often it was called. */
  count: number;
  /** How often what it did was canceled. */
  canceled: number;
}

/** An agent that takes as long as it is told, and tells its progress at the beginning. */
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
      await pause(ms, undefined, { signal: task.signal });
      return { took: ms };
    },
  });
  return defineAgent({ name: 'Timed', version: '1.0.0', skills: [work] });
}
