import type { TaskFilter, TaskStateView } from '@formwork/people/client';

/** The filters of the history, as the address of the page has them; `''` selects everything. */
export interface HistoryFilter {
  readonly text: string;
  readonly skill: string;
  readonly state: '' | TaskStateView;
  /** The first day, such as `2026-11-21`. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

/** The filter that selects everything. */
export const NO_FILTER: HistoryFilter = { text: '', skill: '', state: '', from: '', to: '' };

/** The states by which a person can filter, in the order of a task's life. */
export const FILTER_STATES: readonly TaskStateView[] = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
];

/** The name that each filter has in the hash of an address; those of routes are others. */
const NAMES: Readonly<Record<keyof HistoryFilter, string>> = {
  text: 'find',
  skill: 'of',
  state: 'state',
  from: 'from',
  to: 'to',
};

const FIELDS = Object.keys(NAMES) as readonly (keyof HistoryFilter)[];

/** The longest text that is read from an address, in characters. */
const MAX_READ = 1_000;

/** The most parts of an address that are named because they select nothing. */
const MAX_NAMED = 5;

/** The most words and characters that the people door searches for. */
const MAX_WORDS = 8;
const MAX_TEXT = 200;

const DAY = /^\d{4}-\d\d-\d\d$/u;

/** Reads the filters from the hash of an address, which may come from anybody. */
export function readHistoryFilter(hash: string): HistoryFilter {
  const search = new URLSearchParams(hash.replace(/^#/u, ''));
  const read = (name: keyof HistoryFilter): string => search.get(NAMES[name]) ?? '';
  const readDay = (name: 'from' | 'to'): string => (DAY.test(read(name)) ? read(name) : '');
  return {
    text: read('text').slice(0, MAX_READ),
    skill: read('skill').slice(0, 1_000),
    state: FILTER_STATES.find((state) => state === read('state')) ?? '',
    from: readDay('from'),
    to: readDay('to'),
  };
}

/** The names that other parts of the page read from an address; some of their values are secrets. */
const OTHER_NAMES = ['agent', 'view', 'run', 'task', 'asker', 'token', 'data', 'made', 'shared'];

/** Returns what the hash of an address has that selects nothing, because there is no such filter. */
export function listIgnored(hash: string): string {
  const filter = readHistoryFilter(hash);
  const used = FIELDS.filter((field) => filter[field] !== '').map((field) => NAMES[field]);
  return [...new URLSearchParams(hash.replace(/^#/u, ''))]
    .filter(([name, value]) => value !== '' && ![...used, ...OTHER_NAMES].includes(name))
    .slice(0, MAX_NAMED)
    .map(([name, value]) => `${name.slice(0, 50)}=${value.slice(0, 50)}`)
    .join(', ');
}

/** Writes filters into the hash of an address, beside what else it has. */
export function writeHistoryFilter(hash: string, filter: HistoryFilter): string {
  const search = new URLSearchParams(hash.replace(/^#/u, ''));
  for (const field of FIELDS) {
    if (filter[field] === '') search.delete(NAMES[field]);
    else search.set(NAMES[field], filter[field]);
  }
  return `#${search.toString()}`;
}

/** True if a filter selects everything. */
export function isNoFilter(filter: HistoryFilter): boolean {
  return FIELDS.every((field) => filter[field] === '');
}

/** Makes the filter that the people door understands: whole days in the time zone of the person. */
export function toTaskFilter({ text, skill, state, from, to }: HistoryFilter): TaskFilter {
  const first = from === '' ? undefined : toMidnight(from, 0);
  const end = to === '' ? undefined : toMidnight(to, 1);
  return {
    ...(text.trim() !== '' && { text: toSearch(text) }),
    ...(skill !== '' && { skill }),
    ...(state !== '' && { state }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { to: end }),
  };
}

/** True if a text is too long for a search, so that its end is left out. */
export function isCut(text: string): boolean {
  return toSearch(text) !== text.trim().replaceAll(/\s+/gu, ' ');
}

/** Returns the beginning of a text that the people door searches for. */
function toSearch(text: string): string {
  const words = text.trim().split(/\s+/u).slice(0, MAX_WORDS);
  return words.join(' ').slice(0, MAX_TEXT).trim();
}

/** Returns the beginning of a day, or of one that comes later, where the person is. */
function toMidnight(day: string, later: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Reads the token of a link to a shared task from the address of the page. */
export function readSharedToken(): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get('shared') ?? undefined;
}
