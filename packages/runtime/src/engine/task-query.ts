import type { TaskDamagedError } from '../errors.ts';
import type { TaskStateName } from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** The order of a list by the time of the status; tasks of equal times are ordered by id, the lowest first. */
export type TaskOrder = 'newest-first' | 'oldest-first';

/** Selects the tasks to list. */
export interface TaskQuery {
  /** Default: `newest-first`. */
  readonly order?: TaskOrder;
  readonly contextId?: string;
  readonly state?: TaskStateName;
  /** Selects only tasks whose status changed at or after this time, ISO 8601. */
  readonly statusTimestampAfter?: string;
  /** Selects only tasks whose status changed before this time, ISO 8601. */
  readonly statusTimestampBefore?: string;
  /** Selects only tasks that run this skill. */
  readonly skillId?: string;
  /**
   * Selects only tasks that have all of these words: 1 to 8, in at most 200 characters. They are
   * searched in what the caller sent, in the results, in the title and in the message of the state,
   * as parts of words, without regard to letter case. A word that came in two pieces MAY be missed.
   *
   * A page MAY then end before it is full, with a token for the next one, so that no search takes
   * long.
   */
  readonly text?: string;
  /**
   * The largest number of tasks on the page, 1 to 100. A page of large tasks MAY end with fewer, and a
   * token for the next one.
   */
  readonly pageSize: number;
  /** The token from the previous page, `nextPageToken`; absent for the first page. */
  readonly pageToken?: string;
}

/** One page of a list of a scope's tasks. */
export interface TaskPage {
  readonly tasks: readonly TaskSnapshot[];
  /** The token for the next page; absent on the last page. */
  readonly nextPageToken?: string;
  /**
   * The number of tasks on all pages together. With {@link TaskQuery.text}, the number of tasks that
   * the other filters select, because only a search of all of them could count the rest.
   */
  readonly totalSize: number;
  /** The errors of damaged tasks that are left out of this page; absent if no task is damaged. */
  readonly damaged?: readonly TaskDamagedError[];
}
