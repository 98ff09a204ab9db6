import type { TaskLogger } from '@formwork/core';

/** An entry of a log. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger, and what was written to it. */
export function createLogRecorder(): { readonly logger: TaskLogger; readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const write =
    (level: LogEntry['level']): TaskLogger['info'] =>
    (message, fields = {}) => {
      entries.push({ level, message, fields });
    };
  return { entries, logger: { info: write('info'), warn: write('warn'), error: write('error') } };
}
