import { isRunEndedError } from '@formwork/core';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState, type NewTaskEvent } from '../engine/task-event.ts';
import { TaskCallError } from '../errors.ts';
import { readQuestion } from '../messages/follow-up-form.ts';
import type { LazyAbort } from './lazy-abort.ts';
import type { Soon } from './soon.ts';

/** A promise that knows whether the handler awaits it or handles its rejection. */
export class AwaitedPromise<Result> extends Promise<Result> {
  isAwaited = false;
  #onAwaited: (() => void) | undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  override then<Value = Result, Reason = never>(
    onFulfilled?: ((value: Result) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    this.isAwaited = true;
    this.#onAwaited?.();
    return super.then(onFulfilled, onRejected);
  }

  /** Resolves once the handler awaits the promise. */
  async whenAwaited(): Promise<void> {
    if (this.isAwaited) return;
    await new Promise<void>((resolve) => {
      this.#onAwaited = resolve;
    });
  }

  /** Keeps a rejection that nobody awaits from ending the process. */
  allowUnawaited(): this {
    void super.then(undefined, () => {});
    return this;
  }
}

/**
 * A question that has no answer yet. The caller gets it only once the handler waits for it: a
 * handler that forgot to would end its task while a person thinks about the answer.
 */
export class UnaskedQuestion {
  /** The number of the question in its task. */
  readonly position: number;
  /** Stores the question, and rejects because the run is over. */
  readonly put: () => Promise<never>;

  constructor(position: number, put: () => Promise<never>) {
    this.position = position;
    this.put = put;
  }
}

/** What a handler left open when it ended, so that its task must not complete. */
export interface Unfinished {
  readonly error: unknown;
  /** The question that is open; absent if an artifact could not be sent. */
  readonly question?: {
    readonly position: number | undefined;
    /** True if the question was stored while the handler ended, so that it must be withdrawn. */
    readonly isAsked: boolean;
  };
}

/** The questions of one run of a handler. */
export interface AskedQuestions {
  /**
   * Returns the promise of an answer. `find` returns the answer of an earlier run, or the question
   * that is to be asked.
   */
  add(call: AskedCall, find: () => Soon<unknown>): Promise<unknown>;
  /**
   * Finds a question that the handler did not wait for, at the end of the handler. If it is being
   * stored, the promise resolves once that is over.
   */
  findOpen(): Promise<Unfinished | undefined>;
}

/** A call of a handler that asks a question. */
interface AskedCall {
  /** The name of the function, such as `task.ask`. */
  readonly name: string;
  readonly prompt: unknown;
}

interface Entry extends AskedCall {
  readonly promise: AwaitedPromise<unknown>;
  position: number | undefined;
  isSettled: boolean;
  /** Settles once the question is stored, or cannot be stored. */
  storing: Promise<unknown> | undefined;
}

/** Options of {@link createAskedQuestions}. */
interface AskedQuestionsOptions {
  readonly abort: LazyAbort;
  /** Begins a call, and logs its failure. */
  readonly watch: (call: string, begin: () => Soon<unknown>) => Promise<unknown>;
  /** Resolves once earlier calls of the handler are stored; rejects if the handler has ended. */
  readonly whenFree: () => Promise<void>;
}

/** Makes the collection of the questions of one run. */
export function createAskedQuestions({
  abort,
  watch,
  whenFree,
}: AskedQuestionsOptions): AskedQuestions {
  const entries: Entry[] = [];
  let hasEnded = false;

  async function ask(unasked: UnaskedQuestion, entry: Entry): Promise<never> {
    entry.position = unasked.position;
    await entry.promise.whenAwaited();
    // A handler that forgot to await the function around the call ends first.
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    await whenFree();
    const storing = unasked.put();
    entry.storing = storing;
    return storing;
  }

  return {
    add(call, find) {
      const found = watch(call.name, () => beginQuestion(call.prompt, find));
      const promise = new AwaitedPromise((resolve, reject) => {
        found
          .then((known) => (known instanceof UnaskedQuestion ? ask(known, entry) : known))
          .finally(() => {
            entry.isSettled = true;
          })
          .then(resolve, (error: unknown) => {
            // After the handler, the rejection would find no one and end the process.
            if (!hasEnded) reject(error);
          });
      }).allowUnawaited();
      const entry: Entry = {
        ...call,
        promise,
        position: undefined,
        isSettled: false,
        storing: undefined,
      };
      entries.push(entry);
      return promise;
    },
    async findOpen() {
      // A handler whose question was asked may end by any way, because its task waits.
      if (abort.aborted) return undefined;
      hasEnded = true;
      const open = entries.filter(({ promise, isSettled }) => !promise.isAwaited || !isSettled);
      const left = open.find(({ storing }) => storing !== undefined) ?? open[0];
      if (left === undefined) return undefined;
      await left.storing?.catch(() => {});
      const { reason } = abort;
      const isAsked = isRunEndedError(reason) && reason.end === 'suspended';
      return { error: createUnawaitedError(left), question: { position: left.position, isAsked } };
    },
  };
}

/** The largest number of characters of a question that an error shows. */
const MAX_SHOWN = 100;

function createUnawaitedError({ name, prompt }: AskedCall): TaskCallError {
  return new TaskCallError(
    `Cannot end the task as the handler must wait for its answers: current value is a ${name} that was not awaited (${showPrompt(prompt)}). Write "await ${name}(...)".`,
  );
}

/** Begins a question; the error of one that is refused says which question it is. */
function beginQuestion<Found>(prompt: unknown, begin: () => Found): Found {
  try {
    return begin();
  } catch (error) {
    if (!(error instanceof TaskCallError) || typeof prompt !== 'string') throw error;
    const { message, cause } = error;
    throw new TaskCallError(`${message} (question ${showPrompt(prompt)})`, { cause });
  }
}

function showPrompt(prompt: unknown): string {
  if (typeof prompt !== 'string') return typeof prompt;
  return JSON.stringify(prompt.length > MAX_SHOWN ? `${prompt.slice(0, MAX_SHOWN)}…` : prompt);
}

/** A question that was stored although its handler has ended. */
interface WithdrawnQuestion {
  readonly lease: Lease;
  readonly position: number | undefined;
  /** The event that ends the task instead. */
  readonly event: NewTaskEvent;
}

/** Ends a task in place of its question; does nothing if the question is answered meanwhile. */
export async function withdrawQuestion(
  engine: Pick<TaskEngine, 'get' | 'reply'>,
  { lease: { scope, taskId }, position, event }: WithdrawnQuestion,
): Promise<void> {
  for (;;) {
    // A person may take the question meanwhile, which asks it anew.
    // oxlint-disable-next-line no-await-in-loop
    const asked = await engine.get(scope, taskId);
    if (asked === undefined || !isInterruptedState(asked.state)) return;
    if (readQuestion(asked.statusMessage)?.question !== position) return;
    const reply = { expectedSeq: asked.seq, events: [event] };
    // oxlint-disable-next-line no-await-in-loop
    const { kind } = await engine.reply(scope, taskId, { reply });
    if (kind === 'accepted') return;
  }
}
