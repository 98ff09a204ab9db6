import { fromBody, type RecordedEvent } from './recorded-exchange.ts';

/** A stream of server-sent events that is being written. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** True once the reader has gone away. */
  isLeft(): boolean;
  send(event: RecordedEvent): void;
  /** Ends the stream once its events have been read; with an error it breaks off. */
  end(error?: unknown): void;
}

/** Opens a stream of events for a reader, which goes away when it cancels or its signal aborts. */
export function openEventStream(signal: AbortSignal | undefined): EventStream {
  const encoder = new TextEncoder();
  const frames: string[] = [];
  const state: { isLeft: boolean; ending?: { readonly error: unknown } } = { isLeft: false };
  let wake: (() => void) | undefined;

  function leave(): void {
    state.isLeft = true;
    signal?.removeEventListener('abort', leave);
    wake?.();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      // Events wait here and not in the stream, which forgets them when it breaks off.
      async pull(controller) {
        while (frames.length === 0 && state.ending === undefined && !state.isLeft) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const frame = frames.shift();
        if (state.isLeft) controller.error(signal?.reason);
        else if (frame !== undefined) controller.enqueue(encoder.encode(frame));
        else {
          signal?.removeEventListener('abort', leave);
          if (state.ending?.error === undefined) controller.close();
          else controller.error(state.ending.error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  if (signal?.aborted === true) leave();
  else signal?.addEventListener('abort', leave);

  return {
    body,
    isLeft: () => state.isLeft,
    send(event) {
      frames.push(toFrame(event));
      wake?.();
    },
    end(error) {
      state.ending ??= { error };
      wake?.();
    },
  };
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
