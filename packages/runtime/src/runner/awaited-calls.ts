import type { TaskLogger } from '@formwork/core';
import { TaskCallError } from '../errors.ts';
import type { LazyAbort } from './lazy-abort.ts';
import type { Soon } from './soon.ts';
import { logIfUnhandled } from './unhandled-errors.ts';

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
  /** Stores the question, and rejects because the run is over. */
  readonly put: () => Promise<never>;

  constructor(put: () => Promise<never>) {
    this.put = put;
  }
}

/** A call that a handler left open when it ended, so that its task must not complete. */
export interface Unfinished {
  readonly kind: 'question' | 'artifact';
  readonly error: unknown;
}

/** The questions of one run of a handler. */
export interface AskedQuestions {
  /**
   * Returns the promise of an answer. `find` returns the answer of an earlier run, or the question
   * that is to be asked.
   */
  add(call: AskedCall, find: () => Soon<unknown>): Promise<unknown>;
  /**
   * Finds a question that the handler did not wait for, at the end of the handler. If one is being
   * stored, the promise resolves once that is over; the task then waits for its answer.
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
  /** The number of answers that the handler had when it asked. */
  readonly answers: number;
  isSettled: boolean;
  /** Settles once the question is stored, or cannot be stored. */
  storing: Promise<unknown> | undefined;
}

/** Options of {@link createAskedQuestions}. */
interface AskedQuestionsOptions {
  readonly abort: LazyAbort;
  readonly log: TaskLogger;
  /** Begins a call, and logs its failure. */
  readonly watch: (call: string, begin: () => Soon<unknown>) => Promise<unknown>;
  /** Resolves once earlier calls of the handler are stored; rejects if the handler has ended. */
  readonly whenFree: () => Promise<void>;
}

/** Makes the collection of the questions of one run. */
export function createAskedQuestions({
  abort,
  log,
  watch,
  whenFree,
}: AskedQuestionsOptions): AskedQuestions {
  const entries: Entry[] = [];
  let answers = 0;
  let hasEnded = false;

  async function ask(unasked: UnaskedQuestion, entry: Entry): Promise<never> {
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

  /**
   * Returns true for a question whose handler needs no answer, because it has got that of another
   * meanwhile, as `Promise.race` does.
   */
  function isNeedless(entry: Entry): boolean {
    return entry.promise.isAwaited && answers > entry.answers;
  }

  return {
    add(call, find) {
      const isLate = hasEnded;
      const begun = watch(call.name, () => beginQuestion(call.prompt, find));
      const promise = new AwaitedPromise((resolve, reject) => {
        begun
          .then((answer) => {
            if (answer instanceof UnaskedQuestion) return ask(answer, entry);
            answers += 1;
            return answer;
          })
          .finally(() => {
            entry.isSettled = true;
          })
          .then(resolve, (error: unknown) => {
            const fields = { call: call.name, question: showPrompt(call.prompt) };
            logIfUnhandled(error, { log, fields });
            // A question that the handler left open is an error of the task already.
            if (isLate || !hasEnded) reject(error);
          });
      }).allowUnawaited();
      const entry: Entry = { ...call, promise, answers, isSettled: false, storing: undefined };
      entries.push(entry);
      return promise;
    },
    async findOpen() {
      // A handler whose question was asked may end by any way, because its task waits.
      if (abort.aborted) return undefined;
      hasEnded = true;
      const open = entries.filter(({ promise, isSettled }) => !promise.isAwaited || !isSettled);
      const stored = open.find(({ storing }) => storing !== undefined);
      await stored?.storing?.catch(() => {});
      if (abort.aborted) {
        if (stored !== undefined) log.error(ASKED, { error: createUnawaitedError(stored).message });
        return undefined;
      }
      const left = open.find((entry) => !isNeedless(entry));
      if (left !== undefined) return { kind: 'question', error: createUnawaitedError(left) };
      for (const { prompt } of open) log.info(NEEDLESS, { question: showPrompt(prompt) });
      return undefined;
    },
  };
}

const ASKED = 'The handler ended while its question was asked: it runs again after the answer';
const NEEDLESS = 'A question is not asked because the handler ended with the answer to another';

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
