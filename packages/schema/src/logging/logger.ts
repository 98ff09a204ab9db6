import { toErrorText } from '../errors/formwork-error.ts';
import { showUnsafe } from '../json/visible-text.ts';
import { toPlainFields } from './plain-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A log with three levels, such as the `TaskLogger` of handlers. */
export interface Logger {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/**
 * Makes a logger that writes one line of JSON per entry to standard error.
 *
 * @example
 * createConsoleLogger().warn('The queue is slow', { waitMs: 900 });
 */
export function createConsoleLogger(): Logger {
  const write =
    (level: string) =>
    (message: string, fields: Fields = {}): void => {
      const head = { time: new Date().toISOString(), level, message };
      const plain = toPlainFields(fields);
      // A field named `message` must replace nothing of the entry.
      const isApart = Object.keys(head).some((name) => Object.hasOwn(plain, name));
      const line = JSON.stringify({ ...head, ...(isApart ? { fields: plain } : plain) });
      // A log contains callers' text, which could control the terminal that shows it.
      process.stderr.write(`${showUnsafe(line)}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** A logger that a program gives: it may have no level for errors. */
type GivenLogger = Pick<Logger, 'info' | 'warn'> & Partial<Logger>;

/**
 * Adapts a logger that a program gives, so that it may be called anywhere:
 *
 * - It never throws. An entry that the logger cannot write, at once or by a promise that rejects, is
 *   written to standard error, because an entry must not end what it tells of.
 * - A logger of pino takes the fields before the message, and would otherwise lose them, errors among
 *   them.
 * - Errors are warnings for a logger that has no level for them.
 *
 * @example
 * adaptLogger(console).error('Cannot reach the queue', { attempt: 3 });
 */
export function adaptLogger(logger: GivenLogger): Logger {
  const give = toWriter(logger);
  const write =
    (level: Level) =>
    (message: string, fields: Fields = {}): void => {
      const rescue = (error: unknown): void =>
        createConsoleLogger()[level](message, {
          ...toPlainFields(fields),
          loggerError: toErrorText(error),
        });
      try {
        // Programs give functions that are `async`, too.
        void Promise.resolve(give(level, { message, fields })).catch(rescue);
      } catch (error) {
        rescue(error);
      }
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

type Level = keyof Logger;

/** Gives an entry to a logger, and returns what the logger returns. */
type Writer = (
  level: Level,
  entry: { readonly message: string; readonly fields: Fields },
) => unknown;

function toWriter(logger: GivenLogger): Writer {
  // Called as methods, because loggers may be objects of classes.
  if (takesFieldsFirst(logger)) {
    return (level, { message, fields }) => logger[level](fields, message);
  }
  return (level, { message, fields }) =>
    level === 'error' && logger.error === undefined
      ? logger.warn(message, fields)
      : logger[level]?.(message, fields);
}

function takesFieldsFirst(logger: object): logger is {
  readonly info: (fields: Fields, message: string) => void;
  readonly warn: (fields: Fields, message: string) => void;
  readonly error: (fields: Fields, message: string) => void;
} {
  return SERIALIZERS in logger;
}

/** The symbol by which every logger of pino can be recognized. */
const SERIALIZERS = Symbol.for('pino.serializers');
