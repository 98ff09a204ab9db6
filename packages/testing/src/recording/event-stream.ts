import { fromBody, type RecordedEvent } from './recorded-exchange.ts';

/** A stream of server-sent events that is being written. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** True once the reader has gone away, or the stream is over. */
  isOver(): boolean;
  send(event: RecordedEvent): void;
  /** Ends the stream; with an error it breaks off. */
  end(error?: unknown): void;
}

/** Opens a stream of events for a reader, which goes away when it cancels or its signal aborts. */
export function openEventStream(signal: AbortSignal | undefined): EventStream {
  const encoder = new TextEncoder();
  let isOver = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  function finish(act: () => void): void {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', abort);
    act();
  }

  function abort(): void {
    finish(() => controller?.error(signal?.reason));
  }

  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      finish(() => undefined);
    },
  });
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort);

  return {
    body,
    isOver: () => isOver,
    send(event) {
      if (!isOver) controller?.enqueue(encoder.encode(toFrame(event)));
    },
    end(error) {
      finish(() => (error === undefined ? controller?.close() : controller?.error(error)));
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
