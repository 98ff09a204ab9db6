import { fromBody, type RecordedEvent } from './recorded-exchange.ts';

/**
 * A stream of server-sent events that is being written for a reader, which goes away when it cancels
 * or its signal aborts. Events wait until the reader asks for them.
 */
export class EventStream {
  readonly #signal: AbortSignal | undefined;
  readonly #encoder = new TextEncoder();
  readonly #frames: string[] = [];
  #isLeft = false;
  #ending: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;
  readonly body: ReadableStream<Uint8Array>;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.body = new ReadableStream<Uint8Array>(
      {
        // Events wait here and not in the stream, which forgets them when it breaks off.
        pull: async (controller) => {
          while (this.#frames.length === 0 && this.#ending === undefined && !this.#isLeft) {
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
            });
          }
          const frame = this.#frames.shift();
          if (this.#isLeft) controller.error(this.#signal?.reason);
          else if (frame !== undefined) controller.enqueue(this.#encoder.encode(frame));
          else {
            this.#signal?.removeEventListener('abort', this.#leave);
            if (this.#ending?.error === undefined) controller.close();
            else controller.error(this.#ending.error);
          }
        },
        cancel: this.#leave,
      },
      { highWaterMark: 0 },
    );
    if (signal?.aborted === true) this.#leave();
    else signal?.addEventListener('abort', this.#leave);
  }

  readonly #leave = (): void => {
    this.#isLeft = true;
    this.#signal?.removeEventListener('abort', this.#leave);
    this.#wake?.();
  };

  /** True once the reader has gone away. */
  isLeft(): boolean {
    return this.#isLeft;
  }

  send(event: RecordedEvent): void {
    this.#frames.push(toFrame(event));
    this.#wake?.();
  }

  /** Ends the stream once its events have been read; with an error it breaks off. */
  end(error?: unknown): void {
    this.#ending ??= { error };
    this.#wake?.();
  }
}

/** Writes an event as it is sent. */
function toFrame(recorded: RecordedEvent): string {
  const { id, event } = recorded;
  const data = String(fromBody(recorded) ?? '');
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
