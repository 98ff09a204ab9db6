import type { TaskLogger } from '@formwork/core';
import { cutText } from '@formwork/schema/json';
import type { Awaitable } from '../awaitable.ts';
import { TaskCallError } from '../errors.ts';
import { AwaitedPromise } from './awaited-promise.ts';
import type { LazyAbort } from './lazy-abort.ts';
import { logIfUnhandled } from './unhandled-errors.ts';

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
export interface UnawaitedCall {
  readonly kind: 'question' | 'artifact';
  readonly error: unknown;
}

/** A call of a handler that asks a question. */
interface AskedCall {
  /** The name of the function, such as `task.ask`. */
  readonly name: string;
  readonly prompt: unknown;
}

interface Entry extends AskedCall {
  readonly promise: AwaitedPromise<unknown>;
  /** Settles once it is known whether the question has an answer. */
  readonly begun: Promise<unknown>;
  isAnswered: boolean;
  isSettled: boolean;
  /** Settles once the question is stored, or cannot be stored. */
  storing: Promise<unknown> | undefined;
}

/** Options of {@link AskedQuestions}. */
interface AskedQuestionsOptions {
  readonly abort: LazyAbort;
  readonly log: TaskLogger;
  /** Begins a call, and logs its failure. */
  readonly watch: (call: string, begin: () => Awaitable<unknown>) => Promise<unknown>;
  /** Resolves once earlier calls of the handler are stored; rejects if the handler has ended. */
  readonly whenFree: () => Promise<void>;
}

/** The questions of one run of a handler. */
export class AskedQuestions {
  readonly #options: AskedQuestionsOptions;
  readonly #entries: Entry[] = [];

  constructor(options: AskedQuestionsOptions) {
    this.#options = options;
  }

  /**
   * Returns the promise of an answer. `find` returns the answer of an earlier run, or the question
   * that is to be asked.
   */
  add(call: AskedCall, find: () => Awaitable<unknown>): Promise<unknown> {
    const begun = this.#options.watch(call.name, () => beginQuestion(call.prompt, find));
    const promise = new AwaitedPromise((resolve, reject) => {
      begun
        .then((answer) => {
          if (answer instanceof UnaskedQuestion) return this.#ask(answer, entry);
          entry.isAnswered = true;
          return answer;
        })
        .finally(() => {
          entry.isSettled = true;
        })
        .then(resolve, (error: unknown) => {
          const fields = { call: call.name, question: showPrompt(call.prompt) };
          logIfUnhandled(error, { log: this.#options.log, fields });
          reject(error);
        });
    }).allowUnawaited();
    const state = { isAnswered: false, isSettled: false, storing: undefined };
    const entry: Entry = { ...call, promise, begun, ...state };
    this.#entries.push(entry);
    return promise;
  }

  /**
   * Finds a question that the handler did not wait for, at the end of the handler. If one is being
   * stored, the promise resolves once that is over; the task then waits for its answer.
   */
  async findOpen(): Promise<UnawaitedCall | undefined> {
    // A handler whose question was asked may end by any way, because its task waits.
    if (this.#options.abort.aborted) return undefined;
    const open = this.#entries.filter(({ promise, isSettled }) => !promise.isAwaited || !isSettled);
    const stored = open.find(({ storing }) => storing !== undefined);
    await stored?.storing?.catch(() => {});
    if (this.#options.abort.aborted) {
      if (stored !== undefined)
        this.#options.log.error(ASKED, { error: createUnawaitedError(stored).message });
      return undefined;
    }
    const unawaitedCall = open.find((entry) => !this.#isNeedless(entry));
    if (unawaitedCall !== undefined)
      return { kind: 'question', error: createUnawaitedError(unawaitedCall) };
    for (const { prompt } of open)
      this.#options.log.info(NEEDLESS, { question: showPrompt(prompt) });
    return undefined;
  }

  async #ask(unasked: UnaskedQuestion, entry: Entry): Promise<never> {
    await entry.promise.whenAwaited();
    // A handler that forgot to await the function around the call ends first.
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    // The library of a form may still read an answer that decides a race.
    await Promise.allSettled(this.#entries.map(({ begun }) => begun));
    await this.#options.whenFree();
    if (this.#isNeedless(entry)) return this.#rejectAtEnd();
    // One question at a time is stored; after it, the run is over.
    for (let write = this.#findStoring(); write !== undefined; write = this.#findStoring()) {
      await write.catch(() => {});
      await this.#options.whenFree();
    }
    const storing = unasked.put();
    entry.storing = storing;
    return storing;
  }

  #findStoring(): Promise<unknown> | undefined {
    return this.#entries.find(({ storing, isSettled }) => storing !== undefined && !isSettled)
      ?.storing;
  }

  /** Rejects once the run is over, so that the `finally` blocks of a handler run. */
  async #rejectAtEnd(): Promise<never> {
    const { signal } = this.#options.abort;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await this.#options.whenFree();
    throw signal.reason;
  }

  /** Returns true for a question that is only in races, each of which another answer has decided. */
  #isNeedless({ promise }: Entry): boolean {
    const answered = this.#entries.filter(({ isAnswered }) => isAnswered);
    return promise.hasLost(answered.map((entry) => entry.promise));
  }
}

const ASKED = 'The handler ended while its question was asked: it runs again after the answer';
const NEEDLESS = 'A question is not asked because another answer decided its race';

/** The largest number of characters of a question that an error shows. */
const MAX_SHOWN = 100;

function createUnawaitedError({ name, prompt, promise }: Entry): TaskCallError {
  return new TaskCallError(
    `Cannot end the task because the handler must wait for its answers: current value is a ${name} that was not awaited (${showPrompt(prompt)}). ${advise(name, promise)}`,
  );
}

function advise(name: string, promise: AwaitedPromise<unknown>): string {
  if (promise.isRaced) {
    return 'Await Promise.all and Promise.race. A timer beside a question does not limit it, because the run ends once the question is stored: give the question "to", "dueInMs" and "otherwise".';
  }
  return promise.isAwaited
    ? 'Await each function that asks, and give Promise.race the questions themselves.'
    : `Write "await ${name}(...)".`;
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
  return JSON.stringify(cutText(prompt, MAX_SHOWN));
}
