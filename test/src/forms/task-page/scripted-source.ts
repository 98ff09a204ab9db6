import type { AgentSource, SourceMessage, SourceTask, SourceEvent } from '@formwork/client';
import { DESCRIPTION } from './description.ts';

/** What was asked of the source. */
export type SourceCall =
  | { readonly kind: 'send'; readonly message: SourceMessage }
  | { readonly kind: 'watch' | 'cancel'; readonly task: SourceTask }
  /** A stream was left before it had ended. */
  | { readonly kind: 'left' };

/** A source that says what it is told to, when it is told to. */
export interface ScriptedSource {
  readonly source: AgentSource;
  /** Without looks at a task that waits. */
  readonly calls: SourceCall[];
  /**
   * Says something on the stream that was opened last and is open; if there is none, the task has
   * gone on without this page, and whoever looks at it next is told.
   */
  readonly say: (event: SourceEvent) => void;
}

const WAITING = new Set(['question', 'authorization']);
const LAST = new Set(['result', 'ended', 'question', 'authorization', 'failure']);

/** Makes one. */
export function createScriptedSource(): ScriptedSource {
  const calls: SourceCall[] = [];
  const open: { push: (event: SourceEvent) => void }[] = [];
  /** What the task waits for, or has come to meanwhile. */
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
