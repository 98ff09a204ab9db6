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
  const ids: { waiting: (string | undefined)[]; last?: string } = { waiting: [] };
  return {
    last: () => ids.last,
    advance: () => {
      const id = ids.waiting.shift();
      if (id !== undefined) ids.last = id;
    },
    tap: () => {
      const stream = new EventIdStream();
      ids.waiting = stream.ids;
      return (bytes) => stream.read(bytes);
    },
  };
}

/** The ids of the events of one stream; `undefined` for events before the first id. */
class EventIdStream {
  readonly ids: (string | undefined)[] = [];
  readonly #decoder = new TextDecoder();
  #line = '';
  #id: string | undefined;
  #hasData = false;

  read(bytes: Uint8Array): void {
    const [first = '', ...lines] = this.#decoder.decode(bytes, { stream: true }).split('\n');
    // Long lines hold data, of which the beginning is enough.
    if (this.#line.length <= MAX_ID) this.#line += first.slice(0, MAX_ID + 1);
    for (const line of lines) {
      this.#endLine();
      this.#line = line.slice(0, MAX_ID + 1);
    }
  }

  #endLine(): void {
    const text = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (text.startsWith('data:')) this.#hasData = true;
    else if (text.startsWith('id:') && text.length <= MAX_ID) this.#id = text.slice(3).trimStart();
    else if (text === '' && this.#hasData) {
      this.ids.push(this.#id);
      this.#hasData = false;
    }
  }
}
