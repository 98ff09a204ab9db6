import { defineSkill, isRunEndedError, type TaskContext } from '@formwork/core';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal/journal.ts';

/** The input of the skill `build`, which the server under load offers. */
export interface BuildInput {
  /** The number of steps; a piece of an artifact follows each. */
  readonly rounds: number;
  /** The duration of a step, in milliseconds. */
  readonly pauseMs: number;
  /**
   * The length of the text of each piece, in characters. Default: the length of the piece's number.
   */
  readonly size?: number;
  /** True if the skill asks a question after the first step. */
  readonly asks: boolean;
  /** True if the skill fails after the last step. */
  readonly fails: boolean;
  /**
   * The behaviour of the second step on the first attempt: `heedful` waits until the signal aborts,
   * and `deaf` until the process gets SIGCONT, whatever the signal says. Both need two rounds.
   */
  readonly stalls: 'no' | 'heedful' | 'deaf';
}

/** The message with which a task of `build` fails if its input says so. */
export const FAILURE = 'It cannot be built.';

const goesOn = once(process, 'SIGCONT');

/** Makes the skill `build`, which does what its input says, and writes its steps to a journal. */
export function createBuildSkill(journal: Journal) {
  return defineSkill({
    id: 'build',
    name: 'Build',
    description: 'Builds something in steps.',
    tags: [],
    input: {
      build: {
        type: 'object',
        properties: {
          rounds: { type: 'integer' },
          pauseMs: { type: 'integer' },
          size: { type: 'integer' },
          asks: { type: 'boolean' },
          fails: { type: 'boolean' },
          stalls: { enum: ['no', 'heedful', 'deaf'] },
        },
        required: ['rounds', 'pauseMs', 'asks', 'fails', 'stalls'],
      },
    },
    run: ({ input, task }) => build(input, task, journal),
  });
}

async function build(
  { rounds, pauseMs, size = 0, asks, fails, stalls }: BuildInput,
  task: TaskContext,
  journal: Journal,
): Promise<string> {
  const { id: taskId, attempt, signal } = task;
  signal.addEventListener('abort', () => {
    const { reason }: { readonly reason: unknown } = signal;
    const name = isRunEndedError(reason) ? reason.end : (reason as Error).name;
    journal.write({ kind: 'aborted', pid: process.pid, taskId, reason: name });
  });
  for (let round = 0; round < rounds; round += 1) {
    const step = `step ${round}`;
    await task.step(step, async () => {
      const isStalled = attempt === 1 && round === 1;
      if (isStalled && stalls === 'heedful') await once(signal, 'abort');
      if (isStalled && stalls === 'deaf') await goesOn;
      // Real time: the step takes as long as the input says.
      await sleep(pauseMs);
      journal.write({ kind: 'effect', pid: process.pid, taskId, attempt, step });
      return `done ${round}`;
    });
    if (round === 0) await task.progress('Building', 0.5);
    await task.artifact({ id: 'pieces', text: `${round} `.padEnd(size, 'x'), append: round > 0 });
    if (asks && round === 0) await task.ask('Go on?');
  }
  if (fails) throw new Error(FAILURE);
  return `built ${rounds}`;
}
