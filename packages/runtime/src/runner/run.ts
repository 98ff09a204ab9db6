import {
  type Agent,
  type AnySkill,
  type RunEnd,
  RunEndedError,
  type TaskLogger,
} from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { EngineStorageError, LeaseLostError, LogFullError, TaskDamagedError } from '../errors.ts';
import { toStorageText } from '../service-log.ts';
import { CutTexts } from './cut-texts.ts';
import { AttemptExpiry } from './attempt-expiry.ts';
import { createDiscreetLogger, type DiscreetLogger } from './discreet-logger.ts';
import { createTaskContext, type OpenTaskContext } from './create-task-context.ts';
import {
  findRetryDelay,
  findRetryPolicy,
  isRejection,
  isSkillMissing,
  createExhaustedEvent,
  createFailureEvent,
  adviseAuthor,
  createOverflowEvent,
  createUnstoredEvent,
} from './failures.ts';
import type { Unfinished } from './awaited-calls.ts';
import { LazyAbort } from './lazy-abort.ts';
import { countLost } from '../engine/lease.ts';
import { findAskedBefore } from './asked-before.ts';
import { runHandler } from './run-handler.ts';
import type { EarlyStart, Run, RunOptions } from './run-options.ts';
import { isPassing, isUnreachable, MAX_UNSTORED } from './run-faults.ts';
import { createMemos, createStepGate } from './steps.ts';
import { createTaskWriter } from './task-writer.ts';
import { logIfUnhandled, runWatched } from './unhandled-errors.ts';
import {
  type AttemptOutcome,
  type AttemptWatch,
  toFailureReason,
  watchAttempt,
} from '../telemetry/watch-attempt.ts';

/**
 * The time for which a handler that was told to stop may go on before its place is given to another
 * task, in milliseconds.
 */
export const LINGER_MS = 30_000;

