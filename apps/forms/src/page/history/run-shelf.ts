import type { KeyValueStore } from '../storage/key-value-store.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import { readRun } from './read-run.ts';
import { type Run, toHistoryKey } from './run.ts';

/** The maximum length of a run's outcome and artifacts in the history, in UTF-16 units of JSON. */
const MAX_OUTCOME = 60_000;

/**
 * The time in which another tab may not have seen what this one has stored, in milliseconds:
 * browsers let tabs store at once, and the last one wins.
 */
const MOMENT = 2_000;

/** The history of an agent, which several tabs store. */
export interface History extends Shelf<Run> {
  /**
   * Puts back what this tab has stored just now and another one, which did not see it, has replaced.
   * Called when another tab has stored the history.
   */
  readonly mend: () => void;
}

/**
 * Opens the history of one agent in the browser's storage: at most 50 runs, and 500,000 characters.
 */
export function openHistory(store: KeyValueStore, agent: string): History {
  const shelf = createShelf<Run>({
    store,
    key: toHistoryKey(agent),
    read: readRun,
    toId: ({ id }) => id,
  });
  /** What this tab has stored just now, oldest first, and when. */
  const own = new Map<string, { readonly run: Run; readonly at: number }>();

  function put(run: Run): boolean {
    const kept = cut(run);
    const isKept = shelf.put(kept);
    own.delete(run.id);
    if (isKept) own.set(run.id, { run: kept, at: Date.now() });
    return isKept;
  }

  return {
    ...shelf,
    put,
    remove(id) {
      own.delete(id);
      shelf.remove(id);
    },
    clear() {
      own.clear();
      shelf.clear();
    },
    mend() {
      const stored = new Map(shelf.list().map((run) => [run.id, run]));
      for (const [id, { run, at }] of own) {
        if (Math.abs(Date.now() - at) > MOMENT) own.delete(id);
        else if (toProgress(stored.get(id)) < toProgress(run)) shelf.put(run);
      }
    },
  };
}

/** Returns how far a run is: what two tabs store of it ends at the same. */
function toProgress(run: Run | undefined): number {
  if (run === undefined) return 0;
  return run.state === 'unsent' ? 1 : run.endedAt === undefined ? 2 : 3;
}

/**
 * Returns the run as the history stores it: without an outcome and artifacts that are too long, if
 * the agent can be asked for them again.
 */
function cut(run: Run): Run {
  const { outcome, artifacts, turns, ...rest } = run;
  const hasFiles = outcome?.kind === 'result' && outcome.files.length > 0;
  const isLong = JSON.stringify([outcome, artifacts, turns]).length > MAX_OUTCOME;
  if (outcome === undefined || (!isLong && !hasFiles)) return isLong ? { ...rest, turns: [] } : run;
  if (run.taskId !== '') return { ...rest, turns: isLong ? [] : turns };
  if (outcome.kind === 'ended') return { ...rest, turns: [], outcome };
  const { data, ...words } = outcome;
  const text = words.text.slice(0, 2000);
  const short = { ...words, text, files: [], ...(!isLong && data !== undefined && { data }) };
  return { ...rest, turns: [], outcome: short };
}
