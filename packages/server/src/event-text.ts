import { StreamResponse } from '@a2a-js/sdk';
import type { TaskLogger } from '@formwork/core';
import { findEventId } from '@formwork/runtime/internal';
import type { EventSource, StreamAnswer } from './door.ts';
import { toPublicError } from './errors.ts';
import { withGeneration } from './generations.ts';
import type { EventStream } from './operations/operation.ts';

export { findEventId };

/**
 * Encodes events of streams as ProtoJSON text. The readers of one task get the same event one after
 * the other, so the text of the last event is kept for the turn of the event loop: with a thousand
 * readers, encoding would otherwise take longer than sending.
 */
export class EventEncoder {
  readonly #generation: boolean;
  #last: StreamResponse | undefined;
  #text = '';

  /** `generation` says whether events show the generation of their task. */
  constructor(generation = false) {
    this.#generation = generation;
  }

  encode(event: StreamResponse): string {
    if (event === this.#last) return this.#text;
    if (this.#last === undefined) setImmediate(this.#forget);
    const encoded = StreamResponse.toJSON(event);
    this.#text = JSON.stringify(this.#generation ? withGeneration(event, encoded) : encoded);
    this.#last = event;
    return this.#text;
  }

  /** Frees the text, because an event can be large and its task may be deleted. */
  readonly #forget = (): void => {
    this.#last = undefined;
    this.#text = '';
  };
}

/** Makes the answer of a stream of A2A events, each with its id. */
export function createStreamAnswer(
  events: EventStream,
  {
    headers,
    logger,
    ...encoders
  }: Pick<StreamAnswer, 'headers'> &
    Pick<EventSource<StreamResponse>, 'toData' | 'toErrorData' | 'toAnswer'> & {
      readonly logger: TaskLogger;
    },
): StreamAnswer {
  const source: EventSource<StreamResponse> = {
    ...encoders,
    events,
    toId: findEventId,
    stop() {
      // No reader is left for a failure to end it.
      events.return().catch((error: unknown) => toPublicError(error, logger));
    },
  };
  return { kind: 'stream', headers, source };
}
