import type { Message, Task } from '@a2a-js/sdk';
import { RequestError } from '../errors.ts';
import {
  getTask,
  openStream,
  type RequestContext,
  sendMessage,
  type StreamTarget,
} from '../transport/agent-link.ts';
import { createEventIds } from '../transport/event-ids.ts';
import { delayBeforeRetry, isPassing, isWorthwhile } from '../transport/retry.ts';
import { wait } from '../transport/signals.ts';
import { Outage, type OutageOptions } from './bound-wait.ts';
import { beginHeadStart, type HeadStart } from './head-start.ts';
import {
  checkTask,
  createNamelessError,
  createStateError,
  findRestingState,
  isKnownState,
  isSameMessage,
  isWaiting,
  type TaskChange,
  type TaskView,
  waitsForOtherPeople,
} from './task-view.ts';

/**
 * The pauses between two requests for a task that cannot be streamed, in milliseconds: the first,
 * the longest, the longest while other people are to answer, and the factor by which they grow.
 */
const POLL = { first: 100, longest: 5000, longestForOthers: 30_000, factor: 1.5 };

/**
 * The most attempts in a row to reach an agent while a task waits for people: with the usual pauses,
 * ten minutes.
 */
const ATTEMPTS_FOR_OTHERS = 120;

/**
 * The most times in a row that a task is found in a state A2A does not define, before the wait
 * fails.
 */
const MAX_UNKNOWN = 4;

/** The step that follows a stream: none, another stream, or a look at the task. */
type NextStep =
  | { readonly kind: 'over' }
  | { readonly kind: 'again' }
  /** The task is fetched, unless the agent has answered the message already. */
  | { readonly kind: 'look'; readonly answer: Message | Task | undefined };

const OVER: NextStep = { kind: 'over' };
const AGAIN: NextStep = { kind: 'again' };
const LOOK: NextStep = { kind: 'look', answer: undefined };

/**
 * The watch of one task until it has ended or waits for its caller: by the stream that its message
 * opens, by subscriptions after that broke, and by fetching the task where nothing can be streamed.
 */
export class TaskWatch {
  readonly #context: RequestContext;
  readonly #view: TaskView;
  readonly #waitsForOthers: boolean;
  readonly #outage: Outage;
  readonly #headStart: HeadStart | undefined;
  /** The ids of the events so far, after the last of which another stream goes on. */
  readonly #ids = createEventIds();
  /**
   * The question that the message answers, which does not count as a pause of the task again;
   * `undefined` without a message.
   */
  readonly #answered: Message | undefined;
  /** The message until the agent surely has it. */
  #unsent: Message | undefined;
  /** False once the agent has refused to stream this task. */
  #canStream: boolean;
  /** How many requests in a row have failed. */
  #failures = 0;
  /** How often in a row the task was in a state that A2A does not define. */
  #unknownStates = 0;
  #pauseMs = POLL.first;

  constructor(
    context: RequestContext,
    {
      view,
      message,
      streamAfterMs: leadMs = 0,
      waitsForOthers,
      outage,
    }: {
      readonly view: TaskView;
      /**
       * The message that is sent to begin the task or go on with it. Default: none, and the task of the
       * view is watched.
       */
      readonly message?: Message | undefined;
      /**
       * Milliseconds to wait for a plain answer to the message before a stream is opened. Ignored for
       * agents that might run a repeated message twice. Default 0.
       */
      readonly streamAfterMs?: number | undefined;
      /** True to watch on while a question of the task waits for other people. */
      readonly waitsForOthers: boolean;
      /** The options of the wait while the agent of a task that has begun cannot be reached. */
      readonly outage: OutageOptions;
    },
  ) {
    this.#context = context;
    this.#view = view;
    this.#waitsForOthers = waitsForOthers;
    this.#outage = new Outage(outage);
    this.#headStart = beginHeadStart(context, { message, leadMs });
    this.#answered = message === undefined ? undefined : view.message();
    this.#unsent = message;
    this.#canStream = context.link.streaming;
  }

