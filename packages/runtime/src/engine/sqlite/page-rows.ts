import { isTerminalState, TASK_STATES, type TaskStateName } from '../task-event.ts';
import type { TaskOrder } from '../task-query.ts';
import { HAS_ENDED } from './task-row.ts';

/** Selects rows of tasks. All conditions are SQL that names its values as `@name`. */
export interface RowSelection {
  /** True if the tasks are those of the scope `@scope`. */
  readonly hasScope: boolean;
  /**
   * True if the tasks are those with the id `@taskId` or in the context `@contextId`, of which there
   * are few.
   */
  readonly isNarrow: boolean;
  /** The state of the tasks; `undefined` for all states. */
  readonly state: TaskStateName | undefined;
  /** The order of a list by the time of the status. */
  readonly order: TaskOrder;
  /** Further conditions, which do not name the scope or the state. */
  readonly conditions: readonly string[];
}

const WAITING = "state in ('input-required', 'auth-required')";
const RUNNING = "state in ('submitted', 'working')";

/**
 * Writes the statement that selects the first `@limit` tasks by the time of the status, then by id.
 *
 * A list of all states is merged from lists of one state each, of which SQLite reads only as many
 * rows as the page needs. So one index that begins with the state serves all lists, and the tasks of
 * a rare state are found as fast as those of a usual one.
 */
export function writePageStatement(columns: string, selection: RowSelection): string {
  const arms = listSources(selection).map(
    ({ index, condition }) =>
      `select ${columns} from task ${index === undefined ? '' : `indexed by ${index}`}
      where ${[condition, ...selection.conditions].join(' and ')}`,
  );
  return `${arms.join(' union all ')} order by ${writeOrder(selection)} limit @limit`;
}

/** Writes the order of a list, as `order by` has it. */
export function writeOrder({ order }: Pick<RowSelection, 'order'>): string {
  return `status_time ${order === 'oldest-first' ? 'asc' : 'desc'}, id`;
}

/** Writes the condition of the rows that follow the time `@time` and the id `@id` in a list. */
export function writeFollows({ order }: Pick<RowSelection, 'order'>): string {
  const sign = order === 'oldest-first' ? '>' : '<';
  return `status_time ${sign}= @time and (status_time ${sign} @time or id > @id)`;
}

/** Writes the statement that counts the tasks of a selection; its name is `total`. */
export function writeCountStatement(selection: RowSelection): string {
  const sums = listSources(selection).map(
    ({ index, condition }) =>
      `(select count(*) from task ${index === undefined ? '' : `indexed by ${index}`}
      where ${[condition, ...selection.conditions].join(' and ')})`,
  );
  return `select ${sums.join(' + ')} as total`;
}

/** A part of the selected tasks that one index has in the order of a list. */
interface RowSource {
  readonly index: string | undefined;
  readonly condition: string;
}

function listSources({ hasScope, isNarrow, state }: RowSelection): readonly RowSource[] {
  const states = state === undefined ? TASK_STATES : [state];
  if (isNarrow) {
    const conditions = [
      ...(hasScope ? ['scope = @scope'] : []),
      ...(state === undefined ? [] : [`state = '${state}'`]),
    ];
    return [{ index: undefined, condition: ['true', ...conditions].join(' and ') }];
  }
  if (hasScope) {
    return states.map((stateName) => ({
      index: 'task_state',
      condition: `scope = @scope and state = '${stateName}'`,
    }));
  }
  return listSourcesOfAll(states);
}

/** Lists the sources of the tasks of all scopes: tasks that have not ended are few. */
function listSourcesOfAll(states: readonly TaskStateName[]): readonly RowSource[] {
  return states.map((state) => {
    const isState = `state = '${state}'`;
    // SQLite uses a partial index only if the statement contains the condition of the index.
    if (isTerminalState(state)) {
      return { index: 'task_ended', condition: `${isState} and ${HAS_ENDED}` };
    }
    return state === 'submitted' || state === 'working'
      ? { index: 'task_claim', condition: `${isState} and ${RUNNING}` }
      : { index: 'task_waiting', condition: `${isState} and ${WAITING}` };
  });
}
