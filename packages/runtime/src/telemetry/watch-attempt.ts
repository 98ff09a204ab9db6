import { isRunEndedError, type RunEnd } from '@formwork/core';
import type { Telemetry, TraceContext } from '@formwork/telemetry';
import type { Lease } from '../engine/lease.ts';
import type { TaskStateName } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';

/**
 * The outcome of an attempt: a state of the task, another attempt, or the reason why the handler
 * was stopped.
 */
export type AttemptOutcome = TaskStateName | 'retry' | RunEnd;

/** Traces one attempt of a task and counts it in metrics. */
export interface AttemptWatch {
  /**
   * Runs the handler inside the span of the attempt, so that the handler's own spans are below it.
   */
  run<Result>(work: () => Result): Result;
  /** Runs a step of the handler inside a span of its own. */
  step<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Notes the kind of error that ended the attempt. With `isLast`, the task ends, and counts as
   * failed.
   */
  fail(reason: string, isLast: boolean): void;
  end(outcome: AttemptOutcome): void;
}

/**
 * Starts the span of an attempt. An attempt that a request starts is below that request's span. Any
 * other attempt has a trace of its own, because the task may be days old, and links to the task's
 * span.
 */
export function watchAttempt(
  telemetry: Telemetry,
  {
    snapshot,
    lease,
    parent = telemetry.toContext(undefined),
  }: {
    readonly snapshot: TaskSnapshot;
    readonly lease: Lease;
    /**
     * The trace context of the request that started the task; `undefined` if a runner claimed it,
     * maybe in another process.
     */
    readonly parent: TraceContext | undefined;
  },
): AttemptWatch {
  const { id, invocation, statusTimestamp } = snapshot;
  const skill = lease.skillId ?? '';
  const span = telemetry.startSpan('attempt', {
    parent,
    link: invocation.trace,
    attributes: {
      'formwork.task.id': id,
      'formwork.attempt': lease.attempt,
      ...(skill !== '' && { 'formwork.skill': skill }),
    },
  });
  const startedAt = performance.now();
  telemetry.add('running', 1, { skill });
  // Later attempts are left out, because the time since their status includes earlier attempts.
  if (lease.attempt === 1) telemetry.record('queueAge', toAge(statusTimestamp), { skill });
  return {
    run: (work) => span.run(work),
    async step(key, work) {
      const begunAt = performance.now();
      const step = telemetry.startSpan('step', {
        // Without a context manager, OpenTelemetry does not know the parent span, so it is given.
        ...(telemetry.isNested() ? {} : { parent: span.context }),
        attributes: { 'formwork.task.id': id, 'formwork.step': key },
      });
      try {
        const result = await step.run(work);
        step.end();
        return result;
      } catch (error) {
        step.end(toErrorType(error));
        throw error;
      } finally {
        const seconds = (performance.now() - begunAt) / 1000;
        telemetry.record('steps', seconds, { skill, step: toStepLabel(key) });
      }
    },
    fail(reason, isLast) {
      span.set('formwork.reason', reason);
      if (isLast) telemetry.add('failures', 1, { skill, reason });
    },
    end(outcome) {
      span.set('formwork.outcome', outcome);
      span.end(isFault(outcome) ? outcome : undefined);
      telemetry.add('running', -1, { skill });
      telemetry.record('attempts', (performance.now() - startedAt) / 1000, { skill, outcome });
    },
  };
}

/**
 * Returns the seconds since a time by the engine's clock; 0 for a task that is being created and
 * has no time yet.
 */
export function toAge(timestamp: string): number {
  if (timestamp === '') return 0;
  const age = (Date.now() - Date.parse(timestamp)) / 1000;
  // A database's clock may be ahead of this machine's.
  return age > 0 ? age : 0;
}

/**
 * Returns the type of an error for a span: the code of the error, else its class, never its text,
 * which may be secret.
 */
export function toErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The names that can be labels of a metric: codes, and names of classes. */
const LABEL = /^[A-Za-z][\w.]{0,63}$/u;

/**
 * Returns the kind of an error as the label of a metric: its code, the way in which a run was ended,
 * or its class. Texts that a caller could choose are left out. Never throws.
 */
export function toFailureReason(error: unknown): string {
  try {
    const type = isRunEndedError(error) ? error.end : toErrorType(error);
    return LABEL.test(type) ? type : 'unknown';
  } catch {
    // Reading any property of a thrown value can throw, because of getters and proxies.
    return 'unknown';
  }
}

function isFault(outcome: AttemptOutcome): boolean {
  return outcome === 'failed' || outcome === 'lost' || outcome === 'timeout' || outcome === 'retry';
}

/** The largest number of different labels; all further steps share one. */
const MAX_LABELS = 200;

/** The label of steps that have no label of their own. */
const OTHER_LABEL = 'other';

const stepLabels = new Set<string>();

/**
 * Returns the label of a step in metrics. Keys of steps in a loop contain a number or an id, which
 * would make a label of every run, so those become `#`. A process has at most {@link MAX_LABELS}
 * labels.
 */
export function toStepLabel(key: string): string {
  const label = key.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+/giu, '#').slice(0, 64);
  if (stepLabels.has(label)) return label;
  if (stepLabels.size >= MAX_LABELS) return OTHER_LABEL;
  stepLabels.add(label);
  return label;
}
