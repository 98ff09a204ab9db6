import {
  type Agent,
  type AnySkill,
  type RunEnd,
  RunEndedError,
  type TaskLogger,
} from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import type { Telemetry, TraceContext } from '@formwork/telemetry';
import type { AgentVersions } from '../agent-versions.ts';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { EngineStorageError, LeaseLostError, LogFullError, TaskDamagedError } from '../errors.ts';
import { createDiscreetLogger, type DiscreetLogger } from './discreet-logger.ts';
import { createTaskContext, type OpenTaskContext } from './create-task-context.ts';
import {
  findRetryDelay,
  getRetryPolicy,
  isRejection,
  createExhaustedEvent,
  createFailureEvent,
  adviseAuthor,
  createOverflowEvent,
} from './failures.ts';
import { LazyAbort } from './lazy-abort.ts';
import { runHandler } from './run-handler.ts';
import { createMemos, createStepGate } from './steps.ts';
import { createTaskWriter } from './task-writer.ts';
import {
  type AttemptOutcome,
  type AttemptWatch,
  watchAttempt,
} from '../telemetry/watch-attempt.ts';

/**
 * The end of every run that is over: one error for all, because making one, with its stack, costs
 * as much as a short run.
 */
const ENDED = new RunEndedError('ended');

/**
 * The time that a handler may go on after it was told to stop and still keep its place, in
 * milliseconds.
 */
export const LINGER_MS = 30_000;

/** One run of one task under one lease. */
export interface Run {
  readonly lease: Lease;
  /** Resolves when the run is over and its handler has returned; never rejects. */
  readonly done: Promise<void>;
  /** Returns true once the handler was told to stop, or has returned. */
  readonly isOver: () => boolean;
  /** Ends the task as canceled, then tells the handler to stop. */
  cancel(): Promise<void>;
  /** Stops the run: tells its handler to stop, and writes nothing more. */
  abandon(end: RunEnd): void;
  /**
   * Stops as soon as no step is under way, and lets none begin. Resolves when the handler has
   * returned and what its steps returned is stored.
   */
  drain(): Promise<void>;
  /** Stops the run because its lease is lost, and tells the handler why. */
  lose(): Promise<void>;
}

/** Options of {@link createRun}. */
export interface RunOptions {
  readonly engine: TaskEngine;
  readonly agents: AgentVersions;
  readonly logger: TaskLogger;
  readonly lease: Lease;
  /** The maximum of attempts; a further one ends the task as failed. */
  readonly maxAttempts: number;
  /** The maximum size of a step's result, a question or a progress text, in bytes. */
  readonly maxEntryBytes: number;
  /**
   * Called when the run has ended its task. The handler may still go on, and takes up a place then.
   */
  readonly onSettled: () => void;
  /** Called when the handler still runs {@link LINGER_MS} after it was told to stop. */
  readonly onLinger: (run: Run, end: RunEnd) => void;
  /**
   * Called with what the storage said when it did not take what this run wrote: the task is not at
   * its end, and this run has no say any more, though its handler may go on.
   */
  readonly onFault: (error: EngineStorageError) => void;
  /** Called when the lease was given back, for a further attempt after that many milliseconds. */
  readonly onRetry: (retryAfterMs: number) => void;
  /** The task that is still being written; present if the run begins before that. */
  readonly early?: EarlyStart | undefined;
  /** The telemetry of this process; absent without an OpenTelemetry SDK. */
  readonly telemetry?: Telemetry | undefined;
  /** The trace context of the request that started the task; absent if the runner claimed it. */
  readonly parent?: TraceContext | undefined;
}

/** A task that is still being written while its run begins. */
export interface EarlyStart {
  readonly snapshot: TaskSnapshot;
  /** Resolves to whether the task was created; never rejects. */
  readonly created: Promise<boolean>;
}

