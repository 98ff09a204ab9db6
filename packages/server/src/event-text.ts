import { StreamResponse } from '@a2a-js/sdk';

/**
 * Makes a function that encodes an event of a stream as ProtoJSON text. The readers of one task get
 * the same event one after the other, so the text of the last event is kept for them: with a
 * thousand readers, encoding would otherwise take longer than sending.
 */
export function createEventEncoder(): (event: StreamResponse) => string {
  let last: StreamResponse | undefined;
  let text = '';
  return (event) => {
    if (event !== last) {
      text = JSON.stringify(StreamResponse.toJSON(event));
      last = event;
    }
    return text;
  };
}
