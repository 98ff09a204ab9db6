import type { TaskEngine } from '../engine/task-engine.ts';
import type { HintHub } from '../hint-hub.ts';
import { subscribe } from '../subscribe.ts';
import type { ResponseStream } from './create-stoppable-stream.ts';
import { toProtocolTask } from './to-protocol-task.ts';
import { toStreamResponse } from './to-stream-response.ts';

/** What {@link streamTask} streams. */
export interface StreamTaskOptions {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly scope: string;
  readonly taskId: string;
  /** Ends the stream at once. */
  readonly signal: AbortSignal;
  /** Of the task at the start of the stream. Default all. */
  readonly historyLength?: number;
}

/**
 * A task as it is, then everything that happens to it, each event once and in order, until it ends
 * or waits for its caller (A2A 1.0 section 3.1.2).
 */
export async function* streamTask({
  engine,
  hub,
  scope,
  taskId,
  signal,
  ...history
}: StreamTaskOptions): ResponseStream {
  let contextId = '';
  const items = subscribe(engine, { scope, taskId, hub, signal, untilInterrupted: true });
  for await (const item of items) {
    if (item.kind === 'snapshot') {
      contextId = item.snapshot.contextId;
      yield { payload: { $case: 'task', value: toProtocolTask(item.snapshot, history) } };
    } else {
      const response = toStreamResponse(item.entry, { taskId, contextId });
      if (response !== undefined) yield response;
    }
  }
}
