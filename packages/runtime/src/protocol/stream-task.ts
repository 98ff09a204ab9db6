import type { Artifact, StreamResponse } from '@a2a-js/sdk';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-event.ts';
import type { TaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { TaskWatcher } from '../engine/task-watcher.ts';
import {
  type Reader,
  createArtifactView,
  learnsNames,
  toProtocolTask,
  toStreamResponse,
  type StreamResponseOptions,
} from '../messages/protocol-task.ts';
import type { Runner } from '../runner/runner-options.ts';
import type { Scope } from '../scope.ts';
import { subscribe, type SubscribeOptions } from '../subscribe.ts';
import { DONE, type ResponseStream, type Step, streamOnly } from './closing.ts';
import { withPosition } from './event-id.ts';
import { checkStream } from './task-progress.ts';

/**
 * The end of a stream. `rest` is the end of the task or a state in which it waits for its caller,
 * because the answer is a message with a stream of its own (A2A 1.0 section 3.1.2). `end` is the
 * end of the task alone, as for a subscription (section 3.1.6).
 */
export type StreamEnd = 'rest' | 'end';

/**
 * Streams the present state of a task, then every later event once and in order. {@link
 * findEventId} returns the log position of each of them.
 */
export async function streamTask({
  engine,
  runner,
  watcher,
  scope,
  taskId,
  until,
  run,
  ...reader
}: Reader & {
  readonly engine: TaskEngine;
  /**
   * The runner that reports storage errors which keep the task from going on; the error ends the
   * stream with `UnavailableError`.
   */
  readonly runner: Pick<Runner, 'findFault'>;
  readonly watcher: TaskWatcher;
  readonly scope: Scope;
  readonly taskId: string;
  /** The state at which the stream ends: the end of the task, or also a question. */
  readonly until: StreamEnd;
  /** Settles when the run is over; present for a new task that runs in this process. */
  readonly run?: Promise<void> | undefined;
  /**
   * The number of newest history messages in the task with which the stream starts. Default: all.
   */
  readonly historyLength?: number;
}): Promise<ResponseStream> {
  const first = await engine.get(scope, taskId);
  if (first === undefined) return streamOnly();
  const snapshot = run === undefined ? first : await findFirstSnapshot(first, { engine, run });
  const { contextId, seq, state, invocation } = snapshot;
  const value = toProtocolTask(snapshot, reader);
  const event = withPosition({ payload: { $case: 'task', value } }, { taskId, seq });
  const untilInterrupted = until === 'rest';
  if (isTerminalState(state) || (untilInterrupted && isInterruptedState(state))) {
    return streamOnly(event);
  }
  const subject = { engine, runner, scope, taskId };
  const entries = subscribe(engine, {
    scope,
    taskId,
    watcher,
    after: seq,
    untilInterrupted,
    onQuiet: () => checkStream(subject),
  });
  const toView = createArtifactView(invocation.acceptedOutputModes, reader);
  const isNamed = learnsNames(scope, reader);
  const options = { taskId, contextId, toView, isNamed, first: event };
  return new TaskStream(entries, options);
}

/**
 * Streams every event of a task after a position in its log, and then goes on as {@link streamTask}
 * does. An earlier state in which the task waited does not end the stream, because later events
 * would be lost.
 */
export function resumeTask({
  engine,
  runner,
  snapshot,
  until,
  watcher,
  after,
  ...reader
}: Pick<SubscribeOptions, 'watcher'> &
  Reader & {
    readonly engine: Pick<TaskEngine, 'get' | 'read'>;
    /** The runner that reports storage errors, as {@link streamTask} takes it. */
    readonly runner: Pick<Runner, 'findFault'>;
    /** The present snapshot of the task. */
    readonly snapshot: TaskSnapshot;
    /** The position of the last event in the task's log that the caller has received. */
    readonly after: number;
    /** The state at which the stream ends: the end of the task, or also a question. */
    readonly until: StreamEnd;
  }): ResponseStream {
  const { id: taskId, scope, contextId, statusSeq, invocation } = snapshot;
  const toView = createArtifactView(invocation.acceptedOutputModes, reader);
  const subject = { engine, runner, scope, taskId };
  const onQuiet = (): Promise<void> => checkStream(subject);
  const entries = subscribe(engine, { scope, taskId, watcher, after, onQuiet });
  const restsFrom = until === 'rest' ? statusSeq : undefined;
  const isNamed = learnsNames(scope, reader);
  return new TaskStream(entries, { taskId, contextId, toView, isNamed, restsFrom });
}

/** A subscription to a task as a stream of A2A events, which ends as the subscription does. */
class TaskStream implements ResponseStream {
  readonly #items: ReturnType<typeof subscribe>;
  readonly #responseOptions: StreamResponseOptions;
  readonly #restsFrom: number;
  #first: StreamResponse | undefined;
  #isAtRest = false;

  constructor(
    items: ReturnType<typeof subscribe>,
    {
      first,
      restsFrom = Infinity,
      ...responseOptions
    }: StreamResponseOptions & {
      /** The event before those of the log. Default: none. */
      readonly first?: StreamResponse;
      /**
       * The position in the log from which a state ends the stream in which the task waits for its
       * caller. Default: no such state does.
       */
      readonly restsFrom?: number | undefined;
    },
  ) {
    this.#items = items;
    this.#responseOptions = responseOptions;
    this.#restsFrom = restsFrom;
    this.#first = first;
  }

  async next(): Promise<Step> {
    const first = this.#first;
    if (first !== undefined) {
      this.#first = undefined;
      return { done: false, value: first };
    }
    if (this.#isAtRest) return this.return();
    for (;;) {
      const item = await this.#items.next();
      if (item.done === true) return DONE;
      if (item.value.kind === 'snapshot') continue;
      const { entry } = item.value;
      const { event } = entry;
      this.#isAtRest =
        event.kind === 'status' && entry.seq >= this.#restsFrom && isInterruptedState(event.state);
      let value: StreamResponse | undefined;
      try {
        value = toStreamEvent(entry, this.#responseOptions);
      } catch (error) {
        // The reader of a stream that has failed does not end it, so its subscription would stay.
        return this.throw(error);
      }
      if (value !== undefined) return { done: false, value };
      if (this.#isAtRest) return this.return();
    }
  }

  async return(): Promise<Step> {
    this.#first = undefined;
    await this.#items.return();
    return DONE;
  }

  async throw(error: unknown): Promise<Step> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

let lastEntry: TaskEvent | undefined;
let lastView: StreamResponseOptions['toView'];
let lastNamed: StreamResponseOptions['isNamed'];
let lastEvent: StreamResponse | undefined;

/**
 * Converts an entry of a task's log to an event of its streams, with its position. Readers of one
 * task that get the same entry in one turn of the event loop get the same event, which a transport
 * then encodes once.
 */
function toStreamEvent(
  entry: TaskEvent,
  options: StreamResponseOptions,
): StreamResponse | undefined {
  const { toView, isNamed } = options;
  if (entry !== lastEntry || toView !== lastView || isNamed !== lastNamed) {
    if (lastEntry === undefined) setImmediate(forgetLastEvent);
    const { taskId } = options;
    const event = toStreamResponse(entry, options);
    lastEvent = event && withPosition(event, { taskId, seq: entry.seq });
    lastEntry = entry;
    lastView = toView;
    lastNamed = isNamed;
  }
  return lastEvent;
}

/** Frees the last event, because an event can be large and its task may be deleted. */
function forgetLastEvent(): void {
  lastEntry = undefined;
  lastView = undefined;
  lastEvent = undefined;
}

/**
 * Chooses the snapshot with which the stream of a new task begins. If the task ends at once, it is
 * the final snapshot, provided that the snapshot is small and lacks nothing that events would show:
 * sending three more events would double the cost of the call.
 *
 * Otherwise the stream begins with the first event, even if the run has gone on, because a later
 * snapshot would lack progress, and readers refuse a large first event. Waits for one turn of the
 * event loop only.
 */
async function findFirstSnapshot(
  first: TaskSnapshot,
  {
    engine,
    run,
  }: {
    readonly engine: Pick<TaskEngine, 'get'>;
    /** Settles when the run of the task is over. */
    readonly run: Promise<void>;
  },
): Promise<TaskSnapshot> {
  if (isPlainEnd(first)) return first;
  const start = createFirstSnapshot(first);
  const settled = run.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, nextTurn(false)]))) return start;
  const end = await engine.get(first.scope, first.id);
  return end !== undefined && isPlainEnd(end) ? end : start;
}

function isPlainEnd({ state, seq, artifacts }: TaskSnapshot): boolean {
  const isEnd = isTerminalState(state) || isInterruptedState(state);
  // The log has exactly these entries: submitted, working, one for each artifact, and the end.
  // Progress, pieces of artifacts and remembered results would be further entries.
  return isEnd && seq === 3 + artifacts.length && isSmall(artifacts);
}

/** Returns the snapshot of a task after its first event, with which a stream begins. */
function createFirstSnapshot(task: TaskSnapshot): TaskSnapshot {
  const { id, scope, contextId, createdAt, history, metadata, invocation } = task;
  return {
    id,
    scope,
    contextId,
    seq: 1,
    state: 'submitted',
    statusSeq: 1,
    statusTimestamp: createdAt,
    createdAt,
    artifacts: [],
    history: history.slice(0, 1),
    metadata,
    invocation,
  };
}

/**
 * The largest size of artifacts that count as small, as a sum of characters, bytes and fields; it
 * is far below the limit of any client that reads streams.
 */
const SMALL = 16_384;

/**
 * Returns true if artifacts are small enough to send at once; estimates this without serializing
 * them.
 */
function isSmall(artifacts: readonly Artifact[]): boolean {
  let budget = SMALL;
  const waiting: unknown[] = [...artifacts];
  while (waiting.length > 0 && budget > 0) {
    const value = waiting.pop();
    budget -= 1;
    if (typeof value === 'string') {
      budget -= value.length;
    } else if (value instanceof Uint8Array) {
      budget -= value.byteLength;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        budget -= name.length;
        if (budget <= 0) break;
        waiting.push(member);
      }
    }
  }
  return budget > 0;
}
