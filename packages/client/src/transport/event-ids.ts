/** Remembers the ids of server-sent events, which the SDK's transports do not pass on. */
export interface EventIds {
  /** Begins a stream; the function MUST get every piece of it. */
  readonly tap: () => (bytes: Uint8Array) => void;
  /** MUST be called once per event that the transport gave: makes its id the last one. */
  readonly advance: () => void;
  /** The id of the event given last; `undefined` if the agent numbers none. */
  readonly last: () => string | undefined;
}

/** Longest id that is kept. */
const MAX_ID = 1024;

/** Makes one for one task: it keeps the ids over reconnections. */
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
        // Of long lines, which are data, the beginning is enough.
        if (line.length <= MAX_ID) line += first.slice(0, MAX_ID + 1);
        for (const next of rest) {
          endLine();
          line = next.slice(0, MAX_ID + 1);
        }
      };
    },
  };
}
