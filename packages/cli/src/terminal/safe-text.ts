import { CliError } from '../errors/errors.ts';
import { isTooDeep } from '@formwork/schema/internal';

/**
 * Characters that a terminal could take for a command, or that make text look like other text: C0 and C1
 * controls, directions, invisible and tag characters, halves of surrogate pairs.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Text of somebody else for a terminal: lines stay, anything else that acts is shown instead. */
export function toSafeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, toVisible);
}

/** The same in one line, for tables: what separates words becomes one space. */
export function toSafeLine(text: string): string {
  return toSafeText(text.replaceAll(/\s+/gu, ' ').trim());
}

/** JSON that is safe to print; what it says is the same. */
export function toSafeJson(value: unknown, indent = 2): string {
  assertShallow(value);
  return (JSON.stringify(value, undefined, indent) ?? 'null').replaceAll(UNSAFE, toVisible);
}

function toVisible(unsafe: string): string {
  // As JSON writes it, one unit at a time.
  return Array.from({ length: unsafe.length }, (_, index) => {
    const unit = unsafe.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

/** Deeper than anything that people read, and far from where a stack ends. */
const MAX_DEPTH = 500;

/** @throws CliError for data that is nested too deep to be printed. */
export function assertShallow(value: unknown): void {
  if (!isTooDeep(value, MAX_DEPTH)) return;
  throw new CliError(
    `Cannot print the data as it must be nested at most ${MAX_DEPTH} levels deep, and is deeper. Tell the agent's owner.`,
  );
}
