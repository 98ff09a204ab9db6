import type { Message, Task } from '@a2a-js/sdk';
import { RequestError } from '../errors.ts';
import {
  getTask,
  openStream,
  type RequestContext,
  sendMessage,
  sendMessageOnce,
  type StreamTarget,
} from '../transport/agent-link.ts';
import { createEventIds } from '../transport/event-ids.ts';
import { delayBeforeRetry, isPassing, isWorthwhile } from '../transport/retry.ts';
import { createBoundSignal, wait } from '../transport/signals.ts';
import { Outage, type OutageOptions } from './outage.ts';
import {
  checkTask,
  createNamelessError,
  createStateError,
  findRestingState,
  isKnownState,
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

/** Options of {@link watchTask}: the known state of the task, and the message to send first. */
export interface WatchTaskOptions {
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
}

/**
 * Yields every change of a task until it has ended or waits for its caller: from the stream that
 * the message opens, from subscriptions after the stream broke, and by fetching the task repeatedly
 * where nothing can be streamed.
 *
 * @throws InvalidInputError or RequestError when the agent refuses, or too many attempts in a row
 * failed.
 */
export async function* watchTask(
  context: RequestContext,
  options: WatchTaskOptions,
): AsyncGenerator<TaskChange, void, undefined> {
  const ahead = beginHeadStart(context, options);
  try {
    yield* watch(context, options, ahead);
  } finally {
    ahead?.end();
  }
}

async function* watch(
  context: RequestContext,
  { view, message, waitsForOthers, outage: away }: WatchTaskOptions,
  ahead: HeadStart | undefined,
): AsyncGenerator<TaskChange, void, undefined> {
  const { link, signal } = context;
  const ids = createEventIds();
  // The state with the question that the message answers does not count as a pause of the task
  // again.
  const answered = message === undefined ? undefined : view.message()?.messageId;
  let unsent = message;
  let canStream = link.streaming;
  let failures = 0;
  let pause = POLL.first;
  let looks = 0;
  const outage = new Outage(away);
  // A wait for people outlasts a restart of the agent, as does one that asks for it, unless requests
  // are never to be repeated.
  const isLast = (error: unknown): boolean => {
    if (failures < countAttempts(link.retry, isPatient())) return false;
    const hasBegun = unsent === undefined && view.taskId() !== undefined;
    const goesOn = hasBegun && link.retry.attempts > 1 && error instanceof RequestError;
    return !(goesOn && isPassing(error) && outage.mayGoOn(error));
  };
  const isPatient = (): boolean => waitsForOthers && waitsForOtherPeople(view);
  const isOver = (): boolean => isResting(view, answered) && !isPatient();

  for (;;) {
    let answer: Message | Task | undefined;
    if (canStream) {
      try {
        answer = await ahead?.early();
        if (answer === undefined) {
          const streamTarget = chooseTarget(unsent, view);
          // A subscription goes on while the task waits; the stream of a message ends there.
          const isEnding = (): boolean =>
            isOver() && (streamTarget.kind === 'message' || !isWaiting(view.state()));
          for await (const response of openStream(context, streamTarget, { ids, isEnding })) {
            ahead?.end();
            unsent = undefined;
            failures = 0;
            outage.end();
            yield* view.apply(response);
            if (isOver()) return;
          }
          if (unsent !== undefined) throw createEmptyError(view);
          // The agent closed the stream early, so the task is fetched before another stream is
          // opened.
        }
      } catch (error) {
        if (signal?.aborted === true || !(error instanceof RequestError)) throw error;
        if (isReasonToLook(error, { isSent: unsent === undefined, view })) {
          canStream = false;
          // An event that was too large shows that the message has arrived; after a refusal it is
          // sent without a stream.
          if (error.reason === TOO_LARGE) unsent = undefined;
        } else {
          failures += 1;
          const isRepeatable = unsent === undefined || link.countsOnce;
          if (!isLast(error) && isWorthwhile(error, { signal, isRepeatable })) {
            await wait(delayBeforeRetry(failures, link.retry, error), signal);
            continue;
          }
          // The answer may hold more than a stream can, such as a task too large for an event.
          answer = await ahead?.late();
          if (answer === undefined) throw error;
        }
      }
    }
    let latest: Message | Task;
    try {
      latest = answer ?? (await lookAtTask(context, view, unsent));
    } catch (error) {
      // Fetching the task repeats failed requests by itself, so an error of it ends the wait, unless
      // people may take days, or the caller wants to wait for the agent.
      failures = isPatient() ? failures + 1 : Math.max(failures + 1, link.retry.attempts);
      if (isLast(error) || !isWorthwhile(error, { signal, isRepeatable: true })) throw error;
      await wait(delayBeforeRetry(failures, link.retry, error), signal);
      continue;
    }
    unsent = undefined;
    failures = 0;
    outage.end();
    if ('messageId' in latest) {
      yield* view.applyMessage(latest);
      return;
    }
    yield* view.applyTask(checkTask(latest, view));
    if (isResting(view, undefined) && !isPatient()) return;
    if (view.taskId() === undefined) throw createNamelessError();
    looks = isKnownState(view.state()) ? 0 : looks + 1;
    if (looks >= MAX_UNKNOWN) throw createStateError(view);
    // The task goes on, so a stream is opened at once that reports its progress.
    if (answer !== undefined) continue;
    await wait(pause, signal);
    const longest = isPatient() ? POLL.longestForOthers : POLL.longest;
    pause = Math.min(longest, pause * POLL.factor);
  }
}

/**
 * Sends the message without a stream first, if that is asked for and safe: the agent must stream,
 * must handle a repeated message once, and must not be reached over gRPC, which limits the size of
 * an answer.
 */
function beginHeadStart(
  context: RequestContext,
  { message, streamAfterMs: leadMs = 0 }: WatchTaskOptions,
): HeadStart | undefined {
  const { countsOnce, streaming, transport } = context.link;
  if (message === undefined || leadMs <= 0 || !countsOnce || !streaming) return undefined;
  // A message of gRPC has a size limit, a stream of many has none.
  return transport.protocolName === 'GRPC' ? undefined : new HeadStart(context, message, leadMs);
}

const TOO_LARGE = 'EVENT_TOO_LARGE';

/** The reasons in errors of agents that cannot stream, whatever their card says. */
const NO_STREAMS: ReadonlySet<string> = new Set(['METHOD_NOT_FOUND', 'UNSUPPORTED_OPERATION']);

/**
 * True for an error of a stream after which the task is fetched instead: it cannot be subscribed
 * to, or an event of it is too large.
 */
function isReasonToLook(
  error: RequestError,
  { isSent, view }: { readonly isSent: boolean; readonly view: TaskView },
): boolean {
  if (isSent) return !isPassing(error);
  // A message that was refused has not been run, so it can be sent without a stream.
  return (
    NO_STREAMS.has(error.reason) || (error.reason === TOO_LARGE && view.taskId() !== undefined)
  );
}

/** Sends the message if it has not been sent, else fetches the current state of the task. */
function lookAtTask(
  context: RequestContext,
  view: TaskView,
  unsent: Message | undefined,
): Promise<Message | Task> {
  return unsent === undefined
    ? getTask(context, view.taskId() ?? '')
    : sendMessage(context, unsent, { returnImmediately: true });
}

/** Returns how many requests in a row may fail before the wait ends. */
function countAttempts({ attempts }: RequestContext['link']['retry'], isPatient: boolean): number {
  return isPatient && attempts > 1 ? Math.max(attempts, ATTEMPTS_FOR_OTHERS) : attempts;
}

function chooseTarget(unsent: Message | undefined, view: TaskView): StreamTarget {
  return unsent === undefined
    ? { kind: 'task', id: view.taskId() ?? '' }
    : { kind: 'message', message: unsent };
}

function isResting(view: TaskView, answered: string | undefined): boolean {
  const state = view.state();
  if (findRestingState(state) === undefined) return false;
  const isOld = answered !== undefined && view.message()?.messageId === answered;
  return !(isWaiting(state) && isOld);
}

function createEmptyError(view: TaskView): RequestError {
  return new RequestError('Cannot do the request because the stream ended before it began.', {
    reason: 'NETWORK',
    taskId: view.taskId(),
  });
}

/**
 * A message that is sent without a stream, with a moment to wait for the answer: a task that ends
 * soon then takes one answer, which costs both sides less than a stream. If it does not end, the
 * stream sends the same message again, so the agent MUST handle a repeated message only once.
 */
class HeadStart {
  readonly #context: RequestContext;
  readonly #message: Message;
  /** The time to wait for the answer before a stream is opened, in milliseconds. */
  readonly #leadMs: number;
  readonly #bound: ReturnType<typeof createBoundSignal>;
  #isAsked = false;
  /** The request that is under way; `undefined` before it is sent, and once its answer was taken. */
  #request: Promise<Message | Task> | undefined;

  constructor(context: RequestContext, message: Message, leadMs: number) {
    this.#context = context;
    this.#message = message;
    this.#leadMs = leadMs;
    this.#bound = createBoundSignal(context);
  }

  /**
   * Returns the answer if it comes within the lead time, and throws the error of a request that
   * fails within it. Returns `undefined` when the time is up, and on every later call.
   */
  async early(): Promise<Message | Task | undefined> {
    if (this.#isAsked) return undefined;
    this.#isAsked = true;
    // One attempt: a request that failed is repeated by the stream.
    const { signal } = this.#bound;
    const request = sendMessageOnce({ ...this.#context, signal }, this.#message);
    this.#request = request;
    const answered = new AbortController();
    const isUp = new Promise<undefined>((resolve) => {
      const timer = setTimeout(resolve, this.#leadMs, undefined);
      answered.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    try {
      const answer = await Promise.race([request, isUp]);
      if (answer === undefined) request.catch(() => {});
      else this.#request = undefined;
      return answer;
    } catch (error) {
      this.#request = undefined;
      throw error;
    } finally {
      answered.abort();
    }
  }

  /**
   * Waits for the answer of a request that outlasted its lead time; `undefined` if it failed, or
   * none is on its way.
   */
  async late(): Promise<Message | Task | undefined> {
    try {
      return await this.#request;
    } catch {
      // The stream has thrown the error of the request, or will.
      return undefined;
    } finally {
      this.#request = undefined;
    }
  }

  /** Aborts the request if it is still on its way. */
  end(): void {
    if (this.#request !== undefined) this.#bound.abort();
    this.#bound.release();
  }
}
