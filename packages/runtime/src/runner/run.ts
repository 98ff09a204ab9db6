import { type Agent, type AnySkill, type RunEnd, RunEndedError } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { countLostLeases, type Lease } from '../engine/lease.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { EngineStorageError, LeaseLostError, LogFullError, TaskDamagedError } from '../errors.ts';
import { toStorageText } from '../service-log.ts';
import {
  type AttemptOutcome,
  type AttemptWatch,
  toFailureReason,
  watchAttempt,
} from '../telemetry/watch-attempt.ts';
import { AttemptExpiry } from './attempt-expiry.ts';
import type { UnawaitedCall } from './awaited-calls.ts';
import { findEarlierAssignment } from './earlier-assignment.ts';
import {
  findRetryDelay,
  findRetryPolicy,
  isRejection,
  isSkillMissing,
  createExhaustedEvent,
  createFailureEvent,
  adviseAuthor,
  countFailure,
  createOverflowEvent,
} from './failures.ts';
import type { LeaseDeadline } from './lease-deadline.ts';
import { OpenTaskContext } from './open-task-context.ts';
import { RedactingLogger } from './redacting-logger.ts';
import { runHandler } from './run-handler.ts';
import type { EarlyStart, Run, RunOptions } from './run-options.ts';
import { RunPauses } from './run-pauses.ts';
import { RunSignal } from './run-signal.ts';
import { isPassing } from './run-storage-errors.ts';
import { Memos, UnfinishedSteps } from './steps.ts';
import { TaskWriter } from './task-writer.ts';
import { TruncatedTexts } from './truncated-texts.ts';
import { runWatched } from './unhandled-errors.ts';

/** The run of a leased task: reads the task, calls its handler, and writes its events. */
export class TaskRun implements Run {
  readonly lease: Lease;
  readonly deadline: LeaseDeadline;
  readonly done: Promise<void>;
  readonly #options: RunOptions;
  readonly #signal: RunSignal;
  readonly #unfinishedSteps: UnfinishedSteps;
  readonly #writer: TaskWriter;
  readonly #pauses: RunPauses;
  /** Settles once it is known whether a task that is still being written was stored. */
  readonly #ready: Promise<void> | undefined;
  /** The task's snapshot; `undefined` until it was read. */
  #task: TaskSnapshot | undefined;
  /** Settles once a task whose log is full has ended. */
  #ending: Promise<void> | undefined;
  /** The error of the storage that kept events of the run from being stored, if there is one. */
  #unstored: EngineStorageError | undefined;
  #isCanceled = false;
  /** The outcome of the attempt for telemetry; it is not used if the run was stopped. */
  #verdict: AttemptOutcome = 'completed';

  /** Starts the run. */
  constructor(options: RunOptions) {
    const { engine, logger, lease, early, deadline, onLinger } = options;
    this.#options = options;
    this.lease = lease;
    this.deadline = deadline;
    this.#signal = new RunSignal({ log: logger, onLinger: (end) => onLinger(this, end) });
    this.#unfinishedSteps = new UnfinishedSteps({ whenEnded: () => this.#signal.whenEnded() });
    this.#writer = new TaskWriter(engine, { lease, onFailure: (error) => this.#onFailure(error) });
    this.#pauses = new RunPauses(options, { signal: this.#signal, writer: this.#writer });
    this.#ready = early && this.#stopUnlessCreated(early);
    this.done = this.#execute().catch((error: unknown) => this.#logFault(error));
  }

  async cancel(): Promise<void> {
    this.#isCanceled = true;
    await this.#write([{ kind: 'status', state: 'canceled' }]);
    this.#stop('canceled');
    this.#options.onSettled();
  }

  isOver(): boolean {
    return this.#signal.aborted;
  }

  abandon(end: RunEnd): void {
    this.#stop(end);
  }

  async drain(): Promise<void> {
    this.#unfinishedSteps.close(() => this.#stop('stopping'));
    await this.done;
    await this.#unfinishedSteps.whenIdle();
  }

  async lose(): Promise<void> {
    if (this.isOver()) return;
    const { scope, taskId } = this.lease;
    const snapshot = await this.#options.engine.get(scope, taskId).catch(() => undefined);
    this.#stop(snapshot?.state === 'canceled' ? 'canceled' : 'lost');
  }

