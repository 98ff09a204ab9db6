import type { AgentSource, SourceMessage, SourceTask, SourceEvent } from '@formwork/client';
import type { FailureEvent } from './thread-entry.ts';

/** A request that begins to follow a task: a message to send, or a known task to watch. */
export type TaskRequest =
  | { readonly kind: 'send'; readonly message: SourceMessage }
  | { readonly kind: 'watch'; readonly task: SourceTask };

/**
 * Options of {@link followTask}: the agent, and functions that are called with what becomes of the
 * task.
 */
export interface FollowTaskOptions {
  readonly source: AgentSource;
  readonly signal: AbortSignal;
  /** Returns the followed task; `undefined` until the agent has said its id. */
  readonly task: () => SourceTask | undefined;
  readonly onEvent: (event: SourceEvent) => void;
  readonly onLost: () => void;
  /**
   * Waits before attempt `n` (counted from 1) to reach the agent; ends early if the browser is
   * online again or the signal is aborted.
   */
  readonly pause: (n: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Follows a task until it rests. After a lost connection, a message that got no response is sent
 * again with the same id, and a known task is watched again.
 */
export async function followTask(first: TaskRequest, options: FollowTaskOptions): Promise<void> {
  const { source, signal, onEvent, onLost, pause } = options;
  let request = first;
  let attempts = 0;
  for (;;) {
    let lost: FailureEvent | undefined;
    let isHeard = false;
    for await (const event of open(source, request, signal)) {
      if (signal.aborted) return;
      if (event.kind === 'failure' && isLost(event)) {
        lost = event;
        continue;
      }
      if (event.kind !== 'exchange') {
        isHeard = true;
        attempts = 0;
      }
      onEvent(event);
    }
    if (lost === undefined || signal.aborted) return;
    onLost();
    attempts += 1;
    await pause(Math.max(attempts, toLeast(lost)), signal);
    if (signal.aborted) return;
    const task = options.task();
    if (isHeard && task !== undefined) request = { kind: 'watch', task };
  }
}

/** True for a failure of the connection, after which the task may still go on. */
function isLost({ reason }: FailureEvent): boolean {
  return reason === 'NETWORK' || reason === 'UNAVAILABLE';
}

/** The number of the attempt whose pause is at least as long as the agent asked to wait. */
function toLeast({ retryAfterMs }: FailureEvent): number {
  return retryAfterMs === undefined
    ? 1
    : Math.ceil(Math.log2(Math.max(1, retryAfterMs / 1000))) + 1;
}

async function* open(
  source: AgentSource,
  request: TaskRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent, void, undefined> {
  try {
    yield* request.kind === 'send'
      ? source.send(request.message, { signal })
      : source.watch(request.task, { signal });
  } catch (error) {
    yield toUnexpected(error);
  }
}

/**
 * Turns an error that an agent source threw, which it never should, into a failure event, so that
 * the page can show it.
 */
export function toUnexpected(error: unknown): FailureEvent {
  return {
    kind: 'failure',
    taskId: '',
    contextId: '',
    code: 'UNEXPECTED',
    reason: '',
    message: error instanceof Error ? error.message : 'Something unexpected was thrown.',
    problems: [],
  };
}
