import { checkCallers } from './check-callers.ts';
import { checkJournal } from './check-journal.ts';
import { checkLogs } from './check-logs.ts';
import { checkNotifications, checkStreams } from './check-streams.ts';
import type { RunHistory, Violation } from './run-history.ts';

/**
 * Checks all promises of the runtime against the record of a run: acknowledged data is stored, logs
 * have no gaps and one end, all streams and receivers of a task agree, epochs never fall, a message makes one
 * task, and a step with an acknowledged result is not repeated.
 */
export function checkHistory(history: RunHistory): readonly Violation[] {
  return [
    ...checkLogs(history.tasks),
    ...checkCallers(history),
    ...checkStreams(history),
    ...checkNotifications(history),
    ...checkJournal(history),
  ];
}
