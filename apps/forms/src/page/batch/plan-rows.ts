import type { Json, JsonSchema, Problem } from '@formwork/schema';
import { createRemoteValidator, vetSchemaShape } from '@formwork/schema';
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

/** Options of {@link planRows}. */
interface RowPlan {
  readonly schema: JsonSchema;
  readonly targets: readonly BatchTarget[];
  readonly mapping: ColumnMapping;
  readonly language: string;
}

/** Milliseconds of a check of one row, and of all, on the page's own thread. */
const ROW_PATIENCE = 20;
const PATIENCE = 150;

/**
 * The data of each row, and what of it does not fit. Patterns are left to the agent, and so is what
 * takes longer than a page may stand still.
 */
export function planRows(table: BatchTable, plan: RowPlan): readonly PlannedRow[] {
  const values = toValues(table, plan);
  const outcome = vetSchemaShape(plan.schema);
  const validator =
    outcome.kind === 'vetted'
      ? createRemoteValidator(outcome.vetted, { milliseconds: ROW_PATIENCE })
      : undefined;
  const end = performance.now() + PATIENCE;
  return values.map((data, n) => {
    const problems = performance.now() < end ? (validator?.check(data) ?? []) : [];
    const isDecided = problems.every(({ keyword }) => keyword !== 'timeout');
    return { number: n + 1, data, problems: isDecided ? problems : [] };
  });
}

function toValues(table: BatchTable, { targets, mapping, language }: RowPlan): readonly Json[] {
  switch (table.kind) {
    case 'cells':
      return table.table.rows.map((row) => toRecord(row, { mapping, targets, language }));
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
