import { assertShallow, toSafeText } from './safe-text.ts';
import type { Paint } from './console.ts';
import { formatTable } from './format-table.ts';

/** Most rows that are made of a value; the rest is counted. */
const MAX_ROWS = 500;

/** Deepest place that gets a row of its own; below it is JSON. */
const MAX_DEPTH = 8;

/** Options of {@link formatValue}. */
export interface FormatValueOptions {
  readonly paint: Paint;
  /** Where long text is wrapped. Default: nowhere. */
  readonly columns?: number;
}

/**
 * A JSON value for people: text as it is, objects as one row for each place, lists of plain objects
 * as a table.
 */
export function formatValue(value: unknown, { paint, columns }: FormatValueOptions): string {
  assertShallow(value);
  if (typeof value === 'string') return toSafeText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const layout = {
    paint,
    indent: '',
    overflow: 'wrap',
    ...(columns !== undefined && { columns }),
  } as const;
  const header = Array.isArray(value) ? toHeader(value) : undefined;
  if (header !== undefined && Array.isArray(value)) {
    const rows = value
      .slice(0, MAX_ROWS)
      .map((item: unknown) => header.map((key) => toCell(toRecord(item)[key])));
    return withRest(formatTable(rows, { ...layout, header }), value.length);
  }
  const rows = [...listPlaces(value, '', 0)];
  const shown = rows.slice(0, MAX_ROWS);
  return withRest(formatTable(shown, layout), rows.length);
}

function withRest(text: string, count: number): string {
  if (count <= MAX_ROWS) return text;
  return `${text}\n… and ${count - MAX_ROWS} more; --output json shows all.`;
}

/** The columns of a list of objects that hold nothing nested; `undefined` for any other. */
function toHeader(items: readonly unknown[]): readonly string[] | undefined {
  const keys = new Set<string>();
  for (const item of items.slice(0, MAX_ROWS)) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
    for (const [key, cell] of Object.entries(item)) {
      if (typeof cell === 'object' && cell !== null) return undefined;
      keys.add(key);
    }
  }
  return keys.size > 0 && keys.size <= 8 ? [...keys] : undefined;
}

function* listPlaces(value: unknown, place: string, depth: number): Generator<[string, string]> {
  const isInner = typeof value === 'object' && value !== null && depth < MAX_DEPTH;
  const entries = isInner ? Object.entries(value) : [];
  if (entries.length === 0) {
    yield [place, toCell(value)];
    return;
  }
  for (const [key, inner] of entries) {
    yield* listPlaces(inner, place === '' ? key : `${place}.${key}`, depth + 1);
  }
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
