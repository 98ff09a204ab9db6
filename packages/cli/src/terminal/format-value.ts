import type { Paint } from './console.ts';
import { formatTable } from './format-table.ts';
import { assertShallow, toSafeText } from './safe-text.ts';

/** The highest number of rows that are shown of a value; the others are only counted. */
const MAX_ROWS = 500;

/** The depth to which members get rows of their own; deeper values are shown as JSON. */
const MAX_DEPTH = 8;

/**
 * Formats a JSON value for people: text unchanged, an object with one row per member, a list of
 * plain objects as a table.
 */
export function formatValue(
  value: unknown,
  {
    paint,
    columns,
  }: {
    readonly paint: Paint;
    /** The column at which long text is wrapped. Default: it is not wrapped. */
    readonly columns?: number;
  },
): string {
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
    return addRowCount(formatTable(rows, { ...layout, header }), value.length);
  }
  const rows = [...listPlaces(value, '', 0)];
  const shownRows = rows.slice(0, MAX_ROWS);
  return addRowCount(formatTable(shownRows, layout), rows.length);
}

function addRowCount(text: string, count: number): string {
  if (count <= MAX_ROWS) return text;
  return `${text}\n… and ${count - MAX_ROWS} more; --output json shows all.`;
}

/**
 * Returns the column names for a list of objects without nested values; `undefined` for any other
 * list.
 */
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

function* listPlaces(value: unknown, path: string, depth: number): Generator<[string, string]> {
  const isInner = typeof value === 'object' && value !== null && depth < MAX_DEPTH;
  const entries = isInner ? Object.entries(value) : [];
  if (entries.length === 0) {
    yield [path, toCell(value)];
    return;
  }
  for (const [key, inner] of entries) {
    yield* listPlaces(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  }
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
