import type { Agent } from '@formwork/core';
import { isTerminalState, type Scope, type TaskSnapshot } from '@formwork/runtime';
import { toCsvCell } from '@formwork/schema/internal';
import type { AdapterHost, ResponseWriter } from '@formwork/server';
import type { TaskDetail } from '../api.ts';
import { findTasks } from './find-tasks.ts';
import type { TaskFilters } from './read-filter.ts';
import { toTaskDetail } from './task-view.ts';

/** Matches a number, which is no formula although it may begin with a sign. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u;

/** Options of {@link exportTasks}. */
export interface ExportOptions {
  readonly host: Pick<AdapterHost, 'engine' | 'listSecrets'>;
  readonly scope: Scope;
  readonly filters: TaskFilters;
  readonly agent: Agent;
  readonly format: 'csv' | 'json';
  /** Writes a part of the file, and waits while its reader is slower. */
  readonly write: (text: string) => Promise<void>;
  /** The signal that aborts when the reader is gone. */
  readonly signal: AbortSignal;
}

/** The number of tasks that are read at once, so that an export of many takes little memory. */
const PAGE_SIZE = 50;

/** The time by which a change may be stored later than it says, in milliseconds. */
const LATE_MS = 10_000;

const COLUMNS = [
  'id',
  'skill',
  'state',
  'created',
  'changed',
  'title',
  'input',
  'result',
  'message',
];

const FORMATS: Readonly<
  Record<
    ExportOptions['format'],
    {
      readonly mediaType: string;
      readonly start: string;
      readonly between: string;
      readonly end: string;
      readonly toText: (task: TaskDetail) => string;
    }
  >
> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // Spreadsheets know by the mark at the beginning that the file is UTF-8.
    start: `\uFEFF${toCsvLine(COLUMNS)}`,
    between: '',
    end: '',
    toText: ({
      id,
      skill = '',
      state,
      createdAt,
      changedAt,
      title = '',
      input,
      result,
      message = '',
    }) =>
      toCsvLine([
        id,
        skill,
        state,
        createdAt,
        changedAt,
        title,
        input.kind === 'text' ? input.text : JSON.stringify(input.data ?? null),
        writeResult(result),
        message,
      ]),
  },
  json: {
    mediaType: 'application/json',
    start: '[\n',
    between: ',\n',
    end: '\n]\n',
    toText: (task) => JSON.stringify(task),
  },
};

/**
 * Sends the tasks that filters select as a file, a page at a time. A connection that breaks off
 * tells the reader that the file is not whole.
 */
export async function exportTasks(response: ResponseWriter, options: ExportOptions): Promise<void> {
  const { host, agent, format, signal, write } = options;
  const { mediaType, start, between, end, toText } = FORMATS[format];
  const { listSecrets } = host;
  const pages = readSelected(options);
  // The first page is read before anything is sent, so that an error has its own status.
  let page = await pages.next();
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Disposition', `attachment; filename="tasks.${format}"`);
  let lead = start;
  for (; page.done !== true; page = await pages.next()) {
    for (const task of page.value) {
      // The bytes of files would make a table that is too large to open.
      const shown = withoutBytes(toTaskDetail(task, { agent, listSecrets }));
      await write(lead + toText(shown));
      lead = between;
    }
    signal.throwIfAborted();
  }
  response.end(`${lead === start ? start : ''}${end}`, 'utf8');
}

/**
 * Reads the tasks that filters select, each once: newest first, and then those that have changed
 * meanwhile, because a task that changes moves to pages which were read before. Tasks that were
 * created meanwhile are left out, because a slow reader would never come to an end.
 */
async function* readSelected(options: ExportOptions): AsyncGenerator<readonly TaskSnapshot[]> {
  // A task that has ended changes no more, unless an operator lets it run again.
  const open = new Set<string>();
  let newest: number | undefined;
  for await (const tasks of readPages(options, {})) {
    newest ??= tasks[0] && Date.parse(tasks[0].statusTimestamp);
    const since = (newest ?? 0) - LATE_MS;
    for (const { id, state, statusTimestamp } of tasks) {
      if (!isTerminalState(state) || Date.parse(statusTimestamp) >= since) open.add(id);
    }
    yield tasks;
  }
  if (newest === undefined) return;
  const end = newest;
  const { statusTimestampAfter: from = '' } = options.filters;
  const since = new Date(Math.max(end - LATE_MS, Date.parse(from) || 0)).toISOString();
  const changed = { order: 'oldest-first', statusTimestampAfter: since } as const;
  for await (const tasks of readPages(options, changed)) {
    yield tasks.filter(({ id, createdAt }) => {
      const isMissing = Date.parse(createdAt) <= end && !open.has(id);
      open.add(id);
      return isMissing;
    });
  }
}

/** Reads the pages of the tasks that filters select. */
async function* readPages(
  { host, scope, filters }: ExportOptions,
  changes: TaskFilters,
): AsyncGenerator<readonly TaskSnapshot[]> {
  let pageToken: string | undefined;
  do {
    const page = await findTasks(host, scope, {
      ...filters,
      ...changes,
      pageSize: PAGE_SIZE,
      ...(pageToken !== undefined && { pageToken }),
    });
    yield page.tasks;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

function withoutBytes(task: TaskDetail): TaskDetail {
  const result = task.result.map((part) => {
    if (part.kind !== 'file') return part;
    const { bytes: _bytes, ...fileInfo } = part;
    return fileInfo;
  });
  return { ...task, result };
}

/** Writes what came of a task into one cell: its text, or its data as JSON. */
function writeResult(result: TaskDetail['result']): string {
  const cells = result.map((part) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'data':
        return JSON.stringify(part.data);
      case 'file':
        return part.name;
    }
  });
  return cells.join('\n');
}

/**
 * Writes a line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe, so that no text of another person runs there.
 */
function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  return NUMBER.test(text) ? text : toCsvCell(text);
}
