import { isRecord, parseJson } from '@formwork/schema/json';

/** The beginning of the id of an event that names the call whose stream it is in. */
const CALL = 'call-';

/** The time after which a host asks for a call whose stream broke off, in milliseconds. */
const RETRY_MS = 3000;

/** The code of the JSON-RPC error for a call whose answer is lost. */
const LOST = -32_000;

const MESSAGE =
  'Cannot answer the call because its connection broke off, for example because the server was ended. What it began may go on: calling again may begin it a second time.';

/**
 * Gives the first event of a tool call's stream an id that names the call. A host whose stream breaks
 * off then asks what comes after that event, and {@link answerLostCall} says that the answer is lost;
 * without an id, clients of both SDKs wait until their own time is up.
 */
export function nameCall(answer: Response, request: unknown): Response {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || answer.body === null || !isRecord(request)) return answer;
  const { method, id } = request;
  if (method !== 'tools/call' || (typeof id !== 'string' && typeof id !== 'number')) return answer;
  const fields = `id: ${CALL}${encodeURIComponent(JSON.stringify(id))}\nretry: ${RETRY_MS}\n`;
  const naming = new TransformStream<Uint8Array, Uint8Array>(
    new FirstEvent(new TextEncoder().encode(fields)),
  );
  const { status, headers } = answer;
  return new Response(answer.body.pipeThrough(naming), { status, headers });
}

/** Puts fields before those of the first event of a stream. */
class FirstEvent {
  #fields: Uint8Array | undefined;

  constructor(fields: Uint8Array) {
    this.#fields = fields;
  }

  transform(chunk: Uint8Array, stream: TransformStreamDefaultController<Uint8Array>): void {
    // A comment that keeps the stream open is no event.
    if (this.#fields !== undefined && chunk[0] !== ':'.codePointAt(0)) {
      stream.enqueue(this.#fields);
      this.#fields = undefined;
    }
    stream.enqueue(chunk);
  }
}

/**
 * Answers a host that asks for a call whose stream broke off; `undefined` for every other request.
 * Nothing is kept of calls, so this holds also after the process has ended.
 */
export function answerLostCall({ method, headers }: Request): Response | undefined {
  const event = headers.get('last-event-id') ?? '';
  if (method !== 'GET' || !event.startsWith(CALL)) return undefined;
  const id = parseId(event.slice(CALL.length));
  if (id === undefined) return undefined;
  const failure = { jsonrpc: '2.0', error: { code: LOST, message: MESSAGE }, id };
  return new Response(`event: message\ndata: ${JSON.stringify(failure)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

function parseId(text: string): string | number | undefined {
  try {
    const id: unknown = parseJson(decodeURIComponent(text));
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
