import type { Json, JsonSchema, Problem } from '@formwork/core';
import { createRemoteValidator, vetSchemaShape } from '@formwork/core';
import type { BatchTarget } from './list-targets.ts';
import { toRecord, type ColumnMapping } from './map-columns.ts';
import type { BatchTable } from './parse-table.ts';

/** A row as it would be sent. */
export interface PlannedRow {
  /** From 1, as the table counts. */
  readonly number: number;
  readonly data: Json;
  readonly problems: readonly Problem[];
}

/** What {@link planRows} takes. */
interface RowPlan {
  readonly schema: JsonSchema;
  readonly targets: readonly BatchTarget[];
  readonly mapping: ColumnMapping;
}

/** The data of each row, and what of it does not fit. Patterns are left to the agent. */
export function planRows(table: BatchTable, plan: RowPlan): readonly PlannedRow[] {
  const values = toValues(table, plan);
  const outcome = vetSchemaShape(plan.schema);
  const validator = outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : undefined;
  return values.map((data, n) => ({
    number: n + 1,
    data,
    problems: validator?.check(data) ?? [],
  }));
}

function toValues(table: BatchTable, { targets, mapping }: RowPlan): readonly Json[] {
  switch (table.kind) {
    case 'cells':
      return table.table.rows.map((row) => toRecord(row, { mapping, targets }));
    case 'values':
      // They were read as JSON.
      return table.values.map((value) => value as Json);
    case 'unreadable':
    case 'open-quote':
      return [];
    default:
      return table satisfies never;
  }
}