  /**
   * Yields every change of the task. To be called once.
   *
   * @throws InvalidInputError or RequestError when the agent refuses, or too many attempts in a row
   * failed.
   */
  async *changes(): AsyncGenerator<TaskChange, void, undefined> {
    try {
      for (let next: NextStep = AGAIN; next.kind !== 'over';) {
        next = this.#canStream ? yield* this.#receive() : LOOK;
        if (next.kind === 'look') next = yield* this.#look(next.answer);
      }
    } finally {
      this.#headStart?.end();
    }
  }

  /** Waits for an early answer, else streams events until the stream ends or fails. */
  async *#receive(): AsyncGenerator<TaskChange, NextStep, undefined> {
    try {
      const answer = await this.#headStart?.early();
      return answer === undefined ? yield* this.#stream() : { kind: 'look', answer };
    } catch (error) {
      return this.#recover(error);
    }
  }

  async *#stream(): AsyncGenerator<TaskChange, NextStep, undefined> {
    const streamTarget = this.#chooseTarget();
    // A subscription goes on while the task waits; the stream of a message ends there.
    const isEnding = (): boolean =>
      this.#isOver() && (streamTarget.kind === 'message' || !isWaiting(this.#view.state()));
    const stream = openStream(this.#context, streamTarget, { ids: this.#ids, isEnding });
    for await (const response of stream) {
      this.#headStart?.end();
      this.#noteAnswer();
      yield* this.#view.apply(response);
      if (this.#isOver()) return OVER;
    }
    if (this.#unsent !== undefined) throw createEmptyError(this.#view);
    // The agent closed the stream early, so the task is fetched before another stream is opened.
    return LOOK;
  }

  /**
   * Decides how to go on after a stream that failed: without streams, by another one after a pause,
   * or with an answer that has come meanwhile.
   *
   * @throws the error if nothing of it helps
   */
  async #recover(error: unknown): Promise<NextStep> {
    const { link, signal } = this.#context;
    if (signal?.aborted === true || !(error instanceof RequestError)) throw error;
    if (this.#isReasonToLook(error)) {
      this.#canStream = false;
      // An event that was too large shows that the message has arrived; after a refusal it is sent
      // without a stream.
      if (error.reason === TOO_LARGE) this.#unsent = undefined;
      return LOOK;
    }
    this.#failures += 1;
    const isRepeatable = this.#unsent === undefined || link.countsOnce;
    if (!this.#isLast(error) && isWorthwhile(error, { signal, isRepeatable })) {
      await this.#waitAfter(error);
      return AGAIN;
    }
    // The answer may hold more than a stream can, such as a task too large for an event.
    const answer = await this.#headStart?.late();
    if (answer === undefined) throw error;
    return { kind: 'look', answer };
  }

  /** Applies the answer of the agent, or the task as it is fetched now. */
  async *#look(
    answer: Message | Task | undefined,
  ): AsyncGenerator<TaskChange, NextStep, undefined> {
    const latest = answer ?? (await this.#fetch());
    if (latest === undefined) return AGAIN;
    this.#noteAnswer();
    if ('messageId' in latest) {
      yield* this.#view.applyMessage(latest);
      return OVER;
    }
    yield* this.#view.applyTask(checkTask(latest, this.#view));
    if (isResting(this.#view, undefined) && !this.#isPatient()) return OVER;
    if (this.#view.taskId() === undefined) throw createNamelessError();
    this.#unknownStates = isKnownState(this.#view.state()) ? 0 : this.#unknownStates + 1;
    if (this.#unknownStates >= MAX_UNKNOWN) throw createStateError(this.#view);
    // After an answer the task goes on, so a stream is opened at once that reports its progress.
    if (answer === undefined) await this.#rest();
    return AGAIN;
  }

  /**
   * Sends the message if it has not been sent, else fetches the task. Resolves to `undefined` after
   * a failure that may pass, and the pause after it.
   */
  async #fetch(): Promise<Message | Task | undefined> {
    const { link, signal } = this.#context;
    try {
      return await (this.#unsent === undefined
        ? getTask(this.#context, this.#view.taskId() ?? '')
        : sendMessage(this.#context, this.#unsent, { returnImmediately: true }));
    } catch (error) {
      // Fetching the task repeats failed requests by itself, so an error of it ends the wait, unless
      // people may take days, or the caller wants to wait for the agent.
      const failures = this.#failures + 1;
      this.#failures = this.#isPatient() ? failures : Math.max(failures, link.retry.attempts);
      const isRepeatable = this.#unsent === undefined || link.countsOnce;
      if (this.#isLast(error) || !isWorthwhile(error, { signal, isRepeatable })) throw error;
      await this.#waitAfter(error);
      return undefined;
    }
  }

  /** Notes that the agent has answered: it has the message, and nothing has failed since. */
  #noteAnswer(): void {
    this.#unsent = undefined;
    this.#failures = 0;
    this.#outage.end();
  }

  async #waitAfter(error: unknown): Promise<void> {
    const { link, signal } = this.#context;
    await wait(delayBeforeRetry(this.#failures, link.retry, error), signal);
  }

  /** Waits before the task is fetched again, longer each time. */
  async #rest(): Promise<void> {
    await wait(this.#pauseMs, this.#context.signal);
    const longestMs = this.#isPatient() ? POLL.longestForOthers : POLL.longest;
    this.#pauseMs = Math.min(longestMs, this.#pauseMs * POLL.factor);
  }

  #chooseTarget(): StreamTarget {
    return this.#unsent === undefined
      ? { kind: 'task', id: this.#view.taskId() ?? '' }
      : { kind: 'message', message: this.#unsent };
  }

  /** True while the task waits for other people, and the caller waits for them as well. */
  #isPatient(): boolean {
    return this.#waitsForOthers && waitsForOtherPeople(this.#view);
  }

  #isOver(): boolean {
    return isResting(this.#view, this.#answered) && !this.#isPatient();
  }

  /**
   * True after the last attempt. A wait for people outlasts a restart of the agent, as does one that
   * asks for it, unless requests are never to be repeated.
   */
  #isLast(error: unknown): boolean {
    const { attempts } = this.#context.link.retry;
    const most =
      this.#isPatient() && attempts > 1 ? Math.max(attempts, ATTEMPTS_FOR_OTHERS) : attempts;
    if (this.#failures < most) return false;
    const hasBegun = this.#unsent === undefined && this.#view.taskId() !== undefined;
    const goesOn = hasBegun && attempts > 1 && error instanceof RequestError;
    return !(goesOn && isPassing(error) && this.#outage.mayGoOn(error));
  }

  /**
   * True for an error of a stream after which the task is fetched instead: it cannot be subscribed
   * to, or an event of it is too large.
   */
  #isReasonToLook(error: RequestError): boolean {
    if (this.#unsent === undefined) return !isPassing(error);
    // A message that was refused has not been run, so it can be sent without a stream.
    const isTooLarge = error.reason === TOO_LARGE && this.#view.taskId() !== undefined;
    return NO_STREAMS.has(error.reason) || isTooLarge;
  }
}

const TOO_LARGE = 'EVENT_TOO_LARGE';

/** The reasons in errors of agents that cannot stream, whatever their card says. */
const NO_STREAMS: ReadonlySet<string> = new Set(['METHOD_NOT_FOUND', 'UNSUPPORTED_OPERATION']);

/** True for a task that rests, unless its question is the one that was answered. */
function isResting(view: TaskView, answered: Message | undefined): boolean {
  const state = view.state();
  if (findRestingState(state) === undefined) return false;
  const isOld = answered !== undefined && isSameMessage(view.message(), answered);
  return !(isWaiting(state) && isOld);
}

function createEmptyError(view: TaskView): RequestError {
  return new RequestError('Cannot do the request because the stream ended before it began.', {
    reason: 'NETWORK',
    taskId: view.taskId(),
  });
}
