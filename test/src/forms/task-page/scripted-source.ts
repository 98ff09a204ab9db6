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
   * Sends an event on the stream that was opened last and is still open. If there is none, the
   * event is kept as the state of the task for the next reader.
   */
  readonly say: (event: SourceEvent) => void;
}

const WAITING = new Set(['question', 'authorization']);
const LAST = new Set(['result', 'ended', 'question', 'authorization', 'failure']);

/** Makes a scripted source without calls. */
export function createScriptedSource(): ScriptedSource {
  const calls: SourceCall[] = [];
  const open: { push: (event: SourceEvent) => void }[] = [];
  /**
   * The event with the question that the task waits for, or with its end; a new reader gets it
   * first.
   */
  let stands: SourceEvent | undefined;

  async function* stream(signal?: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const events: SourceEvent[] = [];
    let wake = (): void => undefined;
    const own = {
      push(event: SourceEvent) {
        events.push(event);
        wake();
      },
    };
    signal?.addEventListener('abort', () => wake());
    open.push(own);
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
          wake = resolve;
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
      const listener = open.at(-1);
      stands = WAITING.has(event.kind) || listener === undefined ? event : undefined;
      listener?.push(event);
    },
    source: {
      describe: () => Promise.resolve(DESCRIPTION),
      send(message, options) {
        calls.push({ kind: 'send', message });
        stands = undefined;
        return stream(options?.signal);
      },
      watch(task, options) {
        if (stands !== undefined) return tell(stands);
        calls.push({ kind: 'watch', task });
        return stream(options?.signal);
      },
      cancel(task, options) {
        calls.push({ kind: 'cancel', task });
        return stream(options?.signal);
      },
    },
  };
}
