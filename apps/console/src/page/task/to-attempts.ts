import type { ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';
import { listSpans } from './to-lanes.ts';

/** An attempt of a task, with the steps that it has done. */
export interface Attempt {
  readonly span: ConsoleSpan;
  readonly steps: readonly ConsoleSpan[];
}

/** Lists the attempts that the process remembers, the first one first. */
export function listAttempts(value: ConsoleTask): readonly Attempt[] {
  const spans = listSpans(value).toSorted((a, b) => a.startedAt - b.startedAt);
  const attempts = spans.filter(({ kind }) => kind === 'attempt');
  return attempts.map((span, index) => {
    const end = attempts[index + 1]?.startedAt ?? Infinity;
    const steps = spans.filter(
      ({ kind, startedAt }) => kind === 'step' && startedAt >= span.startedAt && startedAt < end,
    );
    return { span, steps };
  });
}

/** Returns how long a span took, in milliseconds; `undefined` while it goes on. */
export function findDuration({ startedAt, endedAt }: ConsoleSpan): number | undefined {
  return endedAt === undefined ? undefined : endedAt - startedAt;
}

/** Lists the steps of two attempts beside each other, in the order in which they were done. */
export function compareSteps(
  first: Attempt,
  second: Attempt,
): readonly {
  readonly name: string;
  /** The time that the step took in each attempt, in milliseconds; `undefined` if it was not done. */
  readonly took: readonly [number | undefined, number | undefined];
}[] {
  const names = new Set([...first.steps, ...second.steps].map(({ name }) => name));
  const find = ({ steps }: Attempt, name: string): number | undefined => {
    const step = steps.findLast((span) => span.name === name);
    return step && findDuration(step);
  };
  return [...names].map((name) => ({ name, took: [find(first, name), find(second, name)] }));
}
