import type { JsonSchema } from '@formwork/schema';
import { isRecord, toList } from '@formwork/schema/json';
import { toControlKind, toOptions, type ControlKind } from './control-kind.ts';
import { toReference, JSON_EDITOR, NULLABLE } from './form-keywords.ts';

/** A column of a list that is drawn as a table, with the property of the rows that it shows. */
export interface Column {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/**
 * The maximum number of columns of a list that is drawn as a table; more do not fit side by side.
 */
const MAX_COLUMNS = 5;

/**
 * The maximum number of choices in a cell of a table, because the page contains all of them for
 * each row.
 */
const MAX_CHOICES = 30;

/** The kinds of control that fit into a narrow cell. */
const SHORT: ReadonlySet<ControlKind> = new Set([
  'text',
  'number',
  'date',
  'time',
  'email',
  'switch',
  'radio',
  'combobox',
  'select',
]);

/** The maximum number of columns of a list that can be shown as a spreadsheet. */
const MAX_SHEET_COLUMNS = 40;

/** The kinds of control whose value is a text of one line, as in the cell of a spreadsheet. */
const SINGLE: ReadonlySet<ControlKind> = new Set([
  ...SHORT,
  'date-time',
  'duration',
  'url',
  'long-text',
  'slider',
  'rating',
  'color',
]);

/** Keywords that a schema of rows may have beside `properties` without drawing anything else. */
const PLAIN = new Set(['type', 'properties', 'required', 'title', 'description']);

/**
 * Returns the columns of a table for rows with this form schema; `undefined` if the rows do not fit
 * into a table.
 */
export function toColumns(row: unknown): readonly Column[] | undefined {
  return listColumns(row, { most: MAX_COLUMNS, kinds: SHORT });
}

/**
 * Returns the columns of a spreadsheet for rows with this form schema; `undefined` if a row holds
 * more than single values.
 */
export function toSheetColumns(row: unknown): readonly Column[] | undefined {
  return listColumns(row, { most: MAX_SHEET_COLUMNS, kinds: SINGLE });
}

function listColumns(
  row: unknown,
  {
    most,
    kinds,
  }: {
    readonly most: number;
    readonly kinds: ReadonlySet<ControlKind>;
  },
): readonly Column[] | undefined {
  if (!isRecord(row) || row['type'] !== 'object' || !isRecord(row['properties'])) return undefined;
  // A row that may be null is a card, which can be closed.
  if (NULLABLE in row) return undefined;
  if (Object.keys(row).some((keyword) => !PLAIN.has(keyword) && !keyword.startsWith('x-'))) {
    return undefined;
  }
  const entries = Object.entries(row['properties']);
  if (entries.length === 0 || entries.length > most) return undefined;
  const required = new Set<unknown>(toList(row['required']));
  const columns: Column[] = [];
  for (const [name, schema] of entries) {
    if (!isRecord(schema) || !isSingle(schema, kinds)) return undefined;
    columns.push({ name, schema, isRequired: required.has(name) });
  }
  return columns;
}

function isSingle(schema: JsonSchema, kinds: ReadonlySet<ControlKind>): boolean {
  if (
    toReference(schema) !== undefined ||
    JSON_EDITOR in schema ||
    'allOf' in schema ||
    'anyOf' in schema
  ) {
    return false;
  }
  const options = toOptions(schema);
  // A constant needs no column, because it is not entered.
  if (options !== undefined && (options.length < 2 || options.length > MAX_CHOICES)) return false;
  return kinds.has(toControlKind(schema)) && (options !== undefined || !('oneOf' in schema));
}
