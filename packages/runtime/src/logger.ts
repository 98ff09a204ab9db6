import type { TaskLogger } from '@formwork/core';
import { showUnsafe } from '@formwork/schema/internal';

type Fields = Readonly<Record<string, unknown>>;

/** Makes a logger that writes one line of JSON per entry to standard error. */
export function createConsoleLogger(): TaskLogger {
  const write =
    (level: string) =>
    (message: string, fields: Fields = {}): void => {
      const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
      // A log contains callers' text, which could control the terminal that shows it.
      process.stderr.write(`${showUnsafe(line)}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
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