  #stop(end: RunEnd, cause?: unknown): void {
    const options = cause === undefined ? undefined : { cause };
    this.#signal.stop(new RunEndedError(end, options));
  }

  async #stopUnlessCreated({ created }: EarlyStart): Promise<void> {
    if (!(await created)) this.#stop('lost');
  }

  /** Stops the run after a failed write, or read; the next holder of the lease continues the task. */
  #onFailure(error: unknown): void {
    this.#noteFault(error);
    if (!this.isOver() && !(error instanceof LeaseLostError)) {
      const { taskId } = this.lease;
      this.#options.logger.error('Cannot write to the task', {
        taskId,
        error: toStorageText(error),
      });
    }
    // The caller's wish is stored, so that no other run goes on with a task that is to be canceled.
    this.#stop(this.#isCanceled ? 'canceled' : 'lost', error);
    if (error instanceof EngineStorageError) this.#unstored ??= error;
    // The log would be full in every further attempt, so the task ends now.
    if (error instanceof LogFullError && this.#task !== undefined) {
      this.#ending ??= this.#endFull(this.#task);
    }
  }

  async #endFull(snapshot: TaskSnapshot): Promise<void> {
    countFailure('LOG_FULL', this.#options);
    await this.#options.engine.append(this.lease, [createOverflowEvent(snapshot)]).then(
      () => undefined,
      (error: unknown) => this.#logFault(error),
    );
  }

  async #write(events: readonly NewTaskEvent[]): Promise<void> {
    try {
      await this.#writer.write(events);
    } catch {
      // The writer calls `onFailure`.
    }
  }

  /**
   * Reads the task's snapshot; returns `undefined` if there is none now. A task whose log is damaged
   * is failed, because it would otherwise be tried for ever. A task whose blob, or storage, cannot
   * be read waits: the next answer may be right.
   */
  async #getSnapshot(): Promise<TaskSnapshot | undefined> {
    const { scope, taskId } = this.lease;
    try {
      return await this.#options.engine.get(scope, taskId);
    } catch (error) {
      if (isPassing(error)) {
        this.#noteFault(error);
        await this.#pauses.putOffReading(error);
        return undefined;
      }
      if (error instanceof TaskDamagedError) {
        countFailure('DAMAGED', this.#options);
        await this.#write([{ kind: 'status', state: 'failed' }]);
      }
      throw error;
    }
  }

  /** Returns `undefined` while the run surely holds its lease; else asks whether it still does. */
  #holdLease(): Promise<void> | undefined {
    return this.deadline.isPast() ? this.#askForLease() : undefined;
  }

  async #askForLease(): Promise<void> {
    await this.#options.onOverdue(this).catch((error: unknown) => this.#stop('lost', error));
    if (this.deadline.isPast()) this.#stop('lost');
    this.#signal.abort.signal.throwIfAborted();
  }

  async #execute(): Promise<void> {
    // A cancellation needs nothing of the task, which perhaps cannot be read.
    if (this.lease.cancelRequested) return this.cancel();
    const { agents, early, maxAttempts } = this.#options;
    const snapshot = early?.snapshot ?? (await this.#getSnapshot());
    if (snapshot === undefined) return;
    this.#task = snapshot;
    const agent = agents.of(snapshot);
    if (countLostLeases(this.lease) >= maxAttempts) {
      countFailure('ATTEMPTS', this.#options);
      return this.#write([createExhaustedEvent(snapshot, maxAttempts)]);
    }
    const attempt = this.#beginAttempt(snapshot, agent);
    const { timeoutMs, watch } = attempt;
    const { abort } = this.#signal;
    const expiry =
      timeoutMs === undefined
        ? undefined
        : new AttemptExpiry(timeoutMs, { abort, expire: () => this.#expire(attempt) });
    try {
      await (watch
        ? watch.run(() => this.#runAttempt(attempt, expiry))
        : this.#runAttempt(attempt, expiry));
    } finally {
      // The attempt is over as well if the storage has not taken its lease back.
      watch?.end(this.#signal.end ?? this.#verdict);
    }
    const { end } = this.#signal;
    // Each wait for nothing would cost every run a turn of the queue of promises.
    if (this.#ending !== undefined) await this.#ending;
    else if (this.#unstored !== undefined) {
      await this.#pauses.putOffStoring(this.#unstored, snapshot);
    } else if (end === undefined || end === 'suspended') {
      this.#options.faults.getOn(this.lease.taskId);
    }
    this.#signal.settle();
    if (expiry !== undefined) await expiry.end();
  }

  #beginAttempt(snapshot: TaskSnapshot, agent: Agent): Attempt {
    const { telemetry, parent, logger } = this.#options;
    const skill = agent.skills.find(({ id }) => id === snapshot.invocation.skillId);
    const timeoutMs = skill?.timeoutMs ?? agent.timeoutMs;
    const watch = telemetry && watchAttempt(telemetry, { snapshot, lease: this.lease, parent });
    const log = new RedactingLogger(logger, { agent, snapshot });
    this.#signal.logTo(log);
    return { snapshot, agent, skill, timeoutMs, log, texts: new TruncatedTexts(log), watch };
  }

  async #runAttempt(attempt: Attempt, expiry: AttemptExpiry | undefined): Promise<void> {
    const { snapshot, agent, skill, log, texts } = attempt;
    let context: OpenTaskContext | undefined;
    try {
      const memos = new Memos(snapshot);
      const opened = this.#openContext(attempt, memos);
      context = opened;
      this.#signal.leaveBy(() => opened.leaveSteps());
      await this.#holdLease();
      const call = { skill, invocation: snapshot.invocation, task: opened.task, texts };
      const events = await runWatched(log, () => runHandler(agent, call));
      expiry?.check();
      // Calls that the handler did not await are stored before the end of the task.
      const unsent = await opened.finish('returned');
      if (unsent !== undefined) throw unsent.error;
      if (this.isOver()) return;
      memos.checkEnd();
      await this.#write(opened.withConclusion(events));
    } catch (error) {
      expiry?.check();
      const unsent = await context?.finish('failed');
      if (this.isOver()) return;
      await this.#fail(attempt, error, unsent);
    }
    this.#signal.close();
  }

  #openContext({ snapshot, skill, log, texts, watch }: Attempt, memos: Memos): OpenTaskContext {
    const { engine, orphanedSteps, maxEntryBytes } = this.#options;
    return new OpenTaskContext({
      snapshot,
      lease: this.lease,
      skill,
      writer: this.#writer,
      abort: this.#signal.abort,
      suspend: (end) => this.#signal.stop(end),
      log,
      texts,
      memos,
      unfinishedSteps: this.#unfinishedSteps,
      orphanedSteps,
      keepMemo: (memo) => engine.keepMemo(this.lease, memo),
      findBefore: (question) =>
        findEarlierAssignment(engine, { ...this.lease, question }).catch((error: unknown) => {
          if (isPassing(error)) this.#onFailure(error);
          throw error;
        }),
      ready: this.#ready,
      holdLease: () => this.#holdLease(),
      maxEntryBytes,
      watch,
    });
  }

  /** Ends a task whose attempt failed, or gives its lease back for another attempt. */
  async #fail(
    { snapshot, agent, skill, timeoutMs, log, texts, watch }: Attempt,
    error: unknown,
    unsent?: UnawaitedCall,
  ): Promise<void> {
    const { onMissingSkill, onRetry, source } = this.#options;
    if (isSkillMissing(error)) onMissingSkill(this.lease);
    const isSlip = unsent?.kind === 'question' && error === unsent.error;
    const policy = isSlip ? undefined : findRetryPolicy(error, { agent, skill });
    const failures = (this.#writer.hasGotOn() ? 0 : (this.lease.failures ?? 0)) + 1;
    const delayMs = policy && findRetryDelay(policy, { error, failures, log });
    if (delayMs === undefined) {
      this.#verdict = isRejection(error) ? 'rejected' : 'failed';
      watch?.fail(toFailureReason(error), true);
      if (isRejection(error)) log.info('Task rejected');
      else {
        const hint = adviseAuthor(error, { policy, failures, slip: unsent?.error });
        log.error('Task failed', { error: toErrorText(error), ...(hint && { hint }) });
      }
      return this.#write([createFailureEvent(snapshot, { error, timeoutMs, texts })]);
    }
    this.#verdict = 'retry';
    watch?.fail(toFailureReason(error), false);
    // The signal aborts before the lease is given back, so that its reason is the end of the run
    // and not a lost lease.
    this.#signal.closeForRetry();
    const logFields = { attempt: this.lease.attempt, delayMs, error: toErrorText(error) };
    log.warn('Task will be tried again', logFields);
    await source.release([this.lease], { retryAfterMs: delayMs });
    onRetry(delayMs);
  }

  /** Ends the task at the end of its time limit. */
  async #expire(attempt: Attempt): Promise<void> {
    const end = new RunEndedError('timeout');
    // The handler is stopped before the task is ended, so that its later calls write nothing.
    this.#signal.stop(end);
    await this.#fail(attempt, end).catch((error: unknown) => this.#logFault(error));
    this.#options.onSettled();
  }

  #noteFault(error: unknown): void {
    if (error instanceof EngineStorageError) this.#options.onFault(error);
  }

  #logFault(error: unknown): void {
    this.#noteFault(error);
    const { taskId } = this.lease;
    this.#options.logger.error('Cannot finish the task', { taskId, error: toStorageText(error) });
  }
}

/** One attempt at a task, and the objects that it uses. */
interface Attempt {
  readonly snapshot: TaskSnapshot;
  readonly agent: Agent;
  readonly skill: AnySkill | undefined;
  readonly timeoutMs: number | undefined;
  readonly log: RedactingLogger;
  readonly texts: TruncatedTexts;
  readonly watch: AttemptWatch | undefined;
}
