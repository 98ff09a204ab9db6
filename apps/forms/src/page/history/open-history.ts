import type { KeyValueStore } from '../storage/key-value-store.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import { toHistoryKey } from './history-key.ts';
import { readRun } from './read-run.ts';
import type { Run } from './run.ts';

/** UTF-16 units of JSON that the outcome of one run, with what came before it, may have. */
const MAX_OUTCOME = 60_000;

/** The runs of one agent: at most 50, and 500,000 characters. */
export function openHistory(store: KeyValueStore, agent: string): Shelf<Run> {
  const shelf = createShelf<Run>({
    store,
    key: toHistoryKey(agent),
    read: readRun,
    toId: ({ id }) => id,
  });
  return { ...shelf, put: (run) => shelf.put(cut(run)) };
}

/** What is too long, and files, are the agent's to keep: it is asked again if it can be. */
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
