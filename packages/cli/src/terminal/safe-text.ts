import { showUnsafe } from '@formwork/schema/internal';
import { indentJson, isTooDeep } from '@formwork/schema/json';
import { CliError } from '../errors/errors.ts';

/**
 * Makes text from elsewhere safe for a terminal: line feeds stay, and any other character that
 * would act on the terminal is made visible.
 */
export function toSafeText(text: string): string {
  return showUnsafe(text.replaceAll('\r\n', '\n'));
}

/**
 * Makes text from elsewhere safe for a terminal, on a single line, such as for a table; white space
 * becomes single spaces.
 */
export function toSafeLine(text: string): string {
  return toSafeText(text.replaceAll(/\s+/gu, ' ').trim());
}

/** Formats a value as JSON that is safe to print, and has the same meaning. */
export function toSafeJson(value: unknown, indent: 0 | 2 = 2): string {
  assertShallow(value);
  const text = indent === 0 ? JSON.stringify(value) : indentJson(value);
  return showUnsafe(text || 'null');
}

/**
 * The deepest nesting that is printed. It is more than anybody reads, and far less than what
 * overflows the stack.
 */
const MAX_DEPTH = 500;

/**
 * Refuses data that is nested so deep (500 levels) that printing it could overflow the stack.
 *
 * @throws CliError
 */
export function assertShallow(value: unknown): void {
  if (!isTooDeep(value, MAX_DEPTH)) return;
  throw new CliError(
    `Cannot print the data because it must be nested at most ${MAX_DEPTH} levels deep, and is deeper. Tell the agent's owner.`,
  );
}
