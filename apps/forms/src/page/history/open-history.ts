import type { KeyValueStore } from '../storage/key-value-store.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import { readRun } from './read-run.ts';
import type { Run, RunResult } from './run.ts';

/** UTF-16 units of JSON that one result may have in the history. */
const MAX_RESULT_LENGTH = 60_000;

/** The runs of one agent: at most 50, and 500,000 characters. */
export function openHistory(store: KeyValueStore, agent: string): Shelf<Run> {
  const shelf = createShelf<Run>({
    store,
    key: `formwork.runs:${agent}`,
    read: readRun,
    toId: ({ id }) => id,
  });
  return { ...shelf, put: (run) => shelf.put(cut(run)) };
}

function cut(run: Run): Run {
  const { result } = run;
  if (result === undefined || JSON.stringify(result).length <= MAX_RESULT_LENGTH) return run;
  const { schema, text, problems } = result;
  const short: RunResult = { schema, text: text.slice(0, 2000), problems, isCut: true };
  return { ...run, result: short };
}
