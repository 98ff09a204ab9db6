import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { EngineStorageError, TaskDamagedError } from '../errors.ts';
import { countFailure, createUnstoredEvent } from './failures.ts';
import type { RunOptions } from './run-options.ts';
import type { RunSignal } from './run-signal.ts';
import { isUnreachable, MAX_UNSTORED } from './run-storage-errors.ts';
import type { TaskWriter } from './task-writer.ts';

/** The options of a run that concern its rests. */
type PauseOptions = Pick<
  RunOptions,
  'engine' | 'faults' | 'lease' | 'logger' | 'onRetry' | 'source' | 'telemetry'
>;

/** The rests of a task that its storage keeps from going on: its lease is given back for a while. */
export class RunPauses {
  readonly #options: PauseOptions;
  readonly #signal: Pick<RunSignal, 'closeForRetry'>;
  readonly #writer: Pick<TaskWriter, 'hasGotOn'>;

  constructor(
    options: PauseOptions,
    {
      signal,
      writer,
    }: {
      readonly signal: Pick<RunSignal, 'closeForRetry'>;
      readonly writer: Pick<TaskWriter, 'hasGotOn'>;
    },
  ) {
    this.#options = options;
    this.#signal = signal;
    this.#writer = writer;
  }

  /** Gives the lease back, because the task cannot be read now. */
  async putOffReading(error: TaskDamagedError | EngineStorageError): Promise<void> {
    const { faults, lease, logger } = this.#options;
    if (isUnreachable(error)) return this.#restAway();
    const delayMs = faults.putOff(lease.taskId, 'read') ?? 0;
    logger.warn('Cannot read a task now: it waits and is tried again', {
      ...this.#describe(error),
      delayMs,
    });
    await this.#pause(delayMs);
  }

  /**
   * Gives the lease back, because what the handler did could not be stored; fails the task if that
   * has happened too often.
   */
  async putOffStoring(error: EngineStorageError, snapshot: TaskSnapshot): Promise<void> {
    const { engine, faults, lease, logger } = this.#options;
    if (isUnreachable(error)) return this.#restAway();
    if (this.#writer.hasGotOn()) faults.getOn(lease.taskId);
    const delayMs = faults.putOff(lease.taskId, 'store');
    if (delayMs !== undefined) {
      const text = 'Cannot store what a task did now: it is tried again';
      logger.warn(text, { ...this.#describe(error), delayMs });
      return this.#pause(delayMs);
    }
    countFailure('UNSTORED', this.#options);
    logger.error(
      `Cannot store what a task did: it has failed after ${MAX_UNSTORED} attempts`,
      this.#describe(error),
    );
    await engine.append(lease, [createUnstoredEvent(snapshot)]);
  }

  #restAway(): Promise<void> {
    const { faults, lease } = this.#options;
    return this.#pause(faults.putOff(lease.taskId, 'away') ?? 0);
  }

  /** Gives the lease back for an attempt after a pause; this one does not count. */
  async #pause(retryAfterMs: number): Promise<void> {
    const { lease, onRetry, source } = this.#options;
    this.#signal.closeForRetry();
    await source.release([lease], { retryAfterMs, uncounted: true });
    onRetry(retryAfterMs);
  }

  #describe({
    blobId,
    message,
  }: TaskDamagedError | EngineStorageError): Readonly<Record<string, unknown>> {
    const { taskId } = this.#options.lease;
    return { taskId, ...(blobId !== undefined && { blobId }), error: message };
  }
}
