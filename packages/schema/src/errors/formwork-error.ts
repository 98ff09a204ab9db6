const BRAND = Symbol.for('formwork.error');

/**
 * The base of every error that this project throws on its own behalf.
 *
 * `code` is stable and meant for programs; `message` is meant for the person who must fix the cause.
 */
export abstract class FormworkError extends Error {
  /** The code of the error for programs: stable, in UPPER_SNAKE_CASE, unique to its class. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

// Marks instances so that isFormworkError() works across copies of this package.
Object.defineProperty(FormworkError.prototype, BRAND, { value: true });

/**
 * True for any {@link FormworkError}, also one made by another copy of this package.
 *
 * @example
 * ```ts
 * import { isFormworkError } from '@formwork/schema';
 *
 * function describe(error: unknown): string {
 *   return isFormworkError(error) ? error.code : 'unknown';
 * }
 * ```
 */
export function isFormworkError(value: unknown): value is FormworkError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** The most causes of an error that are shown, because errors may be causes of each other. */
const MAX_CAUSES = 8;

/**
 * Describes a thrown value for a log: the stack of an error, then those of its causes and of what it
 * gathers, which often say more, as that of "fetch failed"; else the value as text. Never throws,
 * even for a value that cannot be turned into text.
 *
 * @example
 * logger.error(toErrorText(new Error('Cannot save', { cause: new Error('disk full') })));
 */
export function toErrorText(thrown: unknown): string {
  const texts: string[] = [];
  const waiting = [thrown];
  for (let count = 0; count < waiting.length && count <= MAX_CAUSES; count += 1) {
    texts.push(toStack(waiting[count]));
    waiting.push(...listCauses(waiting[count]));
  }
  return texts.join('\nCaused by: ');
}

function toStack(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
  } catch {
    return `a thrown ${typeof thrown} that cannot be shown`;
  }
}

function listCauses(thrown: unknown): readonly unknown[] {
  try {
    if (!(thrown instanceof Error)) return [];
    const gathered: unknown = 'errors' in thrown ? thrown.errors : undefined;
    return [
      ...(thrown.cause === undefined ? [] : [thrown.cause]),
      ...(Array.isArray(gathered) ? gathered.slice(0, MAX_CAUSES) : []),
    ];
  } catch {
    return [];
  }
}
