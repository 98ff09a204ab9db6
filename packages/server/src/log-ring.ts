import type { TaskLogger } from '@formwork/core';

/** An entry of the log that names a task, as a process remembers it. */
export interface LogEntry {
  /** ISO 8601 in UTC with milliseconds. */
  readonly time: string;
  readonly level: keyof TaskLogger;
  readonly message: string;
  /** The fields of the entry as JSON, cut off after 2,000 characters; absent if there are none. */
  readonly fields?: string;
}

/** The number of entries that are remembered. */
const MAX_ENTRIES = 2_000;

/** The number of characters of a message, and of the fields of an entry, that are remembered. */
const MAX_LENGTH = 2_000;

/** The newest entries of the log that name a task, in at most about 10 MB of memory. */
export class LogRing {
  readonly #entries: (LogEntry & { readonly taskId: string })[] = [];
  /** The place of the next entry once the ring is full: that of the oldest one. */
  #next = 0;

  /** Returns a logger that remembers entries here, and passes all of them on. */
  watch(logger: TaskLogger): TaskLogger {
    const write =
      (level: keyof TaskLogger): TaskLogger['info'] =>
      (message, fields) => {
        this.#remember(level, message, fields);
        logger[level](message, fields);
      };
    return { info: write('info'), warn: write('warn'), error: write('error') };
  }

  /** Lists the remembered entries about a task, the oldest first. */
  list(taskId: string): readonly LogEntry[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)]
      .filter((entry) => entry.taskId === taskId)
      .map(({ taskId: _taskId, ...entry }) => entry);
  }

  #remember(
    level: keyof TaskLogger,
    message: string,
    fields: Readonly<Record<string, unknown>> | undefined,
  ): void {
    const { taskId, ...otherFields } = fields ?? {};
    if (typeof taskId !== 'string') return;
    const text = writeFields(otherFields);
    this.#entries[this.#next] = {
      taskId,
      time: new Date().toISOString(),
      level,
      message: message.slice(0, MAX_LENGTH),
      ...(text !== undefined && { fields: text }),
    };
    this.#next = (this.#next + 1) % MAX_ENTRIES;
  }
}

function writeFields(fields: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.keys(fields).length === 0) return undefined;
  try {
    return JSON.stringify(fields).slice(0, MAX_LENGTH);
  } catch {
    // Fields that are no JSON, such as those with a cycle, must not break the program that logs.
    return undefined;
  }
}
