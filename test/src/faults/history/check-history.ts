import { checkCallers } from './check-callers.ts';
import { checkJournal } from './check-journal.ts';
import { checkLogs } from './check-logs.ts';
import { checkStreams } from './check-streams.ts';
import type { RunHistory, Violation } from './run-history.ts';

/**
 * Everything that a run did against what is promised: what was acknowledged is there, logs are
 * gapless and end once, all streams of a task tell the same, epochs never fall, a message makes one
 * task, and a step whose result was acknowledged is not done again.
 */
export function checkHistory(history: RunHistory): readonly Violation[] {
  return [
    ...checkLogs(history.tasks),
    ...checkCallers(history),
    ...checkStreams(history),
    ...checkJournal(history),
  ];
}
