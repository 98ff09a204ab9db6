import type { Agent } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import type { AdapterHost } from '@formwork/server';
import { toCsvCell } from '@formwork/schema/internal';
import type { Response } from 'express';
import { once } from 'node:events';
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
  /** The signal that aborts when nobody reads any more. */
  readonly signal: AbortSignal;
}

/** The number of tasks that are read at once, so that an export of many takes little memory. */
const PAGE_SIZE = 50;

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

/** A form of a file: what stands before, between and after its tasks. */
interface ExportFormat {
  readonly mediaType: string;
  readonly start: string;
  readonly between: string;
  readonly end: string;
  readonly write: (task: TaskDetail) => string;
}

const FORMATS: Readonly<Record<ExportOptions['format'], ExportFormat>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // Spreadsheets know by the mark at the beginning that the file is UTF-8.
    start: `\uFEFF${toCsvLine(COLUMNS)}`,
    between: '',
    end: '',
    write: ({
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
    write: (task) => JSON.stringify(task),
  },
};

/**
 * Sends the tasks that filters select as a file, a page at a time. A connection that breaks off
 * tells the reader that the file is not whole.
 */
export async function exportTasks(response: Response, options: ExportOptions): Promise<void> {
  const { host, scope, filters, agent, format, signal } = options;
  const { mediaType, start, between, end, write } = FORMATS[format];
  const { listSecrets } = host;
  const list = (pageToken: string | undefined) =>
    findTasks(host, scope, {
      ...filters,
      pageSize: PAGE_SIZE,
      ...(pageToken !== undefined && { pageToken }),
    });
  // The first page is read before anything is sent, so that an error has its own status.
  let page = await list(undefined);
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Disposition', `attachment; filename="tasks.${format}"`);
  let lead = start;
  for (;;) {
    for (const task of page.tasks) {
      // The bytes of files would make a table that nobody can open.
      await send(
        response,
        lead + write(withoutBytes(toTaskDetail(task, { agent, listSecrets }))),
        signal,
      );
      lead = between;
    }
    if (page.nextPageToken === undefined) break;
    signal.throwIfAborted();
    page = await list(page.nextPageToken);
  }
  response.end(`${lead === start ? start : ''}${end}`);
}

/** Writes a text, and waits while the reader is slower than this server. */
async function send(response: Response, text: string, signal: AbortSignal): Promise<void> {
  if (!response.write(text)) await once(response, 'drain', { signal });
}

function withoutBytes(task: TaskDetail): TaskDetail {
  const result = task.result.map((part) => {
    if (part.kind !== 'file') return part;
    const { bytes: _bytes, ...rest } = part;
    return rest;
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
 * apostrophe, so that no text of somebody else runs there.
 */
function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  return NUMBER.test(text) ? text : toCsvCell(text);
}
