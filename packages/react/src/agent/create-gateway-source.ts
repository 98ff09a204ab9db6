import { GatewayError, type GatewayFault } from './gateway-error.ts';
import {
  createGatewayRequests,
  type GatewayPath,
  type GatewaySourceOptions,
  limitWait,
  toFault,
  toGatewayFault,
} from './gateway-requests.ts';
import type { AgentSource, SourceOptions, SourceEvent } from '@formwork/client';

const LAST: ReadonlySet<SourceEvent['kind']> = new Set([
  'result',
  'ended',
  'question',
  'authorization',
  'failure',
]);

/**
 * Makes the source of an agent that a page calls through its own server, the gateway. `base` is the
 * path of the gateway, which is `api` below the place where `createFormsRouter` of
 * `@formwork/forms` is mounted, such as `api` or `/forms/api`; `agent` is the agent's address.
 * `describe` rejects with a {@link GatewayError}. A stream that breaks ends with a `failure` of the
 * reason `NETWORK`: the task goes on, and can be watched.
 *
 * @example
 * ```ts
 * import { createGatewaySource } from '@formwork/react';
 *
 * const source = createGatewaySource('/api', 'https://shop.example.com');
 * const { name } = await source.describe();
 * ```
 */
export function createGatewaySource(
  base: string,
  agent: string,
  options: GatewaySourceOptions = {},
): AgentSource {
  const requests = createGatewayRequests(base, agent, options);

  async function* stream(
    path: GatewayPath,
    fields: object,
    { signal: ended }: SourceOptions = {},
  ): AsyncGenerator<SourceEvent, void, undefined> {
    let known: Base = { taskId: '', contextId: '' };
    try {
      const { body, headers: told } = await limitWait({ signal: ended }, (signal) =>
        requests.post(path, fields, { signal }),
      );
      if (body === null) throw new GatewayError(toFault('sent an empty answer'));
      for await (const data of readServerEvents(body, told)) {
        // Our own server wrote the event from this type, so it is not checked.
        const event = JSON.parse(data) as SourceEvent;
        if (event.kind !== 'exchange') known = toBase(event, known);
        yield event.kind === 'failure' ? { ...event, ...known } : event;
        if (LAST.has(event.kind)) return;
      }
      yield toFailure(toFault('has ended the connection'), known);
    } catch (error) {
      yield toFailure(toGatewayFault(error, ended), known);
    }
  }

  return {
    describe: requests.describe,
    send: (message, call) => stream('send', { message }, call),
    watch: (task, call) => stream('watch', { task }, call),
    cancel: (task, call) => stream('cancel', { task }, call),
  };
}

type Base = Pick<Extract<SourceEvent, { readonly kind: 'failure' }>, 'taskId' | 'contextId'>;

/**
 * Returns the ids of task and context for an event: its own, else those of the known task, because
 * a failure to connect has none.
 */
function toBase(event: Base, known: Base): Base {
  return {
    taskId: event.taskId === '' ? known.taskId : event.taskId,
    contextId: event.contextId === '' ? known.contextId : event.contextId,
  };
}

function toFailure({ code, reason, message, retryAfterMs }: GatewayFault, base: Base): SourceEvent {
  return {
    kind: 'failure',
    ...base,
    code,
    reason,
    message,
    problems: [],
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** The shortest silence after which a stream with signs of life has ended, in milliseconds. */
const SILENCE = 45_000;

/**
 * Reads a response of server-sent events, and yields the `data` of each event as soon as all of it
 * has arrived. A server that says how often it sends a sign of life has gone if it says nothing for
 * three times as long: the stream then ends.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): AsyncGenerator<string, void, undefined> {
  const heartbeatMs = Number(headers.get('x-formwork-heartbeat'));
  const silenceMs = Math.min(2 ** 31 - 1, Math.max(SILENCE, 3 * heartbeatMs));
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer =
        heartbeatMs > 0 && setTimeout(() => void reader.cancel().catch(() => {}), silenceMs);
      const { done, value } = await reader.read().finally(() => timer && clearTimeout(timer));
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      // `rest` contains no end of an event, except perhaps the first of its two line breaks.
      let from = Math.max(0, rest.length - 1);
      rest += text;
      for (let end = rest.indexOf('\n\n', from); end !== -1; end = rest.indexOf('\n\n', from)) {
        const data = readData(rest.slice(0, end));
        rest = rest.slice(end + 2);
        from = 0;
        if (data !== '') yield data;
      }
    }
  } finally {
    // Closes the connection, so that the server knows that nobody reads it.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the `data` of one server-sent event; its comments, names and ids are ignored. */
function readData(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
}
