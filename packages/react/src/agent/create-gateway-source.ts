import { GatewayError, type GatewayFault } from './gateway-error.ts';
import type { AgentDescription, AgentSource, SourceOptions, SourceEvent } from '@formwork/client';

/** Options of {@link createGatewaySource}. */
export interface GatewaySourceOptions {
  /**
   * HTTP headers with the credentials for the agent. They go to the server with each call, and from
   * there to that agent alone. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The function that sends requests to the server. Default: `fetch` of the page. */
  readonly fetch?: typeof globalThis.fetch;
}

type Path = 'describe' | 'send' | 'watch' | 'cancel';

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
  { headers = {}, fetch = globalThis.fetch }: GatewaySourceOptions = {},
): AgentSource {
  async function post(path: Path, fields: object, { signal }: SourceOptions): Promise<Response> {
    const response = await fetch(`${base.replace(/\/$/u, '')}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(Object.keys(headers).length > 0 && {
          'x-formwork-agent-headers': toAscii(JSON.stringify(headers)),
        }),
      },
      body: JSON.stringify({ agent, ...fields }),
      cache: 'no-store',
      redirect: 'error',
      ...(signal && { signal }),
    });
    if (!response.ok) throw new GatewayError(await readFault(response));
    return response;
  }

  async function* stream(
    path: Path,
    fields: object,
    options: SourceOptions = {},
  ): AsyncGenerator<SourceEvent, void, undefined> {
    let known: Base = { taskId: '', contextId: '' };
    try {
      const { body, headers: told } = await limitWait(options, (signal) =>
        post(path, fields, { signal }),
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
      yield toFailure(toGatewayFault(error, options.signal), known);
    }
  }

  return {
    async describe(options = {}) {
      try {
        return await limitWait(options, async (signal) => {
          const response = await post('describe', {}, { signal });
          return (await response.json()) as AgentDescription;
        });
      } catch (error) {
        if (error instanceof GatewayError) throw error;
        throw new GatewayError(toGatewayFault(error, options.signal), { cause: error });
      }
    },
    send: (message, options) => stream('send', { message }, options),
    watch: (task, options) => stream('watch', { task }, options),
    cancel: (task, options) => stream('cancel', { task }, options),
  };
}

/**
 * Escapes the characters of a JSON text that are not ASCII, because browsers refuse them in the
 * value of a header.
 */
export function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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

async function readFault(response: Response): Promise<GatewayFault> {
  const answer: unknown = await response.json().catch(() => undefined);
  const error: unknown =
    typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  // A proxy in front of the server may respond with another body.
  return isFault(error) ? error : toFault(`has answered with HTTP ${response.status}`);
}

function isFault(value: unknown): value is GatewayFault {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['code', 'reason', 'message'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}

function toFault(what: string): GatewayFault {
  return {
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
    message: `The server of this page ${what}.`,
  };
}

function toGatewayFault(thrown: unknown, signal: AbortSignal | undefined): GatewayFault {
  if (signal?.aborted === true) {
    return { code: 'ABORTED', reason: '', message: 'The call was ended here; its task goes on.' };
  }
  if (!(thrown instanceof GatewayError)) return toFault('cannot be reached');
  const { code, reason, message, retryAfterMs } = thrown;
  return { code, reason, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
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

/** The longest wait for the beginning of an answer, in milliseconds; uploads may take a while. */
const PATIENCE = 300_000;

/** The shortest silence after which a stream with signs of life has ended, in milliseconds. */
const SILENCE = 45_000;

/**
 * Runs a request with a signal that also aborts if its answer does not begin for long, because a
 * connection may break without a word.
 */
export async function limitWait<T>(
  { signal }: SourceOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  try {
    return await run(AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
  }
}

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
