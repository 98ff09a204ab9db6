import type { StreamResponse } from '@a2a-js/sdk';
import type { TaskLogger } from '@formwork/core';
import type { EventSource, StreamAnswer } from './door.ts';
import { toPublicError } from './errors.ts';
import { findEventId } from './event-text.ts';
import type { EventStream } from './operations/operation.ts';

/** Options of {@link createStreamAnswer}. */
interface StreamAnswerOptions
  extends
    Pick<StreamAnswer, 'headers'>,
    Pick<EventSource<StreamResponse>, 'toData' | 'toErrorData' | 'toAnswer'> {
  readonly logger: TaskLogger;
}

/** Makes the answer of a stream of A2A events, each with its id. */
export function createStreamAnswer(
  events: EventStream,
  { headers, logger, ...encoders }: StreamAnswerOptions,
): StreamAnswer {
  const source: EventSource<StreamResponse> = {
    ...encoders,
    events,
    toId: findEventId,
    stop() {
      // Nobody is left who could be told that ending it failed.
      events.return().catch((error: unknown) => toPublicError(error, logger));
    },
  };
  return { kind: 'stream', headers, source };
}
