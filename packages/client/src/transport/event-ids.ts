/**
 * A reader of the ids of server-sent events, which the SDK's transports do not pass on; a broken
 * stream is continued after the last of them.
 */
export interface EventIds {
  /** Begins a new stream, and returns a function that MUST get every piece of its bytes. */
  readonly tap: () => (bytes: Uint8Array) => void;
  /**
   * Makes the id of the next event the last one. It MUST be called once for each event that the
   * transport yields.
   */
  readonly advance: () => void;
  /**
   * Returns the id of the event that was yielded last; `undefined` if the agent gives its events no
   * ids.
   */
  readonly last: () => string | undefined;
}

/** The longest id of an event that is kept, in characters. */
const MAX_ID = 1024;

/** Makes the reader of event ids for one task; it keeps the last id over reconnections. */
export function createEventIds(): EventIds {
  let waiting: (string | undefined)[] = [];
  let last: string | undefined;
  return {
    last: () => last,
    advance: () => {
      last = waiting.shift() ?? last;
    },
    tap: () => {
      waiting = [];
      const decoder = new TextDecoder();
      let line = '';
      let id: string | undefined;
      let hasData = false;

      function endLine(): void {
        const text = line.endsWith('\r') ? line.slice(0, -1) : line;
        line = '';
        if (text.startsWith('data:')) hasData = true;
        else if (text.startsWith('id:') && text.length <= MAX_ID) id = text.slice(3).trimStart();
        else if (text === '' && hasData) {
          waiting.push(id);
          hasData = false;
        }
      }

      return (bytes) => {
        const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split('\n');
        // Long lines hold data, of which the beginning is enough.
        if (line.length <= MAX_ID) line += first.slice(0, MAX_ID + 1);
        for (const next of rest) {
          endLine();
          line = next.slice(0, MAX_ID + 1);
        }
      };
    },
  };
}
