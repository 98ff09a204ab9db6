import type { UnreadBody } from './json-body.ts';
import type { RequestMessage } from './request-message.ts';

/** A request as a door sees it, from whatever program that serves HTTP. */
export interface DoorRequest extends UnreadBody {
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The path below that of the door, percent-encoded, such as `/tasks/x`. */
  readonly path: string;
  /** The path of the door, such as `/a2a/rest`. */
  readonly basePath: string;
  /** The parameters of the query; one that is given several times is an array. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The message by which callers are identified, and requests are watched. */
  readonly message: RequestMessage;
}

/** The headers of an answer, without those of its body. */
export type AnswerHeaders = Readonly<Record<string, string | number>>;

/** An answer of JSON as a whole. */
export interface TextAnswer {
  readonly kind: 'text';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The media type of the body. */
  readonly contentType: string;
  /** The body: JSON. */
  readonly body: string;
  /** True for a body that the program around may name by an ETag. Default false. */
  readonly isTaggedByHost?: boolean;
}

/** An answer without a body. */
interface EmptyAnswer {
  readonly kind: 'empty';
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** The events of an answer, and how they become server-sent events. */
export interface EventSource<Event = unknown> {
  readonly events: AsyncIterator<Event>;
  /** Returns the `data` of an event, as JSON in one line. */
  toData(event: Event): string;
  /** Returns the `id` of an event, without line breaks. */
  toId(event: Event): string | undefined;
  /** Returns the `data` of the event that reports an error and ends the stream. */
  toErrorData(error: unknown): string;
  /** Makes the answer for an error that came before the first event. */
  toAnswer(error: unknown): TextAnswer;
  /**
   * Ends the events, also while the next one is awaited. Called when the client has gone, and again
   * at the end.
   */
  stop(): void;
  /** True sends headers before the first event; every error is then an event. Default false. */
  readonly openAtOnce?: boolean;
}

/** An answer of server-sent events. */
export interface StreamAnswer {
  readonly kind: 'stream';
  readonly headers: AnswerHeaders;
  readonly source: EventSource;
}

/** The answer of a door: of a text, of nothing, or of events. */
export type DoorAnswer = TextAnswer | EmptyAnswer | StreamAnswer;

/** A door of an agent: a binding of A2A to HTTP, without the program that serves HTTP. */
export interface Door {
  /** The paths that have an answer, below that of the door, such as `/tasks/{id}:cancel`. */
  readonly routes: readonly string[];
  /**
   * Returns true for the paths below that of the door which it answers with a method, be it with a
   * refusal.
   */
  readonly owns: (path: string, method: string) => boolean;
  /** Answers a request, also a wrong one; never rejects because of the request. */
  readonly answer: (request: DoorRequest) => Promise<DoorAnswer>;
}
