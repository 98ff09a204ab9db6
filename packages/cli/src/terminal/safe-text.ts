import { CliError } from '../errors/errors.ts';
import { isTooDeep, showUnsafe } from '@formwork/schema/internal';

/** Text of somebody else for a terminal: lines stay, anything else that acts is shown instead. */
export function toSafeText(text: string): string {
  return showUnsafe(text.replaceAll('\r\n', '\n'));
}

/** The same in one line, for tables: what separates words becomes one space. */
export function toSafeLine(text: string): string {
  return toSafeText(text.replaceAll(/\s+/gu, ' ').trim());
}

/** JSON that is safe to print; what it says is the same. */
export function toSafeJson(value: unknown, indent = 2): string {
  assertShallow(value);
  return showUnsafe(JSON.stringify(value, undefined, indent) ?? 'null');
}

/** Deeper than anything that people read, and far from where a stack ends. */
const MAX_DEPTH = 500;

/**
 * Refuses data that is nested so deep (500 levels) that printing it could overflow the stack.
 *
 * @throws CliError
 */
export function assertShallow(value: unknown): void {
  if (!isTooDeep(value, MAX_DEPTH)) return;
  throw new CliError(
    `Cannot print the data as it must be nested at most ${MAX_DEPTH} levels deep, and is deeper. Tell the agent's owner.`,
  );
}
