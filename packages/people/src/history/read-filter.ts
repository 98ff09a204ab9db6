import type { TaskQuery, TaskStateName } from '@formwork/runtime';
import { TASK_STATES } from '@formwork/runtime/internal';
import { previewJson } from '@formwork/schema/json';
import { PeopleError } from '../people-error.ts';

/** The parameters by which the tasks of a person are selected. */
const FILTERS = ['text', 'skill', 'state', 'from', 'to'];

const MAX_TEXT = 200;
const MAX_WORDS = 8;
const MAX_SKILL = 1_000;
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;

/** Matches a time of RFC 3339, or a day, which begins at midnight in UTC. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/iu;

/** The filters of a query, without its paging. */
export type TaskFilters = Omit<TaskQuery, 'pageSize' | 'pageToken' | 'contextId'>;

/**
 * Reads the filters of a request.
 *
 * @throws PeopleError for a filter that cannot be read, and for parameters that do not exist
 */
export function readFilters(
  query: ReadonlyMap<string, string>,
  furtherNames: readonly string[] = [],
): TaskFilters {
  const allowed = [...FILTERS, ...furtherNames];
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw refuse('the query', `of ${allowed.join(', ')}`, unknown);
  // A filter without a value selects everything, as a form sends it.
  const read = (name: string): string | undefined => query.get(name) || undefined;
  const text = readText(read('text'));
  const skillId = readSkill(read('skill'));
  const state = readState(read('state'));
  const from = readTime('from', read('from'));
  const to = readTime('to', read('to'));
  return {
    ...(text !== undefined && { text }),
    ...(skillId !== undefined && { skillId }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { statusTimestampAfter: from }),
    ...(to !== undefined && { statusTimestampBefore: to }),
  };
}

/** Reads the filters and the paging of a list. @throws PeopleError for what cannot be read */
export function readTaskQuery(query: ReadonlyMap<string, string>): TaskQuery {
  const filters = readFilters(query, ['pageSize', 'pageToken']);
  const size = query.get('pageSize') ?? String(DEFAULT_PAGE_SIZE);
  const pageSize = Number(size);
  if (!/^\d{1,3}$/u.test(size) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    throw refuse('pageSize', `an integer from 1 to ${MAX_PAGE_SIZE}`, size);
  }
  const pageToken = query.get('pageToken') || undefined;
  return { ...filters, pageSize, ...(pageToken !== undefined && { pageToken }) };
}

function readText(text: string | undefined): string | undefined {
  const words = text?.trim();
  if (words === undefined || words === '') return undefined;
  if (words.length <= MAX_TEXT && words.split(/\s+/u).length <= MAX_WORDS) return words;
  throw refuse('text', `at most ${MAX_WORDS} words in ${MAX_TEXT} characters`, words);
}

function readSkill(skill: string | undefined): string | undefined {
  if (skill === undefined || skill.length <= MAX_SKILL) return skill;
  throw refuse('skill', 'the id of a skill', skill);
}

function readState(state: string | undefined): TaskStateName | undefined {
  if (state === undefined) return undefined;
  const match = TASK_STATES.find((name) => name === state);
  if (match !== undefined) return match;
  throw refuse('state', `one of ${TASK_STATES.join(', ')}`, state);
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const day = TIME.exec(text)?.[1];
  const time = new Date(text);
  // `Date` would take days that no month has for later ones.
  const midnight = new Date(`${day ?? ''}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === day;
  if (isDay && !Number.isNaN(time.getTime())) return time.toISOString();
  throw refuse(name, 'a time such as 2026-11-21T09:30:00Z', text);
}

function refuse(name: string, rule: string, value: string): PeopleError {
  return new PeopleError(
    'INVALID_REQUEST',
    `Cannot read the request because ${name} must be ${rule}: current value is ${previewJson(value.slice(0, 100))}`,
  );
}
