import { parseJson } from '@formwork/react';
import { parseCsv, type TextTable } from '@formwork/react/internal';
import { isRecord } from '@formwork/schema/json';

/**
 * The rows of a batch: cells of text that are mapped to fields, values of JSON, or the line at
 * which reading failed.
 */
export type BatchTable =
  | { readonly kind: 'cells'; readonly table: TextTable }
  | {
      readonly kind: 'values';
      readonly values: readonly unknown[];
      readonly isCut: boolean;
    }
  | { readonly kind: 'unreadable'; readonly line: number }
  /**
   * This line of the CSV opens a quote that is never closed, so that many rows would be read as
   * one.
   */
  | { readonly kind: 'open-quote'; readonly line: number };

const MAX_ROWS = 5000;

/**
 * Parses CSV, JSON Lines or a JSON list. The text decides which of them it is; the name of the file
 * does not matter.
 */
export function parseTable(text: string): BatchTable {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const first = source.trimStart()[0];
  if (first === '[') {
    const whole = parse(source);
    if (!Array.isArray(whole?.value)) return { kind: 'unreadable', line: 1 };
    return toValues(whole.value);
  }
  if (first === '{') return parseLines(source);
  const table = parseCsv(source);
  return table.openLine === undefined
    ? { kind: 'cells', table }
    : { kind: 'open-quote', line: table.openLine };
}

function parseLines(source: string): BatchTable {
  const values: unknown[] = [];
  for (const [n, line] of source.split(/\r\n|\n|\r/u).entries()) {
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if (parsed === undefined || !isRecord(parsed.value)) return { kind: 'unreadable', line: n + 1 };
    values.push(parsed.value);
    if (values.length > MAX_ROWS) break;
  }
  return toValues(values);
}

function toValues(values: readonly unknown[]): BatchTable {
  return { kind: 'values', values: values.slice(0, MAX_ROWS), isCut: values.length > MAX_ROWS };
}

function parse(text: string): { readonly value: unknown } | undefined {
  const parsed = parseJson(text);
  return parsed.kind === 'value' ? parsed : undefined;
}
