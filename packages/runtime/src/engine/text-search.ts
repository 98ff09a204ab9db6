import { type Part, Role } from '@a2a-js/sdk';
import { isRecord } from '@formwork/schema/json';
import { TaskDamagedError } from '../errors.ts';
import type { PagePosition } from './page-token.ts';
import { FULL_PAGE_BYTES, measureBytes } from './stored-bytes.ts';
import type { TaskSnapshot } from './task-snapshot.ts';
import { chooseRowWord, foldText, type RowWord } from './text-folding.ts';

/** The largest number of characters of a text to search for. */
const MAX_LENGTH = 200;

/** The most words of a text that are searched for. */
const MAX_WORDS = 8;

/** The deepest level of data that is searched. */
const MAX_DEPTH = 64;

/**
 * The largest number of tasks that are searched for one page, so that no search takes long. After
 * as many, the page ends, and the next page goes on.
 */
const MAX_SEARCHED = 20_000;

/**
 * The largest number of tasks that are read for one page: some of them have their texts in a blob
 * store, from which each takes long to read.
 */
const MAX_READ = 1_000;

/** The number of tasks that are read at the same time: they may be large, and none may be found. */
const READ_AT_ONCE = 8;

/** The number of tasks that the first read of a search takes; each later one takes 4 times as many. */
const FIRST_READ = 250;
const GROWTH = 4;

/** The words of a search, in the form in which texts are compared. */
export interface TextSearch {
  /** The words that a task must have, all of them, anywhere in its texts. */
  readonly words: readonly string[];
  /** The part of a word by which rows are selected before their tasks are read. */
  readonly row: RowWord;
}

/**
 * Reads the text of a search: words that a task must have, all of them.
 *
 * @throws RangeError unless the text has 1 to 8 words, and at most 200 characters
 */
export function parseTextSearch(text: string): TextSearch {
  const words = [...new Set(foldText(text).split(/\s+/u).filter(Boolean))];
  if (text.length > MAX_LENGTH || words.length === 0 || words.length > MAX_WORDS) {
    throw new RangeError(
      `Cannot list tasks because text must have 1 to ${MAX_WORDS} words and at most ${MAX_LENGTH} characters: current value has ${words.length} words and ${text.length} characters`,
    );
  }
  return { words, row: chooseRowWord(words) };
}

/**
 * Returns true for a task that has all words of a search: in what its caller sent, in its results,
 * in its title or in the message of its state. Names of members of data, and the bytes of files,
 * are not searched. `show` returns a text without what must not be found in it.
 */
export function hasWords(
  task: TaskSnapshot,
  { words }: Pick<TextSearch, 'words'>,
  show: (text: string) => string = (text) => text,
): boolean {
  const missing = new Set(words);
  for (const text of listTexts(task)) {
    const folded = foldText(show(text));
    for (const word of missing) if (folded.includes(word)) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return false;
}

function* listTexts({
  history,
  statusMessage,
  artifacts,
  metadata,
}: TaskSnapshot): Iterable<string> {
  const title: unknown = metadata['title'];
  if (typeof title === 'string') yield title;
  for (const { role, parts } of history) {
    if (role === Role.ROLE_USER) yield* listPartTexts(parts);
  }
  for (const { name, parts } of artifacts) {
    yield name;
    yield* listPartTexts(parts);
  }
  if (statusMessage !== undefined) yield* listPartTexts(statusMessage.parts);
}

function* listPartTexts(parts: readonly Part[]): Iterable<string> {
  for (const { content, filename } of parts) {
    if (filename !== '') yield filename;
    if (content?.$case === 'text') yield content.value;
    else if (content?.$case === 'data') yield* listValues(content.value, 0);
  }
}

function* listValues(value: unknown, depth: number): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (depth > MAX_DEPTH) return;
  else if (Array.isArray(value)) for (const item of value) yield* listValues(item, depth + 1);
  else if (isRecord(value)) {
    for (const member of Object.values(value)) yield* listValues(member, depth + 1);
  }
}

/** A row of a task that a search looks at. */
export interface SearchedRow {
  /**
   * True if the log of the task has the row word, or a part in a blob store, so that the task is
   * worth reading.
   */
  readonly isHit: boolean;
}

/** A task that was read; the error of a damaged one; `undefined` for one deleted meanwhile. */
export type ReadTask = TaskSnapshot | TaskDamagedError | undefined;

/** The storage that {@link searchPage} reads. */
export interface SearchedStorage<Row extends SearchedRow> {
  /** The most rows of one read. */
  readonly maxRows: number;
  /** Reads the rows after a position, in the order of the list; fewer than `limit` at its end. */
  readRows(after: PagePosition | undefined, limit: number): Promise<readonly Row[]>;
  /** Returns the place of a row in the list. Called for few of the rows. */
  toPosition(row: Row): PagePosition;
  /** Reads the tasks of rows, in their order. */
  readTasks(rows: readonly Row[]): Promise<readonly ReadTask[]>;
}

/**
 * Searches one page of tasks: reads rows in the order of the list until the page is full, the list
 * ends, or as many tasks were searched as one page may cost.
 */
export async function searchPage<Row extends SearchedRow>(
  storage: SearchedStorage<Row>,
  {
    search,
    pageSize,
    after,
  }: {
    readonly search: TextSearch;
    readonly pageSize: number;
    /** The position after which the page begins; `undefined` for the first page. */
    readonly after: PagePosition | undefined;
  },
): Promise<{
  readonly tasks: readonly TaskSnapshot[];
  readonly damaged: readonly TaskDamagedError[];
  /** The position after which the next page begins; `undefined` after the last one. */
  readonly next: PagePosition | undefined;
}> {
  const tasks: TaskSnapshot[] = [];
  const damaged: TaskDamagedError[] = [];
  let position = after;
  let bytes = 0;
  for (let searched = 0, read = 0, size = FIRST_READ; searched < MAX_SEARCHED; size *= GROWTH) {
    const limit = Math.min(size, storage.maxRows);
    const rows = await storage.readRows(position, limit);
    const hits = rows.filter(({ isHit }) => isHit);
    const step = Math.min(pageSize, READ_AT_ONCE);
    for (let start = 0; start < hits.length; start += step) {
      const batch = hits.slice(start, start + step);
      const isFull = tasks.length > 0 && bytes >= FULL_PAGE_BYTES;
      if (isFull || read > MAX_READ) return { tasks, damaged, next: position };
      read += batch.length;
      for (const [index, task] of (await storage.readTasks(batch)).entries()) {
        if (task instanceof TaskDamagedError) damaged.push(task);
        const isFound =
          task !== undefined && !(task instanceof TaskDamagedError) && hasWords(task, search);
        // One more fits, so there is a next page, which begins after the last task of this one.
        if (isFound && tasks.length === pageSize) return { tasks, damaged, next: position };
        if (isFound) {
          tasks.push(task);
          bytes += measureBytes(task);
        }
        const row = batch[index];
        if (row !== undefined && (tasks.length < pageSize || isFound)) {
          position = storage.toPosition(row);
        }
      }
    }
    searched += rows.length;
    if (rows.length < limit) return { tasks, damaged, next: undefined };
    // Whether more follows a full page is not searched for here: the next page may be empty.
    const last = rows.at(-1);
    if (tasks.length === pageSize || last === undefined) return { tasks, damaged, next: position };
    position = storage.toPosition(last);
  }
  return { tasks, damaged, next: position };
}
