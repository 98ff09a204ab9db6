import { type TaskIds, toFailure } from './failure-event.ts';
import type { GatewayFault } from './gateway-error.ts';
import { limitWait } from './gateway-requests.ts';
import { readServerEvents } from './server-events.ts';
import type { SourceEvent } from '@formwork/client';

/** A call of an agent through a server that sends its events to a page. */
export interface FollowedCall {
  /** Ends the call when it is aborted; the task goes on. */
  readonly signal: AbortSignal | undefined;
  /** The id of the task that the call is about. Default: the call begins a task. */
  readonly taskId?: string;
  /** Sends the request, and returns its answer. What it throws becomes the last event. */
  readonly request: (signal: AbortSignal) => Promise<StreamedAnswer>;
  /** Reads the `data` of an event; `undefined` for one that the page does not get. */
  readonly readEvent: (data: string) => SourceEvent | undefined;
  /** The fault of an answer that ends before the call does. */
  readonly endFault: GatewayFault;
  /** Returns the fault of whatever a request or its stream was ended by. */
  readonly toFault: (thrown: unknown) => GatewayFault;
}

/** The answer of a server: a stream of events. */
interface StreamedAnswer {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

const LAST: ReadonlySet<SourceEvent['kind']> = new Set([
  'result',
  'ended',
  'question',
  'authorization',
  'failure',
]);

/**
 * Yields the events of a call until it ends or waits for somebody. It never throws: a request that
 * is refused, and a stream that breaks, end with a `failure`. An event without ids gets those of the
 * events before it, because a failure to connect has none.
 */
export async function* followCall(
  call: FollowedCall,
): AsyncGenerator<SourceEvent, void, undefined> {
  let known: TaskIds = { taskId: call.taskId ?? '', contextId: '' };
  try {
    const { body, headers } = await limitWait(call, call.request);
    for await (const data of readServerEvents(body, headers)) {
      const event = call.readEvent(data);
      if (event === undefined) continue;
      if (event.kind === 'exchange') yield event;
      else {
        const { taskId, contextId } = event;
        known = { taskId: taskId || known.taskId, contextId: contextId || known.contextId };
        yield { ...event, ...known };
        if (LAST.has(event.kind)) return;
      }
    }
    yield toFailure(call.endFault, known);
  } catch (error) {
    yield toFailure(call.toFault(error), known);
  }
}
