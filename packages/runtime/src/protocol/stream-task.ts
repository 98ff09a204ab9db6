import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-event.ts';
import type { HintHub } from '../hint-hub.ts';
import { subscribe, type SubscribeOptions } from '../subscribe.ts';
import type { Runner } from '../runner/create-runner.ts';
import { checkProgress } from './check-progress.ts';
import type { ResponseStream } from './create-stoppable-stream.ts';
import { withPosition } from './event-id.ts';
import { findStart } from './find-start.ts';
import { toArtifactView, type Reader } from './reader.ts';
import { toProtocolTask } from './to-protocol-task.ts';
import { toStreamResponse } from './to-stream-response.ts';

/**
 * Where a stream of a task ends: `rest` at the end of the task, or where it waits for its caller, as
 * the answer is a message with a stream of its own (A2A 1.0 section 3.1.2); `end` at the end of the
 * task alone, which is what a subscription is for (section 3.1.6).
 */
export type StreamEnd = 'rest' | 'end';

/** What {@link streamTask} streams. */
export interface StreamTaskOptions extends Reader {
  readonly engine: TaskEngine;
  /** Knows what keeps a task from going on, which ends the stream with `UnavailableError`. */
  readonly runner: Pick<Runner, 'findFault'>;
  readonly hub: HintHub;
  readonly scope: string;
  readonly taskId: string;
  /** Ends the stream at once. */
  readonly signal: AbortSignal;
  /** Where the stream ends. */
  readonly until: StreamEnd;
  /** Settles when the run is over; for a task that is new and runs here. */
  readonly run?: Promise<void> | undefined;
  /** Of the task at the start of the stream. Default all. */
  readonly historyLength?: number;
}

/**
 * A task as it is, then everything that happens to it, each event once and in order.
 * {@link toEventId} knows the place of each.
 */
export async function* streamTask({
  engine,
  runner,
  hub,
  scope,
  taskId,
  signal,
  until,
  run,
  ...shown
}: StreamTaskOptions): ResponseStream {
  const first = await engine.get(scope, taskId);
  if (first === undefined || signal.aborted) return;
  const snapshot = run === undefined ? first : await findStart(first, { engine, run });
  const { contextId, seq, state, invocation } = snapshot;
  const value = toProtocolTask(snapshot, shown);
  yield withPosition({ payload: { $case: 'task', value } }, { taskId, seq });
  const untilInterrupted = until === 'rest';
  if (isTerminalState(state) || (untilInterrupted && isInterruptedState(state))) return;
  const onQuiet = (): Promise<void> => checkProgress({ engine, runner, scope, taskId });
  const place = { scope, taskId, hub, signal, after: seq, untilInterrupted, onQuiet };
  const toView = toArtifactView(invocation.acceptedOutputModes, shown);
  for await (const item of subscribe(engine, place)) {
    if (item.kind === 'snapshot') continue;
    const { entry } = item;
    const response = toStreamResponse(entry, { taskId, contextId, toView });
    if (response !== undefined) yield withPosition(response, { taskId, seq: entry.seq });
  }
}

/** What {@link resumeTask} streams. */
export interface ResumeTaskOptions
  extends Required<Pick<SubscribeOptions, 'hub' | 'signal'>>, Reader {
  readonly engine: Pick<TaskEngine, 'get' | 'read'>;
  /** See {@link StreamTaskOptions.runner}. */
  readonly runner: Pick<Runner, 'findFault'>;
  /** The task as it is now. */
  readonly snapshot: TaskSnapshot;
  /** The last place in the log that the caller knows. */
  readonly after: number;
  /** Where the stream ends. */
  readonly until: StreamEnd;
}

/**
 * Everything that happened to a task since a place in its log, and then as {@link streamTask}. A
 * state in which the task waited ends no stream if it is over: what came after it would be lost.
 */
export async function* resumeTask({
  engine,
  runner,
  snapshot,
  until,
  hub,
  signal,
  after,
  ...reader
}: ResumeTaskOptions): ResponseStream {
  const { id: taskId, scope, contextId, seq, invocation } = snapshot;
  const toView = toArtifactView(invocation.acceptedOutputModes, reader);
  const onQuiet = (): Promise<void> => checkProgress({ engine, runner, scope, taskId });
  for await (const item of subscribe(engine, { scope, taskId, hub, signal, after, onQuiet })) {
    if (item.kind === 'snapshot') continue;
    const { entry } = item;
    const response = toStreamResponse(entry, { taskId, contextId, toView });
    if (response !== undefined) yield withPosition(response, { taskId, seq: entry.seq });
    const { event } = entry;
    if (until === 'end' || event.kind !== 'status' || entry.seq < seq) continue;
    if (isInterruptedState(event.state)) return;
  }
}
