import type { TaskLogger } from '@formwork/core';

/** An entry of the log of a tested agent. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes a log that keeps its entries and prints nothing. */
export function createTestLog(): {
  readonly logger: TaskLogger;
  readonly entries: readonly LogEntry[];
  /** Lists the errors that were logged about a task, each with the error of the handler. */
  readonly listErrors: (taskId: string) => readonly string[];
} {
  const entries: LogEntry[] = [];
  const write =
    (level: LogEntry['level']): TaskLogger['info'] =>
    (message, fields = {}) => {
      entries.push({ level, message, fields });
    };
  return {
    logger: { info: write('info'), warn: write('warn'), error: write('error') },
    entries,
    listErrors: (taskId) =>
      entries
        .filter(({ level, fields }) => level === 'error' && fields['taskId'] === taskId)
        .map(({ message, fields }) => [message, fields['error']].filter(Boolean).join(': ')),
  };
}
