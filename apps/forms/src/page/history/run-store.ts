import { createEntryStore, type EntryStore } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { readRun } from './read-run.ts';
import { isUnsure, type Run, toHistoryKey } from './run.ts';

/** The maximum length of a run's outcome and artifacts in the history, in UTF-16 units of JSON. */
const MAX_OUTCOME = 60_000;

/**
 * Opens the history of one agent in the browser's storage: at most 50 runs, and 500,000 characters.
 * Runs that the agent may not have got are kept beyond that.
 */
export function openHistory(store: KeyValueStore, agent: string): EntryStore<Run> {
  const entryStore = createEntryStore<Run>({
    store,
    key: toHistoryKey(agent),
    read: readRun,
    toId: ({ id }) => id,
    isHeld: isUnsure,
  });
  return { ...entryStore, put: (run) => entryStore.put(cut(run)) };
}

/**
 * Returns the run as the history stores it: without an outcome and artifacts that are too long, if
 * the agent can be asked for them again.
 */
function cut(run: Run): Run {
  const { outcome, artifacts, turns, ...base } = run;
  const hasFiles = outcome?.kind === 'result' && outcome.files.length > 0;
  const isLong = JSON.stringify([outcome, artifacts, turns]).length > MAX_OUTCOME;
  if (outcome === undefined || (!isLong && !hasFiles)) return isLong ? { ...base, turns: [] } : run;
  if (run.taskId !== '') return { ...base, turns: isLong ? [] : turns };
  if (outcome.kind === 'ended') return { ...base, turns: [], outcome };
  const { data, ...words } = outcome;
  const text = words.text.slice(0, 2000);
  const short = { ...words, text, files: [], ...(!isLong && data !== undefined && { data }) };
  return { ...base, turns: [], outcome: short };
}
