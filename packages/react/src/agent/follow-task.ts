import type { AgentSource, SourceMessage, SourceTask, SourceEvent } from '@formwork/client';
import { type FailureEvent, toFailure } from './thread-entry.ts';

/**
 * The request with which the following of a task begins: sending a message, or watching a known
 * task.
 */
export type TaskRequest =
  | { readonly kind: 'send'; readonly message: SourceMessage }
  | { readonly kind: 'watch'; readonly task: SourceTask };

/**
 * Follows a task until it ends or waits for a person. After a lost connection, it sends an
 * unanswered message again with the same id, or watches the known task again.
 */
export async function followTask(
  first: TaskRequest,
  options: {
    readonly source: AgentSource;
    readonly signal: AbortSignal;
    /** Returns the ids of the followed task; `undefined` until the agent has sent them. */
    readonly task: () => SourceTask | undefined;
    readonly onEvent: (event: SourceEvent) => void;
    /**
     * Called when the connection is lost; waits before attempt `n` (counted from 1) to reach the agent
     * again. Ends early if the browser goes online, the person does not want to wait, or the signal is
     * aborted.
     */
    readonly pause: (n: number, signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  const { source, signal, onEvent, pause } = options;
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
    attempts += 1;
    await pause(Math.max(attempts, toLeast(lost)), signal);
    if (signal.aborted) return;
    const task = options.task();
    if (isHeard && task !== undefined) request = { kind: 'watch', task };
  }
}

/** True for a failure of the connection; the task may still go on at the agent. */
function isLost({ reason }: FailureEvent): boolean {
  return ['NETWORK', 'UNAVAILABLE', 'BUSY'].includes(reason);
}

/**
 * Returns the first number of an attempt whose pause is at least as long as the agent asks to wait.
 */
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
 * Turns an error that an agent source has thrown against its rules into a failure event, so that
 * the page can show it.
 */
export function toUnexpected(error: unknown): FailureEvent {
  return toFailure({
    code: 'UNEXPECTED',
    reason: '',
    message: error instanceof Error ? error.message : 'Something unexpected was thrown.',
  });
}
