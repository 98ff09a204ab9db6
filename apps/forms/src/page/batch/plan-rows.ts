import {
  type Json,
  type JsonSchema,
  type Problem,
  createRemoteValidator,
  vetSchemaShape,
  WIDE_LIMITS,
} from '@formwork/schema';
import type { BatchTarget } from './list-targets.ts';
import { toRecord, type ColumnMapping } from './map-columns.ts';
import type { BatchTable } from './parse-table.ts';

/**
 * A row of a batch that is ready to run: the input that is made from it, and the problems of that
 * input.
 */
export interface PlannedRow {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  readonly data: Json;
  readonly problems: readonly Problem[];
}

/** Options of {@link planRows}: the schema of the input, and the fields that the columns fill. */
interface RowPlan {
  readonly schema: JsonSchema;
  readonly targets: readonly BatchTarget[];
  readonly mapping: ColumnMapping;
  readonly language: string;
}

/** Milliseconds that the page may spend on checking one row, and on checking all rows. */
const ROW_PATIENCE = 20;
const PATIENCE = 150;

/**
 * Makes the input of each row and checks it. Patterns, and inputs that take too long to check in
 * the page, are left to the agent.
 */
export function planRows(table: BatchTable, plan: RowPlan): readonly PlannedRow[] {
  const values = toValues(table, plan);
  const outcome = vetSchemaShape(plan.schema, { limits: WIDE_LIMITS });
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
      // These values were parsed from JSON, so they are JSON.
      return table.values.map((value) => value as Json);
    case 'unreadable':
    case 'open-quote':
      return [];
    default:
      return table satisfies never;
  }
}
