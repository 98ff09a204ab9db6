import type { ThreadEntry } from '@formwork/react';
import type { Json, Problem } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { fromEntry } from '../history/from-entry.ts';
import type { RunState } from '../history/run.ts';
import type { PlannedRow } from './plan-rows.ts';
import type { RowState } from './run-batch.ts';

/**
 * The maximum number of columns for inputs in the downloaded table, and also the maximum for
 * results.
 */
const MAX_COLUMNS = 30;

/** The inputs and results of a batch as a table for download, with texts in all cells. */
interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

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
): ResultTable {
  const lines = rows.map((row) => {
    const { input, result = {}, ...report } = toReport(row, states, describe);
    return { ...report, input: flatten(input), output: flatten(result) };
  });
  const inputs = listNames(lines.map(({ input }) => input));
  const outputs = listNames(lines.map(({ output }) => output));
  const hasProblems = lines.some(({ problems }) => problems !== undefined);
  return {
    columns: [
      'row',
      'state',
      ...inputs,
      ...outputs.map((name) => `result ${name}`.trim()),
      ...(hasProblems ? ['problems'] : []),
    ],
    rows: lines.map(({ row, state, input, output, problems = [] }) => [
      String(row),
      state,
      ...inputs.map((name) => input.get(name) ?? ''),
      ...outputs.map((name) => output.get(name) ?? ''),
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
  const found = result.state.kind === 'failed' ? result.state.failure.problems : [];
  return {
    ...common,
    state: toRowState(result),
    ...(found.length > 0 && { problems: found.map(describe) }),
    result: readOutcome(result),
  };
}

/**
 * Returns the values within an object by name. Names of nested objects are joined by dots; lists
 * become JSON.
 */
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
