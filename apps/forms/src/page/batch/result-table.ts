import type { ThreadEntry } from '@formwork/react';
import type { Json, Problem } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { fromEntry } from '../history/from-entry.ts';
import type { RunState } from '../history/run.ts';
import { toColumnName } from './column-name.ts';
import type { PlannedRow } from './plan-rows.ts';
import type { RowState } from './run-batch.ts';

/**
 * The most cells of inputs in the downloaded table, and also the most of results: an agent may name
 * other values in each row. What they do not hold stands in one further column.
 */
const MAX_CELLS = 1_000_000;

/** The name of the column for what the others do not hold. */
const FURTHER = 'more';

/** The states of the rows of a batch by their numbers; those that have not begun have none. */
type RowStates = ReadonlyMap<number, RowState<ThreadEntry>>;

/** Puts a problem of a row into words. */
type Describe = (problem: Problem) => string;

/** The lines of a file about one row: its state, its problems, and its outcome. */
interface RowReport {
  readonly row: number;
  /** The state of the run, `wrong` for a row that was not sent because it does not fit, or `open`. */
  readonly state: RunState | 'wrong';
  /** The problems that the form or the agent found; absent for none. */
  readonly problems?: readonly string[];
  readonly input: Json;
  /** Absent for a row that has no outcome. */
  readonly result?: Json;
}

/**
 * Makes the table to download: one line for each row of the table that was read, because one that is
 * missing looks as if it had run. It has the number, state, input and result of the row, and in a
 * further column what was wrong with it.
 */
export function toResultTable(
  rows: readonly PlannedRow[],
  states: RowStates,
  describe: Describe,
): {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const lines = rows.map((row) => {
    const { input, result = {}, ...report } = toReport(row, states, describe);
    return { ...report, input: flatten(input), output: flatten(result) };
  });
  const inputs = new Columns(lines.map(({ input }) => input));
  const outputs = new Columns(lines.map(({ output }) => output));
  const hasProblems = lines.some(({ problems }) => problems !== undefined);
  return {
    columns: [
      'row',
      'state',
      ...inputs.names,
      ...outputs.names.map((name) => `result ${name}`.trim()),
      ...(hasProblems ? ['problems'] : []),
    ],
    rows: lines.map(({ row, state, input, output, problems = [] }) => [
      String(row),
      state,
      ...inputs.toCells(input),
      ...outputs.toCells(output),
      ...(hasProblems ? [problems.join('\n')] : []),
    ]),
  };
}

/** Writes all rows of a batch as JSON: the number, state, problems, input and result of each. */
export function toResultJson(
  rows: readonly PlannedRow[],
  states: RowStates,
  describe: Describe,
): string {
  const reports = rows.map((row) => toReport(row, states, describe));
  return `${JSON.stringify(reports, undefined, 2)}\n`;
}

function toReport(row: PlannedRow, states: RowStates, describe: Describe): RowReport {
  const state = states.get(row.number);
  const common = { row: row.number, input: row.data };
  if (state?.kind !== 'done') {
    if (row.problems.length === 0) return { ...common, state: 'open' };
    return { ...common, state: 'wrong', problems: row.problems.map(describe) };
  }
  const { result } = state;
  const problems = result.state.kind === 'failed' ? result.state.failure.problems : [];
  return {
    ...common,
    state: toRowState(result),
    ...(problems.length > 0 && { problems: problems.map(describe) }),
    result: readOutcome(result),
  };
}

/** Returns the values within an object by the names of their columns; lists become JSON. */
function flatten(value: unknown, path: readonly string[] = []): Values {
  if (!isRecord(value)) return new Map([[toColumnName(path), toCell(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, item]) => [...flatten(item, [...path, name])]),
  );
}

function toCell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The values of a row by their names. */
type Values = ReadonlyMap<string, string>;

/** The columns for the values of many rows: one for each name, as far as the table has cells. */
class Columns {
  readonly names: readonly string[];
  readonly #single: ReadonlySet<string>;

  constructor(rows: readonly Values[]) {
    const all = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    this.#single = new Set(all.slice(0, Math.floor(MAX_CELLS / Math.max(1, rows.length))));
    this.names = all.length > this.#single.size ? [...this.#single, FURTHER] : all;
  }

  /** Returns the cells of a row; the last one has the values without a column of their own as JSON. */
  toCells(row: Values): readonly string[] {
    const cells = [...this.#single].map((name) => row.get(name) ?? '');
    if (this.names.length === this.#single.size) return cells;
    const further = [...row].filter(([name]) => !this.#single.has(name));
    return [...cells, further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further))];
  }
}

/** Returns the state of a row in the words of the history, such as `done` or `failed`. */
export function toRowState(entry: ThreadEntry): RunState {
  return fromEntry(entry, { skillId: '', skillName: '', fingerprint: '' }).state;
}

/** Returns the outcome of a row: the data of its result, or else the message of the agent. */
export function readOutcome({ state }: ThreadEntry): Json {
  switch (state.kind) {
    case 'done':
      return state.result.data ?? state.result.text;
    case 'ended':
      return state.end.text;
    case 'failed':
      return state.failure.message;
    case 'asking':
      return state.question.prompt;
    case 'authorizing':
      return state.text;
    case 'sending':
    case 'working':
      return '';
    default:
      return state satisfies never;
  }
}
