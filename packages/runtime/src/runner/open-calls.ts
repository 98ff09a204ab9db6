import { isRunEndedError, RunEndedError, type TaskLogger } from '@formwork/core';
import { attempt, type Awaitable } from '../awaitable.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { toStorageText } from '../service-log.ts';
import type { LazyAbort } from './lazy-abort.ts';
import type { TaskWriter } from './task-writer.ts';
import { logIfUnhandled } from './unhandled-errors.ts';
import { isSmallPiece } from './update-events.ts';

/** Options of {@link OpenCalls}. */
export interface OpenCallsOptions {
  readonly writer: Pick<TaskWriter, 'take' | 'write'>;
  /** The end of the run, after which each call is refused. */
  readonly abort: Pick<LazyAbort, 'aborted' | 'reason'>;
  readonly log: TaskLogger;
}

/**
 * The calls by which the handler of one run writes to its task. The handler need not await them: the
 * run waits for those that are under way, and logs those that fail.
 */
export class OpenCalls {
  readonly #options: OpenCallsOptions;
  /** The tracked calls that are under way; `undefined` before the first, which many runs lack. */
  #underWay: Set<Promise<void>> | undefined;
  /**
   * Settles when the checks of earlier events are over, so that later events follow them in order;
   * `undefined` if no check is under way.
   */
  #turn: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: OpenCallsOptions) {
    this.#options = options;
  }

  /** Refuses later calls, because the handler has returned. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Throws if the run has ended, so that the handler does no work whose result could not be stored.
   */
  checkOpen(): void {
    const { abort } = this.#options;
    // Each call has an error of its own, whose stack leads to it.
    if (abort.aborted) throw createEnd(abort.reason);
    if (this.#isClosed) throw new RunEndedError('ended');
  }

  /** Stores an event, after those of earlier calls whose checks still take time. */
  async write(toEvent: () => NewTaskEvent | Promise<NewTaskEvent>): Promise<void> {
    this.checkOpen();
    const event = toEvent();
    if (this.#turn !== undefined || event instanceof Promise) return this.#writeInTurn(event);
    await this.#store(event);
  }

  /**
   * Tracks a call whose promise the handler need not await: its failure is logged, and does not end
   * the process.
   */
  track(call: string, work: Promise<void>): Promise<void> {
    return this.hold(call, work, (error) => {
      const { abort, log } = this.#options;
      if (!abort.aborted) log.error(`${call} failed`, { error: toStorageText(error) });
    });
  }

  /** Tracks a call as {@link track} does, but gives its error to a function. */
  hold(call: string, work: Promise<void>, onError: (error: unknown) => void): Promise<void> {
    const underWay = (this.#underWay ??= new Set());
    const done = work
      .catch((error: unknown) => {
        logIfUnhandled(error, { log: this.#options.log, fields: { call } });
        onError(error);
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return work;
  }

  /**
   * Logs the failure of a call as {@link track} does. It is for calls that themselves wait for all
   * tracked ones.
   */
  watch<Result>(call: string, begin: () => Awaitable<Result>): Promise<Result> {
    const work = attempt(begin);
    if (!(work instanceof Promise)) return Promise.resolve(work);
    work.catch((error: unknown) => {
      const { abort, log } = this.#options;
      logIfUnhandled(error, { log, fields: { call } });
      if (!abort.aborted) log.warn(`${call} failed`, { error: toStorageText(error) });
    });
    return work;
  }

  /** Resolves once no tracked call is under way; `undefined` if there was none. */
  whenSettled(): Promise<void> | undefined {
    return this.#underWay && this.#settle(this.#underWay);
  }

  async #settle(underWay: ReadonlySet<Promise<void>>): Promise<void> {
    // Further calls may begin while the earlier ones are awaited.
    while (underWay.size > 0) await Promise.all(underWay);
  }

  #store(event: NewTaskEvent): Promise<void> {
    const { writer } = this.#options;
    return isSmallPiece(event) ? writer.take(event) : writer.write([event]);
  }

  async #writeInTurn(event: NewTaskEvent | Promise<NewTaskEvent>): Promise<void> {
    const check = Promise.allSettled([event, this.#turn]);
    const passed = check.then(() => undefined);
    this.#turn = passed;
    const [checked] = await check;
    if (this.#turn === passed) this.#turn = undefined;
    if (checked.status === 'rejected') throw checked.reason;
    await this.#store(checked.value);
  }
}

/** Makes the error of a call after the end of its run from the reason of that end. */
function createEnd(reason: unknown): unknown {
  return isRunEndedError(reason) ? new RunEndedError(reason.end, { cause: reason.cause }) : reason;
}
