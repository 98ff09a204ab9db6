import { defineAgent, defineSkill } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { appendFileSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The steps of a task before its pause, and all of them. */
export const [STEPS_BEFORE, STEPS]: readonly [number, number] = [2, 5];

/** What a process writes about a task. */
export interface StepLine {
  /**
   * `paused`: the step is next after the pause that begins; `begun`, `stored`: the step itself;
   * `tried`: the step was asked for, and would have begun by now; `over`: the run has ended.
   */
  readonly kind: 'paused' | 'begun' | 'stored' | 'tried' | 'over';
  readonly pid: number;
  readonly taskId: string;
  readonly step: number;
  /** The time in milliseconds by the clock that all processes of a machine share. */
  readonly at: number;
}

/** Options of {@link runSteps}. */
interface StepsOptions {
  /** The file to which lines are appended. */
  readonly file: string;
  readonly leaseMs: number;
  /** Resolves when a step may be asked for. */
  readonly pause: (step: number) => Promise<void>;
}

/** Returns the time by the clock that all processes of a machine share, in milliseconds. */
export const readClock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Runs the tasks of an engine, and writes each of their steps into a file. Returns what ends it. */
export function runSteps(
  engine: TaskEngine,
  { file, leaseMs, pause }: StepsOptions,
): () => Promise<void> {
  const write = (kind: StepLine['kind'], taskId: string, step: number): void => {
    const line: StepLine = { kind, pid: process.pid, taskId, step, at: readClock() };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    output: { item: { type: 'object' } },
    async text({ task: { id, step: doStep } }) {
      try {
        for (let step = 0; step < STEPS; step += 1) {
          if (step === STEPS_BEFORE) write('paused', id, step);
          await pause(step);
          let isOwn = false;
          const done = doStep(`step ${step}`, () => {
            isOwn = true;
            write('begun', id, step);
          });
          if (step === STEPS_BEFORE) {
            void nextTurn()
              .then(() => nextTurn())
              .then(() => write('tried', id, step));
          }
          await done;
          if (isOwn) write('stored', id, step);
        }
        return 'done';
      } finally {
        write('over', id, STEPS);
      }
    },
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const runner = createRunner(engine, agent, { logger, leaseMs, pollMs: 50 });
  return () => runner.stop();
}

/** Reads what processes have written, in order. */
export function readLines(file: string): readonly StepLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as StepLine);
}
