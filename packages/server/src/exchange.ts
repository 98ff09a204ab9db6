import type { TextAnswer } from './door.ts';
import type { RequestMessage } from './request-message.ts';
import type { ResponseWriter } from './response-writer.ts';

/** A request and the answer to it, on whatever program that serves HTTP. */
export interface Exchange {
  /** The request by which callers are identified, and what is logged of them. */
  readonly message: RequestMessage;
  readonly reply: ResponseWriter;
  /** The path below that where the agent is mounted, percent-encoded, such as `/a2a`. */
  readonly path: string;
  /** The path where the agent is mounted, such as `/agents`; empty for the root. */
  readonly basePath: string;
  /** The target of the request as it came, with its query, such as `/agents/a2a?x=1`. */
  readonly target: string;
  /** The parameters of the query; one that is given several times is an array. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The body as a program has parsed it before; `undefined` if none has. */
  readonly parsedBody: unknown;
  /** Passes on a request that no step has answered. */
  pass(): void;
  /** Answers a request whose answer has failed; called with the error. */
  fail(error: unknown): void;
  /** Frees what only requests without an answer need, because a stream may be open for long. */
  settle(): void;
  /** Sends an answer whose body the program names by an ETag. Default: it names none. */
  readonly sendTagged?: ((answer: TaggedAnswer) => void) | undefined;
}

/** An answer as a whole, of text or of bytes. */
export interface TaggedAnswer extends Pick<TextAnswer, 'status' | 'headers' | 'contentType'> {
  readonly body: string | Buffer;
}

/** A step of the way of a request: it answers, or calls `next`, at once or later. */
export type Step = (exchange: Exchange, next: () => void) => void;

/** Joins steps that each request passes into one, in order. */
export function joinSteps(steps: readonly (Step | undefined)[]): Step {
  const pass: Step = (_exchange, next) => next();
  return steps
    .filter((step) => step !== undefined)
    .reduceRight(
      (innerStep, step): Step =>
        (exchange, next) =>
          step(exchange, () => innerStep(exchange, next)),
      pass,
    );
}
