import type { ResultEvent } from '@formwork/client';
import type { AnyRemoteSkill } from '../../remote/any-remote-skill.ts';
import type { Console } from '../../terminal/console.ts';
import { formatValue } from '../../terminal/format-value.ts';
import { toSafeJson } from '../../terminal/to-safe-text.ts';

/** Options of {@link printResult}. */
export interface PrintResultOptions {
  readonly console: Console;
  readonly skill: AnyRemoteSkill;
  readonly format: 'table' | 'json';
}

/** Prints the data of a result, else its text. */
export function printResult(
  { data, text }: ResultEvent<unknown>,
  { console, skill, format }: PrintResultOptions,
): void {
  const value = data ?? (text === '' ? null : text);
  if (format === 'json') console.out(toSafeJson(value));
  else console.out(formatValue(skill.outputs().length > 1 ? unwrap(value) : value, console.paint));
}

/** The data of what is tagged with the name of its schema. */
function unwrap(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schema' in value && 'data' in value
    ? value.data
    : value;
}
