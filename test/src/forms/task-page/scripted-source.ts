import type { AgentSource, SourceMessage, SourceTask, SourceEvent } from '@formwork/client';
import { DESCRIPTION } from './description.ts';

/** A call that the page made to the scripted source. */
export type SourceCall =
  | { readonly kind: 'send'; readonly message: SourceMessage }
  | { readonly kind: 'watch' | 'cancel'; readonly task: SourceTask }
  /** The page left a stream before the stream had ended. */
  | { readonly kind: 'left' };

/** An `AgentSource` whose events a test chooses and sends. */
export interface ScriptedSource {
  readonly source: AgentSource;
  /** The calls so far, without the reads of a task that waits. */
  readonly calls: SourceCall[];
  /**
   * Sends an event on the stream of the last message if it is still open, else on the one that was
   * opened last. If there is none, the event is kept as the state of the task for the next reader.
   */
  readonly say: (event: SourceEvent) => void;
}

const WAITING = new Set(['question', 'authorization']);
const LAST = new Set(['result', 'ended', 'question', 'authorization', 'failure']);

interface StreamOptions {
  readonly signal: AbortSignal | undefined;
  /** True for the stream of a message that was sent. Default false. */
  readonly isSent?: boolean;
}

interface Listener {
  readonly isSent: boolean;
  wake: () => void;
  readonly push: (event: SourceEvent) => void;
}

interface OpenStream {
  readonly own: Listener;
  /** The events that are still to be read. */
  readonly events: SourceEvent[];
  readonly signal: AbortSignal | undefined;
}

/** Makes a scripted source without calls. */
export function createScriptedSource(): ScriptedSource {
  const calls: SourceCall[] = [];
  const open: Listener[] = [];
  /**
   * The event with the question that the task waits for, or with its end; a new reader gets it
   * first.
   */
  let stands: SourceEvent | undefined;

  /** Opens a stream, which gets all events from now on, also before it is read. */
  function stream({ signal, isSent = false }: StreamOptions): ReturnType<typeof read> {
    const events: SourceEvent[] = [];
    const own: Listener = {
      isSent,
      wake: (): void => undefined,
      push(event: SourceEvent) {
        events.push(event);
        own.wake();
      },
    };
    signal?.addEventListener('abort', () => own.wake());
    open.push(own);
    return read({ own, events, signal });
  }

  async function* read({
    own,
    events,
    signal,
  }: OpenStream): AsyncGenerator<SourceEvent, void, undefined> {
    try {
      for (;;) {
        const event = events.shift();
        if (event !== undefined) {
          yield event;
          if (LAST.has(event.kind)) return;
          continue;
        }
        if (signal?.aborted === true) {
          calls.push({ kind: 'left' });
          return;
        }
        await new Promise<void>((resolve) => {
          own.wake = resolve;
        });
      }
    } finally {
      open.splice(open.indexOf(own), 1);
    }
  }

  // oxlint-disable-next-line require-await -- a stream that knows what it says
  async function* tell(event: SourceEvent): AsyncGenerator<SourceEvent, void, undefined> {
    yield event;
  }

  return {
    calls,
    say(event) {
      // Other tasks that wait are read again now and then, which opens streams, too.
      const listener = open.findLast(({ isSent }) => isSent) ?? open.at(-1);
      stands = WAITING.has(event.kind) || listener === undefined ? event : undefined;
      listener?.push(event);
    },
    source: {
      describe: () => Promise.resolve(DESCRIPTION),
      send(message, options) {
        calls.push({ kind: 'send', message });
        stands = undefined;
        return stream({ signal: options?.signal, isSent: true });
      },
      watch(task, options) {
        if (stands !== undefined) return tell(stands);
        calls.push({ kind: 'watch', task });
        return stream({ signal: options?.signal });
      },
      cancel(task, options) {
        calls.push({ kind: 'cancel', task });
        return stream({ signal: options?.signal });
      },
    },
  };
}
