import type { Request, RequestHandler, Response } from 'express';
import { createBytesReader, type ReadBytes } from './body-bytes.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';
import { sendText } from './json-answer.ts';
import { startEventStream, type StreamLimits } from './write-event-stream.ts';

/** Options of {@link serveDoor}. */
export interface ServeDoorOptions {
  /** The largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  readonly streamLimits?: StreamLimits;
}

/**
 * Serves a door by express: mount it with `app.use(path, serveDoor(door, options))`. Requests for
 * paths that the door does not own are passed on.
 */
export function serveDoor(
  door: Door,
  { bodyLimit, streamLimits = {} }: ServeDoorOptions,
): RequestHandler & Pick<Door, 'routes'> {
  const readBytes = createBytesReader(bodyLimit);

  async function serve(request: Request, response: Response): Promise<void> {
    const answer = await door.answer(new ExpressRequest(request, response, readBytes));
    try {
      sendAnswer(response, answer, streamLimits);
    } catch (error) {
      // The program may have answered meanwhile, and a stream that has no reader ends with nothing.
      if (answer.kind === 'stream') answer.source.stop();
      throw error;
    }
  }

  // Not by a router and a route of express, which would make objects for every request.
  const handle: RequestHandler = (request, response, next) =>
    door.owns(request.path) ? serve(request, response) : next();
  return Object.assign(handle, { routes: door.routes });
}

/** A request of express as a door sees it. Its parts are read by those who ask only. */
class ExpressRequest implements DoorRequest {
  readonly message: Request;
  readonly #response: Response;
  readonly #readBytes: ReadBytes;

  constructor(message: Request, response: Response, readBytes: ReadBytes) {
    this.message = message;
    this.#response = response;
    this.#readBytes = readBytes;
  }

  get method(): string {
    return this.message.method;
  }

  get path(): string {
    return this.message.path;
  }

  get basePath(): string {
    return this.message.baseUrl;
  }

  get headers(): Request['headers'] {
    return this.message.headers;
  }

  get query(): Request['query'] {
    return this.message.query;
  }

  get parsedBody(): unknown {
    return this.message.body;
  }

  readBytes(): Promise<Buffer | undefined> {
    return this.#readBytes(this.message, this.#response);
  }
}

/** Sends an answer; a stream of events goes on after this function has returned. */
function sendAnswer(response: Response, answer: DoorAnswer, limits: StreamLimits): void {
  const { headers } = answer;
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  switch (answer.kind) {
    case 'text':
      sendText(response, answer.body, answer);
      return;
    case 'empty':
      response.writeHead(answer.status).end();
      return;
    case 'stream': {
      const { source } = answer;
      startEventStream(response, source.events, {
        ...limits,
        toId: (event) => source.toId(event),
        toData: (event) => source.toData(event),
        toErrorData: (error) => source.toErrorData(error),
        answerError: (error) => sendAnswer(response, source.toAnswer(error), limits),
        stop: () => source.stop(),
        openAtOnce: source.openAtOnce ?? false,
      });
    }
  }
}