/** Starts a run. */
export function createRun(options: RunOptions): Run {
  const { engine, agents, logger, lease, maxAttempts, maxEntryBytes, early } = options;
  const { telemetry, parent } = options;
  const abort = new LazyAbort();
  const gate = createStepGate({ whenEnded });
  const writer = createTaskWriter(engine, { lease, onFailure });
  const ready = early && stopUnlessCreated(early);
  let linger: NodeJS.Timeout | undefined;
  /** The task of the run, once it was read. */
  let task: TaskSnapshot | undefined;
  let ending: Promise<void> | undefined;
  /** The outcome of the attempt for telemetry, unless the run was stopped. */
  let verdict: AttemptOutcome = 'completed';

  async function stopUnlessCreated({ created }: EarlyStart): Promise<void> {
    if (!(await created)) stop(new RunEndedError('lost'));
  }

  /**
   * Rejects when the run is told to stop, for calls that must not go on: only the signal can say
   * why.
   */
  function whenEnded(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = abort;
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Tells the handler to stop, and checks later whether it did. */
  function stop(end: RunEndedError): void {
    if (abort.aborted) return;
    abort.abort(end);
    linger = setTimeout(() => options.onLinger(run, end.end), LINGER_MS).unref();
  }

  /**
   * Stops a run that cannot write: it has no say any more, and whoever holds the lease next
   * decides.
   */
  function onFailure(error: unknown): void {
    noteFault(error);
    if (!abort.aborted && !(error instanceof LeaseLostError)) {
      const { taskId } = lease;
      logger.error('Cannot write to the task', { taskId, error: toErrorText(error) });
    }
    stop(new RunEndedError('lost', { cause: error }));
    // Another attempt would come to the same end.
    if (error instanceof LogFullError && task !== undefined) ending ??= endFull(task);
  }

  async function endFull(snapshot: TaskSnapshot): Promise<void> {
    await engine.append(lease, [createOverflowEvent(snapshot)]).then(() => undefined, logFault);
  }

  async function write(events: readonly NewTaskEvent[]): Promise<void> {
    await writer.write(events).catch(() => undefined);
  }

  async function cancel(): Promise<void> {
    await write([{ kind: 'status', state: 'canceled' }]);
    stop(new RunEndedError('canceled'));
    options.onSettled();
  }

  /**
   * Reads the task. One that can no longer be read is ended, or it would be begun again for ever.
   */
  async function getSnapshot(): Promise<TaskSnapshot | undefined> {
    try {
      return await engine.get(lease.scope, lease.taskId);
    } catch (error) {
      if (error instanceof TaskDamagedError) await write([{ kind: 'status', state: 'failed' }]);
      throw error;
    }
  }

  async function execute(): Promise<void> {
    const snapshot = early?.snapshot ?? (await getSnapshot());
    if (snapshot === undefined) return;
    task = snapshot;
    if (lease.cancelRequested) return cancel();
    const agent = agents.of(snapshot);
    const skill = agent.skills.find(({ id }) => id === snapshot.invocation.skillId);
    if (lease.attempt > maxAttempts) {
      const limit = Math.max(maxAttempts, getRetryPolicy(agent, skill)?.maxAttempts ?? 0);
      if (lease.attempt > limit) return write([createExhaustedEvent(snapshot, limit)]);
    }
    const timeoutMs = skill?.timeoutMs ?? agent.timeoutMs;
    const watch = telemetry && watchAttempt(telemetry, { snapshot, lease, parent });
    const attempt = {
      snapshot,
      agent,
      skill,
      timeoutMs,
      log: createDiscreetLogger(logger, { agent, snapshot }),
      watch,
    };
    const expiry = timeoutMs === undefined ? undefined : startExpiry(attempt, timeoutMs);
    await (watch ? watch.run(() => runAttempt(attempt, expiry)) : runAttempt(attempt, expiry));
    const { reason } = abort;
    watch?.end(reason instanceof RunEndedError && reason !== ENDED ? reason.end : verdict);
    await ending;
    clearTimeout(linger);
    await expiry?.end();
  }

  async function runAttempt(attempt: Attempt, expiry: Expiry | undefined): Promise<void> {
    const { snapshot, agent, skill, log, watch } = attempt;
    let finish: OpenTaskContext['finish'] | undefined;
    try {
      const memos = createMemos(snapshot);
      const opened = createTaskContext({
        snapshot,
        lease,
        skill,
        writer,
        abort,
        suspend: stop,
        log,
        memos,
        gate,
        ready,
        maxEntryBytes,
        watch,
      });
      finish = opened.finish;
      const events = await runHandler(agent, {
        skill,
        invocation: snapshot.invocation,
        task: opened.task,
      });
      expiry?.check();
      // What the handler said without waiting comes before the end all the same.
      const unsent = await finish();
      if (abort.aborted) return;
      if (unsent !== undefined) throw unsent.error;
      memos.checkEnd();
      await write(opened.withConclusion(events));
    } catch (error) {
      expiry?.check();
      await finish?.();
      if (abort.aborted) return;
      await fail(attempt, error);
    }
    // What the handler left running has no say any more.
    abort.abort(ENDED);
  }

  /** Ends the task, or leaves it to another attempt. */
  async function fail(
    { snapshot, agent, skill, timeoutMs, log }: Attempt,
    error: unknown,
  ): Promise<void> {
    // A verdict, whatever the policy says of errors.
    const policy = isRejection(error) ? undefined : getRetryPolicy(agent, skill);
    const delayMs = policy && findRetryDelay(policy, { error, attempt: lease.attempt, log });
    if (delayMs === undefined) {
      verdict = isRejection(error) ? 'rejected' : 'failed';
      if (isRejection(error)) log.info('Task rejected');
      else {
        const hint = adviseAuthor(error, { policy, attempt: lease.attempt });
        log.error('Task failed', {
          error: toErrorText(error),
          ...(hint !== undefined && { hint }),
        });
      }
      return write([createFailureEvent(snapshot, { error, timeoutMs })]);
    }
    verdict = 'retry';
    // Before the lease is given back: a handler that has returned has not lost its task.
    abort.abort(ENDED);
    const shown = { attempt: lease.attempt, delayMs, error: toErrorText(error) };
    log.warn('Task will be tried again', shown);
    await engine.release([lease], { retryAfterMs: delayMs });
    options.onRetry(delayMs);
  }

  /**
   * Begins the time that an attempt has. Its end waits for no handler: one that does not heed its
   * signal must not keep the caller waiting.
   */
  function startExpiry(attempt: Attempt, timeoutMs: number): Expiry {
    const startedAt = performance.now();
    let expired: Promise<void> | undefined;
    async function expire(): Promise<void> {
      const end = new RunEndedError('timeout');
      // The handler is told first: what it says from now on is late.
      stop(end);
      await fail(attempt, end).catch(logFault);
      options.onSettled();
    }
    const timer = setTimeout(() => {
      if (!abort.aborted) expired = expire();
    }, timeoutMs).unref();
    return {
      check() {
        const isLate = performance.now() - startedAt > timeoutMs;
        if (isLate && !abort.aborted) expired = expire();
      },
      async end() {
        clearTimeout(timer);
        await expired;
      },
    };
  }

  function noteFault(error: unknown): void {
    if (error instanceof EngineStorageError) options.onFault(error);
  }

  function logFault(error: unknown): void {
    noteFault(error);
    logger.error('Cannot finish the task', { taskId: lease.taskId, error: toErrorText(error) });
  }

  const run: Run = {
    lease,
    done: execute().catch(logFault),
    isOver: () => abort.aborted,
    cancel,
    abandon: (end) => stop(new RunEndedError(end)),
    async drain() {
      gate.close(() => stop(new RunEndedError('stopping')));
      await run.done;
      await gate.whenIdle();
    },
    async lose() {
      if (abort.aborted) return;
      const snapshot = await engine.get(lease.scope, lease.taskId).catch(() => undefined);
      stop(new RunEndedError(snapshot?.state === 'canceled' ? 'canceled' : 'lost'));
    },
  };
  return run;
}

/** The timer that ends an attempt after its time limit. */
interface Expiry {
  /**
   * Ends an attempt that is late: a handler that kept the event loop to itself is, though no timer
   * could say so.
   */
  check(): void;
  /** Stops the timer, and resolves when nothing of it is under way. */
  end(): Promise<void>;
}

/** One attempt of a task. */
interface Attempt {
  readonly snapshot: TaskSnapshot;
  readonly agent: Agent;
  readonly skill: AnySkill | undefined;
  readonly timeoutMs: number | undefined;
  readonly log: DiscreetLogger;
  readonly watch: AttemptWatch | undefined;
}
