import { fillQuestion, findWholeSeq } from './restated-question.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskEvent } from './task-event.ts';
import { withWholeTimes } from './whole-times.ts';

/** Makes an engine that gives its storage whole times, and its readers whole questions. */
export function withWholeValues(engine: TaskEngine): TaskEngine {
  return withWholeTimes(withWholeQuestions(engine));
}

/**
 * Makes an engine whose `read` returns every question as a whole, also where the log holds only the
 * change of its assignment. Snapshots are whole by themselves, because `foldEvents` knows the
 * question before. An archive takes the log as it is.
 */
function withWholeQuestions(engine: TaskEngine): TaskEngine {
  return {
    ...engine,
    async read(scope, taskId, options) {
      const entries = await engine.read(scope, taskId, options);
      const seqs = new Set(entries.flatMap((entry) => findWhole(entry) ?? []));
      if (seqs.size === 0) return entries;
      const wholeEntries = new Map<number, TaskEvent | undefined>();
      for (const seq of seqs) {
        const [entry] = await engine.read(scope, taskId, { after: seq - 1, limit: 1 });
        wholeEntries.set(seq, entry);
      }
      return entries.map((entry) => fill(entry, wholeEntries.get(findWhole(entry) ?? 0)));
    },
  };
}

function findWhole({ event }: TaskEvent): number | undefined {
  return event.kind === 'status' ? findWholeSeq(event.message) : undefined;
}

function fill(entry: TaskEvent, wholeEntry: TaskEvent | undefined): TaskEvent {
  const { event } = entry;
  if (event.kind !== 'status' || event.message === undefined) return entry;
  if (wholeEntry?.event.kind !== 'status') return entry;
  const message = fillQuestion(event.message, wholeEntry.event.message);
  return message === event.message ? entry : { ...entry, event: { ...event, message } };
}