/** Starts the run of a leased task: reads the task, calls its handler, and writes its events. */
export function createRun(options: RunOptions): Run {
  const { engine, agents, logger, lease, maxAttempts, maxEntryBytes, early } = options;
  const { telemetry, parent, deadline } = options;
  const abort = new LazyAbort();
  const gate = createStepGate({ whenEnded });
  const writer = createTaskWriter(engine, { lease, onFailure });
  const ready = early && stopUnlessCreated(early);
  let linger: NodeJS.Timeout | undefined;
  /** The log of the attempt, once there is one. */
  let currentLog: TaskLogger = logger;
  let leaveSteps: OpenTaskContext['leaveSteps'] | undefined;
  /** Why the run was stopped before its handler had ended; `undefined` if it was not. */
  let stopped: RunEnd | undefined;
  /** The task's snapshot; `undefined` until it was read. */
  let task: TaskSnapshot | undefined;
  let ending: Promise<void> | undefined;
  /** The error of the storage that kept events of the run from being stored, if there is one. */
  let unstored: EngineStorageError | undefined;
  let isCanceled = false;
  /** The outcome of the attempt for telemetry; it is not used if the run was stopped. */
  let verdict: AttemptOutcome = 'completed';

  async function stopUnlessCreated({ created }: EarlyStart): Promise<void> {
    if (!(await created)) stop(new RunEndedError('lost'));
  }

  /** Returns a promise that rejects with the signal's reason when the run is told to stop. */
  function whenEnded(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = abort;
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Tells the handler to stop, and checks `LINGER_MS` later whether it did. */
  function stop(end: RunEndedError): void {
    if (abort.aborted) return;
    stopped = end.end;
    abort.abort(() => explain(end));
    // A step may be what took too long, and a canceled task has no further run.
    if (stopped !== 'timeout' && stopped !== 'canceled') leaveSteps?.();
    linger = setTimeout(() => options.onLinger(run, end.end), LINGER_MS).unref();
  }

  /** Tells what the handler has left running that its run is over. */
  function close(): void {
    // Few handlers look at the reason, and an error with its stack costs as much as a short run.
    abort.abort(() => explain(new RunEndedError('ended')));
  }

  /** Closes a run whose task is to be tried again: the next attempt does not repeat its steps. */
  function closeForRetry(): void {
    if (abort.aborted) return;
    close();
    leaveSteps?.();
  }

  /** Returns the reason of the signal; what the handler calls with the signal may fail with it. */
  function explain(end: RunEndedError): RunEndedError {
    logIfUnhandled(end, { log: currentLog, fields: { call: 'task.signal' } });
    return end;
  }

  /** Stops the run after a failed write, or read; the next holder of the lease continues the task. */
  function onFailure(error: unknown): void {
    noteFault(error);
    if (!abort.aborted && !(error instanceof LeaseLostError)) {
      const { taskId } = lease;
      logger.error('Cannot write to the task', { taskId, error: toStorageText(error) });
    }
    // The caller's wish is stored, so that no other run goes on with a task that is to be canceled.
    stop(isCanceled ? new RunEndedError('canceled', { cause: error }) : toLost(error));
    if (error instanceof EngineStorageError) unstored ??= error;
    // The log would be full in every further attempt, so the task ends now.
    if (error instanceof LogFullError && task !== undefined) ending ??= endFull(task);
  }

  /** Counts a task that fails without an attempt. */
  function countFailure(reason: string): void {
    telemetry?.add('failures', 1, { skill: lease.skillId ?? '', reason });
  }

  async function endFull(snapshot: TaskSnapshot): Promise<void> {
    countFailure('LOG_FULL');
    await engine.append(lease, [createOverflowEvent(snapshot)]).then(() => undefined, logFault);
  }

  async function write(events: readonly NewTaskEvent[]): Promise<void> {
    try {
      await writer.write(events);
    } catch {
      // The writer has told `onFailure`.
    }
  }

  async function cancel(): Promise<void> {
    isCanceled = true;
    await write([{ kind: 'status', state: 'canceled' }]);
    stop(new RunEndedError('canceled'));
    options.onSettled();
  }

  /**
   * Reads the task's snapshot; returns `undefined` if there is none now. A task whose log is damaged
   * is failed, because it would otherwise be tried for ever. A task whose blob, or storage, cannot
   * be read waits: the next answer may be right.
   */
  async function getSnapshot(): Promise<TaskSnapshot | undefined> {
    try {
      return await engine.get(lease.scope, lease.taskId);
    } catch (error) {
      if (isPassing(error)) {
        await putOff(error);
        return undefined;
      }
      if (error instanceof TaskDamagedError) {
        countFailure('DAMAGED');
        await write([{ kind: 'status', state: 'failed' }]);
      }
      throw error;
    }
  }

  /** Gives the lease back, because the task cannot be read now. */
  async function putOff(error: TaskDamagedError | EngineStorageError): Promise<void> {
    noteFault(error);
    const { taskId } = lease;
    if (isUnreachable(error)) return rest(options.faults.putOff(taskId, 'away') ?? 0);
    const delayMs = options.faults.putOff(taskId, 'read') ?? 0;
    logger.warn('Cannot read a task now: it waits and is tried again', {
      ...describeFault(error),
      delayMs,
    });
    await rest(delayMs);
  }

  /**
   * Gives the lease back, because what the handler did could not be stored; fails the task if that
   * has happened too often.
   */
  async function putOffStoring(error: EngineStorageError, snapshot: TaskSnapshot): Promise<void> {
    const { taskId } = lease;
    if (isUnreachable(error)) return rest(options.faults.putOff(taskId, 'away') ?? 0);
    if (writer.hasGotOn()) options.faults.getOn(taskId);
    const delayMs = options.faults.putOff(taskId, 'store');
    if (delayMs !== undefined) {
      const text = 'Cannot store what a task did now: it is tried again';
      logger.warn(text, { ...describeFault(error), delayMs });
      return rest(delayMs);
    }
    countFailure('UNSTORED');
    logger.error(
      `Cannot store what a task did: it has failed after ${MAX_UNSTORED} attempts`,
      describeFault(error),
    );
    await engine.append(lease, [createUnstoredEvent(snapshot)]);
  }

  function describeFault({ blobId, message }: TaskDamagedError | EngineStorageError): Fields {
    return { taskId: lease.taskId, ...(blobId !== undefined && { blobId }), error: message };
  }

  /** Gives the lease back for an attempt after a pause; this one does not count. */
  async function rest(retryAfterMs: number): Promise<void> {
    closeForRetry();
    await options.source.release([lease], { retryAfterMs, uncounted: true });
    options.onRetry(retryAfterMs);
  }

  /** Returns `undefined` while the run surely holds its lease; else asks whether it still does. */
  function holdLease(): Promise<void> | undefined {
    return deadline.isPast() ? askForLease() : undefined;
  }

  async function askForLease(): Promise<void> {
    await options.onOverdue(run).catch((error: unknown) => stop(toLost(error)));
    if (deadline.isPast()) stop(new RunEndedError('lost'));
    abort.signal.throwIfAborted();
  }

  async function execute(): Promise<void> {
    // A cancellation needs nothing of the task, which perhaps cannot be read.
    if (lease.cancelRequested) return cancel();
    const snapshot = early?.snapshot ?? (await getSnapshot());
    if (snapshot === undefined) return;
    task = snapshot;
    const agent = agents.of(snapshot);
    const skill = agent.skills.find(({ id }) => id === snapshot.invocation.skillId);
    if (countLost(lease) >= maxAttempts) {
      countFailure('ATTEMPTS');
      return write([createExhaustedEvent(snapshot, maxAttempts)]);
    }
    const timeoutMs = skill?.timeoutMs ?? agent.timeoutMs;
    const watch = telemetry && watchAttempt(telemetry, { snapshot, lease, parent });
    const log = createDiscreetLogger(logger, { agent, snapshot });
    const texts = new CutTexts(log);
    const attempt = { snapshot, agent, skill, timeoutMs, log, texts, watch };
    currentLog = attempt.log;
    const expiry =
      timeoutMs === undefined
        ? undefined
        : new AttemptExpiry(timeoutMs, { abort, expire: () => expire(attempt) });
    await (watch ? watch.run(() => runAttempt(attempt, expiry)) : runAttempt(attempt, expiry));
    watch?.end(stopped ?? verdict);
    // Each wait for nothing would cost every run a turn of the queue of promises.
    if (ending !== undefined) await ending;
    else if (unstored !== undefined) await putOffStoring(unstored, snapshot);
    else if (stopped === undefined || stopped === 'suspended') options.faults.getOn(lease.taskId);
    clearTimeout(linger);
    if (expiry !== undefined) await expiry.end();
  }

  async function runAttempt(attempt: Attempt, expiry: AttemptExpiry | undefined): Promise<void> {
    const { snapshot, agent, skill, log, texts, watch } = attempt;
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
        texts,
        memos,
        gate,
        left: options.left,
        keepMemo: (memo) => engine.keepMemo(lease, memo),
        findBefore: (question) =>
          findAskedBefore(engine, { ...lease, question }).catch((error: unknown) => {
            if (isPassing(error)) onFailure(error);
            throw error;
          }),
        ready,
        holdLease,
        maxEntryBytes,
        watch,
      });
      finish = opened.finish;
      leaveSteps = opened.leaveSteps;
      await holdLease();
      const call = { skill, invocation: snapshot.invocation, task: opened.task, texts };
      const events = await runWatched(log, () => runHandler(agent, call));
      expiry?.check();
      // Calls that the handler did not await are stored before the end of the task.
      const unsent = await finish('returned');
      if (unsent !== undefined) throw unsent.error;
      if (abort.aborted) return;
      memos.checkEnd();
      await write(opened.withConclusion(events));
    } catch (error) {
      expiry?.check();
      const unsent = await finish?.('failed');
      if (abort.aborted) return;
      await fail(attempt, error, unsent);
    }
    close();
  }

  /** Ends a task whose attempt failed, or gives its lease back for another attempt. */
  async function fail(
    { snapshot, agent, skill, timeoutMs, log, texts, watch }: Attempt,
    error: unknown,
    unsent?: Unfinished,
  ): Promise<void> {
    if (isSkillMissing(error)) options.onMissingSkill(lease);
    const isSlip = unsent?.kind === 'question' && error === unsent.error;
    const policy = isSlip ? undefined : findRetryPolicy(error, { agent, skill });
    const failures = (writer.hasGotOn() ? 0 : (lease.failures ?? 0)) + 1;
    const delayMs = policy && findRetryDelay(policy, { error, failures, log });
    if (delayMs === undefined) {
      verdict = isRejection(error) ? 'rejected' : 'failed';
      watch?.fail(toFailureReason(error), true);
      if (isRejection(error)) log.info('Task rejected');
      else {
        const hint = adviseAuthor(error, { policy, failures, slip: unsent?.error });
        log.error('Task failed', { error: toErrorText(error), ...(hint && { hint }) });
      }
      return write([createFailureEvent(snapshot, { error, timeoutMs, texts })]);
    }
    verdict = 'retry';
    watch?.fail(toFailureReason(error), false);
    // The signal aborts before the lease is given back, so that its reason is the end of the run
    // and not a lost lease.
    closeForRetry();
    const shown = { attempt: lease.attempt, delayMs, error: toErrorText(error) };
    log.warn('Task will be tried again', shown);
    await options.source.release([lease], { retryAfterMs: delayMs });
    options.onRetry(delayMs);
  }

  /** Ends the task at the end of its time limit. */
  async function expire(attempt: Attempt): Promise<void> {
    const end = new RunEndedError('timeout');
    // The handler is stopped before the task is ended, so that its later calls write nothing.
    stop(end);
    await fail(attempt, end).catch(logFault);
    options.onSettled();
  }

  function noteFault(error: unknown): void {
    if (error instanceof EngineStorageError) options.onFault(error);
  }

  function logFault(error: unknown): void {
    noteFault(error);
    logger.error('Cannot finish the task', { taskId: lease.taskId, error: toStorageText(error) });
  }

  const run: Run = {
    lease,
    deadline,
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

function toLost(cause: unknown): RunEndedError {
  return new RunEndedError('lost', { cause });
}

type Fields = Readonly<Record<string, unknown>>;

/** One attempt at a task, and the objects that it uses. */
interface Attempt {
  readonly snapshot: TaskSnapshot;
  readonly agent: Agent;
  readonly skill: AnySkill | undefined;
  readonly timeoutMs: number | undefined;
  readonly log: DiscreetLogger;
  readonly texts: CutTexts;
  readonly watch: AttemptWatch | undefined;
}
