import { isRecord } from '@formwork/schema/internal';
import type { ThreadEntry } from '@formwork/react';
import { readOutcome, toRowState } from './row-outcome.ts';
import type { PlannedRow } from './plan-rows.ts';
import type { RowState } from './run-batch.ts';

/** A table of what was sent and what came of it. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Columns of one kind that a table has at most. */
const MAX_COLUMNS = 30;

/** One line for each row that has ended: number, state, input, result. */
export function toResultTable(
  rows: readonly PlannedRow[],
  states: ReadonlyMap<number, RowState<ThreadEntry>>,
): ResultTable {
  const lines = rows.flatMap((row) => {
    const state = states.get(row.number);
    if (state?.kind !== 'done') return [];
    const output = flatten(readOutcome(state.result));
    return [{ row, state: toRowState(state.result), input: flatten(row.data), output }];
  });
  const inputs = listNames(lines.map(({ input }) => input));
  const outputs = listNames(lines.map(({ output }) => output));
  return {
    columns: ['row', 'state', ...inputs, ...outputs.map((name) => `result ${name}`.trim())],
    rows: lines.map(({ row, state, input, output }) => [
      String(row.number),
      state,
      ...inputs.map((name) => input.get(name) ?? ''),
      ...outputs.map((name) => output.get(name) ?? ''),
    ]),
  };
}

/** Values by their names, those of objects within joined by dots; lists as JSON. */
function flatten(value: unknown, prefix = ''): ReadonlyMap<string, string> {
  if (!isRecord(value)) return new Map([[prefix, toCell(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, item]) => [
      ...flatten(item, prefix === '' ? name : `${prefix}.${name}`),
    ]),
  );
}

function toCell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function listNames(maps: readonly ReadonlyMap<string, string>[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].slice(0, MAX_COLUMNS);
}
