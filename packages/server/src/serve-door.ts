import type { ReadBytes } from './body-bytes.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';
import type { Exchange, Step } from './exchange.ts';
import { sendText } from './json-answer.ts';
import type { ResponseWriter } from './response-writer.ts';
import { startEventStream, type StreamLimits } from './write-event-stream.ts';

/** Makes the step that serves a door. Requests for paths that it does not own are passed on. */
export function serveDoor(
  door: Door,
  {
    readBytes,
    streamLimits = {},
    path = '',
  }: {
    /** Reads the bytes of a request's body, within its limit. */
    readonly readBytes: ReadBytes;
    readonly streamLimits?: StreamLimits | undefined;
    /** The path of the door, such as `/a2a`. Default: the root. */
    readonly path?: string;
  },
): Step {
  const { length } = path;

  async function serve(exchange: Exchange): Promise<void> {
    try {
      const request = new RequestBelow(exchange, { length, readBytes });
      const answer = await door.answer(request);
      if (answer.kind === 'text' && answer.isTaggedByHost === true && exchange.sendTagged) {
        exchange.sendTagged(answer);
        return;
      }
      sendWhole(exchange.reply, answer, streamLimits);
      if (answer.kind === 'stream') exchange.settle();
    } catch (error) {
      exchange.fail(error);
    }
  }

  return (exchange, next) => {
    const below = findBelow(exchange.path, path);
    if (below === undefined || !door.owns(below, exchange.message.method ?? 'GET')) next();
    else void serve(exchange);
  };
}

/**
 * Returns the part of a path below another, without regard to case, as express compares paths;
 * `undefined` for a path that is not below it.
 */
export function findBelow(path: string, above: string): string | undefined {
  const { length } = above;
  if (path.length < length || (path.length > length && length > 0 && path[length] !== '/')) {
    return undefined;
  }
  if (path.slice(0, length).toLowerCase() !== above) return undefined;
  return path.length === length ? '/' : path.slice(length);
}

/** Returns true for a path with or without a slash at its end, without regard to case. */
export function isPathOf(path: string, doorPath: string): boolean {
  const below = findBelow(path, doorPath);
  return below === '/';
}

/** The request of an exchange, as a door sees it. Its parts are read by those who ask only. */
class RequestBelow implements DoorRequest {
  readonly #exchange: Exchange;
  /** The number of characters of the path of the door. */
  readonly #length: number;
  readonly #readBytes: ReadBytes;

  constructor(
    exchange: Exchange,
    { length, readBytes }: { readonly length: number; readonly readBytes: ReadBytes },
  ) {
    this.#exchange = exchange;
    this.#length = length;
    this.#readBytes = readBytes;
  }

  get message(): DoorRequest['message'] {
    return this.#exchange.message;
  }

  get method(): string {
    return this.message.method ?? 'GET';
  }

  get path(): string {
    const { path } = this.#exchange;
    return path.length === this.#length ? '/' : path.slice(this.#length);
  }

  get basePath(): string {
    const { basePath, path } = this.#exchange;
    return basePath + path.slice(0, this.#length);
  }

  get headers(): DoorRequest['headers'] {
    return this.message.headers;
  }

  get query(): DoorRequest['query'] {
    return this.#exchange.query;
  }

  get parsedBody(): unknown {
    return this.#exchange.parsedBody;
  }

  readBytes(): Promise<Buffer | undefined> {
    return this.#readBytes(this.message);
  }
}

/** Sends an answer. A stream that cannot begin is stopped, because it would never end. */
function sendWhole(reply: ResponseWriter, answer: DoorAnswer, limits: StreamLimits): void {
  try {
    sendAnswer(reply, answer, limits);
  } catch (error) {
    // The program may have answered meanwhile, and a stream that has no reader ends with nothing.
    if (answer.kind === 'stream') answer.source.stop();
    throw error;
  }
}

/** Sends an answer; a stream of events goes on after this function has returned. */
export function sendAnswer(
  reply: ResponseWriter,
  answer: DoorAnswer,
  limits: StreamLimits = {},
): void {
  const { headers } = answer;
  for (const name in headers) {
    if (name === 'Vary') addVary(reply, String(headers[name]));
    else reply.setHeader(name, headers[name] ?? '');
  }
  switch (answer.kind) {
    case 'text':
      sendText(reply, answer.body, answer);
      return;
    case 'empty':
      reply.writeHead(answer.status).end();
      return;
    case 'stream': {
      const { source } = answer;
      startEventStream(reply, source.events, {
        ...limits,
        toId: (event) => source.toId(event),
        toData: (event) => source.toData(event),
        toErrorData: (error) => source.toErrorData(error),
        answerError: (error) => sendAnswer(reply, source.toAnswer(error), limits),
        stop: () => source.stop(),
        openAtOnce: source.openAtOnce ?? false,
      });
    }
  }
}

/** Adds the name of a header to those by which an answer varies. */
export function addVary(reply: ResponseWriter, name: string): void {
  const before = reply.getHeader('Vary');
  const names =
    before === undefined
      ? []
      : String(before)
          .split(',')
          .map((listed) => listed.trim());
  const isNamed = names.some(
    (listed) => listed === '*' || listed.toLowerCase() === name.toLowerCase(),
  );
  if (!isNamed) reply.setHeader('Vary', [...names, name].join(', '));
}
