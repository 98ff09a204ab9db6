import type { TaskLogger } from '@formwork/core';
import { showUnsafe, toErrorText } from '@formwork/schema/internal';

type Fields = Readonly<Record<string, unknown>>;

/** Makes a logger that writes one line of JSON per entry to standard error. */
export function createConsoleLogger(): TaskLogger {
  const write =
    (level: string) =>
    (message: string, fields: Fields = {}): void => {
      const entry = { time: new Date().toISOString(), level, message, ...toPlainFields(fields) };
      const line = JSON.stringify(entry);
      // A log contains callers' text, which could control the terminal that shows it.
      process.stderr.write(`${showUnsafe(line)}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** The depth to which fields are converted that JSON cannot hold. */
const MAX_DEPTH = 16;

/**
 * Returns fields of a log entry that JSON can hold: the same ones if it can, else with texts in
 * place of what it cannot. An entry must not end the task that it tells of.
 */
export function toPlainFields(fields: Fields): Fields {
  try {
    JSON.stringify(fields);
    return fields;
  } catch {
    return toPlain(fields, []) as Fields;
  }
}

function toPlain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (above.length >= MAX_DEPTH) return '[too deep]';
  const inside = [...above, value];
  try {
    if (value instanceof Error) return toErrorText(value);
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return toPlain(value.toJSON(), inside);
    }
    if (Array.isArray(value)) return value.map((item) => toPlain(item, inside));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, toPlain(member, inside)]),
    );
  } catch {
    return '[unreadable]';
  }
}

/**
 * Adapts a logger that takes fields before the message, as pino does, to one that takes the message
 * first; pino would otherwise lose the fields, errors among them. Returns any other logger
 * unchanged.
 */
export function adaptLogger(logger: TaskLogger): TaskLogger {
  if (!takesFieldsFirst(logger)) return logger;
  const write =
    (level: keyof TaskLogger) =>
    (message: string, fields: Fields = {}): void => {
      logger[level](fields, message);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/**
 * Makes a logger that never throws: an entry that the given one cannot write, at once or by a
 * promise that rejects, is written to standard error. An entry must not end the task that it tells
 * of.
 */
export function createSteadyLogger(logger: TaskLogger): TaskLogger {
  const write =
    (level: keyof TaskLogger) =>
    (message: string, fields: Fields = {}): void => {
      const rescue = (error: unknown): void =>
        createConsoleLogger()[level](message, { ...fields, loggerError: toErrorText(error) });
      try {
        // Programs give functions that are `async`, too.
        const written: unknown = logger[level](message, fields);
        if (written instanceof Promise) written.catch(rescue);
      } catch (error) {
        rescue(error);
      }
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** A logger of pino, whose methods take the fields before the message. */
interface FieldsFirstLogger {
  readonly info: (fields: Fields, message: string) => void;
  readonly warn: (fields: Fields, message: string) => void;
  readonly error: (fields: Fields, message: string) => void;
}

function takesFieldsFirst(logger: object): logger is FieldsFirstLogger {
  return SERIALIZERS in logger;
}

/** The symbol by which every logger of pino can be recognized. */
const SERIALIZERS = Symbol.for('pino.serializers');
