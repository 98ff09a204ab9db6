import type { AgentCard, Message, StreamResponse, Task } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { createSendRequest } from '@formwork/core/internal/protocol';
import type { SchemaVetter } from '../schemas/remote-schema.ts';
import type { EventIds } from './event-ids.ts';
import { withRetry, type RetryOptions } from './retry.ts';
import { createBoundSignal, type BoundSignal } from './signals.ts';
import { toRequestError } from './to-request-error.ts';

/** An open connection to an agent: its transport, and all that every request needs. */
export interface AgentLink {
  readonly transport: Transport;
  readonly streaming: boolean;
  /**
   * The headers of every request: the version of A2A, and the extensions that both the card and
   * this client know.
   */
  readonly parameters: Readonly<Record<string, string>>;
  readonly retry: Required<RetryOptions>;
  /**
   * True if the agent handles a message only once when it arrives twice with the same id, so that
   * it can be sent again.
   */
  readonly countsOnce: boolean;
  readonly taps: WeakMap<AbortSignal, EventIds>;
  readonly vet: SchemaVetter;
}

/**
 * The context of a request to an agent: the connection, the signal that ends it, and the task it is
 * about.
 */
export interface RequestContext {
  readonly link: AgentLink;
  readonly signal: AbortSignal | undefined;
  /** The name of the schema that the sent data fits; `''` for none. */
  readonly schema: string;
  /**
   * Returns the id of the task that the request is about, once it is known; every error of the
   * request names it.
   */
  readonly taskId: () => string | undefined;
}

/**
 * Options of {@link sendMessage}: whether the agent answers at once or when the task pauses or
 * ends.
 */
export interface SendMessageOptions {
  /**
   * True makes the agent answer as soon as the task has begun, instead of when it has ended or
   * waits for its caller. Default false.
   */
  readonly returnImmediately?: boolean;
}

/**
 * Sends a message and returns the task when it has ended or waits for its caller; an agent may
 * answer earlier. Failed attempts are repeated where that is safe.
 */
export function sendMessage(
  context: RequestContext,
  message: Message,
  options?: SendMessageOptions,
): Promise<Message | Task> {
  const { link, signal } = context;
  return withRetry(() => sendMessageOnce(context, message, options), {
    retry: link.retry,
    signal,
    isRepeatable: link.countsOnce,
  });
}

/**
 * Sends a message in one attempt, and returns the task when it has ended or waits for its caller.
 */
export function sendMessageOnce(
  context: RequestContext,
  message: Message,
  { returnImmediately = false }: SendMessageOptions = {},
): Promise<Message | Task> {
  const { link, signal } = context;
  const request = createSendRequest(message, { returnImmediately });
  return translateErrors(
    () => link.transport.sendMessage(request, createRequestOptions(link, signal)),
    context,
  );
}

/** Fetches the current state of a task from the agent. */
export function getTask(context: RequestContext, id: string): Promise<Task> {
  const { link, signal } = context;
  const about = { ...context, schema: '' };
  return withRetry(
    () =>
      translateErrors(
        () => link.transport.getTask({ id, tenant: '' }, createRequestOptions(link, signal)),
        about,
      ),
    { retry: link.retry, signal, isRepeatable: true },
  );
}

/** Fetches the extended card, which agents serve to callers they know. */
export function fetchExtendedCard(context: RequestContext): Promise<AgentCard> {
  const { link, signal } = context;
  const request = { tenant: '' };
  return withRetry(
    () =>
      translateErrors(
        () => link.transport.getExtendedAgentCard(request, createRequestOptions(link, signal)),
        context,
      ),
    { retry: link.retry, signal, isRepeatable: true },
  );
}

/** Asks the agent to cancel a task, and returns it. */
export function cancelTask(context: RequestContext, id: string): Promise<Task> {
  const { link, signal } = context;
  const request = { id, tenant: '', metadata: undefined };
  return withRetry(
    () =>
      translateErrors(
        () => link.transport.cancelTask(request, createRequestOptions(link, signal)),
        context,
      ),
    { retry: link.retry, signal, isRepeatable: true },
  );
}

function createRequestOptions(
  { parameters }: AgentLink,
  signal: AbortSignal | undefined,
): { serviceParameters: Record<string, string>; signal?: AbortSignal } {
  return { serviceParameters: { ...parameters }, ...(signal !== undefined && { signal }) };
}

async function translateErrors<T>(
  request: () => Promise<T>,
  { schema, taskId }: RequestContext,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toRequestError(error, { schema, taskId: taskId() });
  }
}

/**
 * The subject of a stream: a message that begins or continues a task, or a task that is subscribed
 * to.
 */
export type StreamTarget =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'task'; readonly id: string };

/** Options of {@link openStream}: the ids of its events, and when it ends by itself. */
export interface OpenStreamOptions {
  readonly ids: EventIds;
  /** Returns true if the agent has sent the last event, and has only to end the stream. */
  readonly isEnding: () => boolean;
}

/**
 * Opens one stream of events, in one attempt. It is closed when the generator ends, and the ids of
 * its events are kept for the next stream. An agent that is ending the stream anyway is left to do
 * so, because the connection can then be used again.
 */
export async function* openStream(
  context: RequestContext,
  streamTarget: StreamTarget,
  { ids, isEnding }: OpenStreamOptions,
): AsyncGenerator<StreamResponse, void, undefined> {
  const { link, schema } = context;
  const bound = createBoundSignal(context);
  const { signal } = bound;
  const lastEventId = streamTarget.kind === 'task' ? ids.last() : undefined;
  link.taps.set(signal, ids);
  const options = {
    signal,
    serviceParameters: {
      ...link.parameters,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  };
  const stream =
    streamTarget.kind === 'message'
      ? link.transport.sendMessageStream(
          createSendRequest(streamTarget.message, { returnImmediately: false }),
          options,
        )
      : link.transport.resubscribeTask({ id: streamTarget.id, tenant: '' }, options);
  let isOpen = true;
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done === true) {
        isOpen = false;
        return;
      }
      ids.advance();
      yield value;
    }
  } catch (error) {
    isOpen = false;
    bound.abort();
    throw toRequestError(error, { schema, taskId: context.taskId() });
  } finally {
    bound.release();
    if (isOpen && isEnding()) void drainStream(stream, bound);
    else if (isOpen) await closeStream(stream, bound);
  }
}

/**
 * The longest time to wait for an agent to end a stream whose last event it has sent, in
 * milliseconds.
 */
const LINGER_MS = 500;

/**
 * Reads the rest of a stream after its last event: a connection whose answer was read to the end
 * can be used again for the next call. Aborts a stream that the agent does not end in time. Never
 * rejects.
 */
export async function drainStream(
  stream: AsyncGenerator<unknown, void, undefined>,
  { abort }: Pick<BoundSignal, 'abort'>,
): Promise<void> {
  const timer = setTimeout(abort, LINGER_MS);
  try {
    for (let isDone = false; !isDone;) isDone = (await stream.next()).done === true;
  } catch {
    // The last event has been read, so an error no longer matters.
  } finally {
    clearTimeout(timer);
  }
}

/** Aborts a stream at once. Never rejects. */
export async function closeStream(
  stream: AsyncGenerator<unknown, void, undefined>,
  { abort }: Pick<BoundSignal, 'abort'>,
): Promise<void> {
  abort();
  try {
    await stream.return();
  } catch {
    // The error says that the stream was ended.
  }
}
