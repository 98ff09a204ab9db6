import type { ResultEvent } from '@formwork/client';
import type { AnyRemoteSkill } from '../../remote/any-remote-skill.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson, toSafeText } from '../../terminal/to-safe-text.ts';

/** Options of {@link printResult}. */
export interface PrintResultOptions {
  readonly console: Console;
  readonly skill: AnyRemoteSkill;
  readonly format: 'table' | 'json';
}

/**
 * Prints the data of a result, else its text. What the agent says beside it goes to standard error,
 * as programs read the other.
 */
export async function printResult(
  result: ResultEvent<unknown>,
  options: PrintResultOptions,
): Promise<void> {
  await printValue(result, options);
  const said = result.conclusion.trim();
  if (said !== '') options.console.err(toSafeText(`The agent says: ${said}`));
}

async function printValue(
  { data, text, files }: ResultEvent<unknown>,
  { console, skill, format }: PrintResultOptions,
): Promise<void> {
  const value = data ?? (text === '' ? null : text);
  if (format === 'json') {
    console.out(toSafeJson(value));
    return;
  }
  // Whoever gets nothing but files is told of those.
  if (value === '' && files.length > 0) return;
  const { formatValue } = await import('../../terminal/format-value.ts');
  const shown = skill.outputs().length > 1 ? unwrap(value) : value;
  const { paint, columns, isTerminal } = console;
  console.out(formatValue(shown, { paint, ...(isTerminal && { columns }) }));
}

/** The data of what is tagged with the name of its schema. */
function unwrap(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schema' in value && 'data' in value
    ? value.data
    : value;
}
