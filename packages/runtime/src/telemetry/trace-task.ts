import type { Telemetry } from '@formwork/telemetry';
import type { NewTask } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { toErrorType } from './watch-attempt.ts';

/**
 * Creates a task inside a new span and stores the span's context with the task, so that attempts in
 * other processes, notifications and questions link to it. The span ends with the run, or at once
 * if the task does not run here.
 */
export async function traceTask<
  Result extends {
    readonly run: Promise<void> | undefined;
  },
>(telemetry: Telemetry, task: NewTask, make: (task: NewTask) => Promise<Result>): Promise<Result> {
  const { invocation } = task;
  const span = telemetry.startSpan('task', {
    attributes: {
      'formwork.task.id': task.id,
      ...(invocation.skillId !== undefined && { 'formwork.skill': invocation.skillId }),
      ...(invocation.kind === 'structured' && { 'formwork.schema': invocation.schema }),
    },
  });
  const trace = span.traceparent;
  const traced = trace === undefined ? task : { ...task, invocation: { ...invocation, trace } };
  try {
    const started = await span.run(() => make(traced));
    if (started.run === undefined) span.end();
    else void started.run.then(() => span.end());
    return started;
  } catch (error) {
    span.end(toErrorType(error));
    throw error;
  }
}

/**
 * Makes the span of a question whose answer was just accepted, which shows how long the task
 * waited.
 */
export function traceQuestion(
  telemetry: Telemetry,
  { id, state, statusTimestamp, invocation }: TaskSnapshot,
): void {
  const startTime = Date.parse(statusTimestamp);
  telemetry
    .startSpan('question', {
      parent: telemetry.toContext(invocation.trace),
      startTime,
      attributes: { 'formwork.task.id': id, 'formwork.state': state },
    })
    .end();
}
