import { StreamResponse } from '@a2a-js/sdk';
import { withGeneration } from './generations.ts';

export { findEventId } from '@formwork/runtime/internal';

/**
 * Makes a function that encodes an event of a stream as ProtoJSON text. The readers of one task get
 * the same event one after the other, so the text of the last event is kept for the turn of the event
 * loop: with a thousand readers, encoding would otherwise take longer than sending.
 */
export function createEventEncoder(generation = false): (event: StreamResponse) => string {
  let last: StreamResponse | undefined;
  let text = '';

  /** Frees the text, because an event can be large and its task may be deleted. */
  function forget(): void {
    last = undefined;
    text = '';
  }

  return (event) => {
    if (event !== last) {
      if (last === undefined) setImmediate(forget);
      const encoded = StreamResponse.toJSON(event);
      text = JSON.stringify(generation ? withGeneration(event, encoded) : encoded);
      last = event;
    }
    return text;
  };
}
