import type { ResponseWriter } from './response-writer.ts';

/** The time after which a server that closes is there again, or another one, in seconds. */
export const UNAVAILABLE_SECONDS = 5;

/** Options of {@link sendJson}. */
export interface SendJsonOptions {
  /** The HTTP status of a JSON response. Default 200. */
  readonly status?: number;
  /** The media type of a JSON response. Default `application/json`. */
  readonly contentType?: string;
}

/**
 * Answers with a value as JSON, and with status 503 says when to come again. Throws before anything
 * is sent if the value cannot be JSON.
 */
export function sendJson(
  response: ResponseWriter,
  value: object,
  options: SendJsonOptions = {},
): void {
  sendText(response, JSON.stringify(value), options);
}

/** Answers with the text of JSON, as {@link sendJson} does with its value. */
export function sendText(
  response: ResponseWriter,
  body: string,
  { status = 200, contentType = 'application/json' }: SendJsonOptions = {},
): void {
  const length = Buffer.byteLength(body);
  if (status === 503 && !response.hasHeader('Retry-After')) {
    response.setHeader('Retry-After', UNAVAILABLE_SECONDS);
  }
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', length);
  response.writeHead(status);
  if (status < 400) {
    answers.send(response, body, findEncoding(body, length));
    return;
  }
  cutUnreadBody(response);
  // A refusal does not wait: what comes after the request may be no HTTP, and end the connection.
  response.end(body, findEncoding(body, length));
}

/**
 * Returns the encoding in which a text is written fastest with the bytes of UTF-8: ASCII as it is,
 * because Node does not have to look for other characters again. `length` is that of the bytes.
 */
export function findEncoding(
  text: string,
  length: number = Buffer.byteLength(text),
): 'latin1' | 'utf8' {
  return length === text.length ? 'latin1' : 'utf8';
}

/** The longest time for which an answer waits for others of its turn, in milliseconds. */
const GATHERING_MS = 1;

/**
 * The answers of a turn of the event loop, which are sent together. An answer that is sent alone
 * wakes up its reader, which often costs more than the answer itself: of 16 calls at a time, half of
 * the processor time went into waking the same caller. In a turn that takes long, each answer is
 * sent at once.
 */
class AnswerBatch {
  #waiting: (() => void)[] = [];
  #beganAt = 0;

  /** Ends a response with its body, at the end of this turn of the event loop at the latest. */
  send(response: ResponseWriter, body: string, encoding: 'latin1' | 'utf8'): void {
    const isFirst = this.#waiting.push(() => response.end(body, encoding)) === 1;
    if (isFirst) {
      this.#beganAt = performance.now();
      setImmediate(this.#flush);
    } else if (performance.now() - this.#beganAt > GATHERING_MS) this.#flush();
  }

  readonly #flush = (): void => {
    const answered = this.#waiting;
    this.#waiting = [];
    for (const end of answered) end();
  };
}

/** The answers of this process. */
const answers = new AnswerBatch();

/** The time for which a refused request may go on sending its body, in milliseconds. */
export const UNREAD_MS = 2_000;

/**
 * Closes the connection of a refused request whose body is still coming, after a delay, because a
 * client that still sends would get a connection error instead of the answer.
 */
function cutUnreadBody({ req: request }: ResponseWriter): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) request.destroy();
  }, UNREAD_MS).unref();
}
