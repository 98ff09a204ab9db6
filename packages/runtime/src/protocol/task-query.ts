import { type ListTasksRequest, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { TaskQuery } from '../engine/task-engine.ts';
import { fromProtocolState } from '../engine/task-event.ts';
import { showId } from '../messages/agent-message.ts';

const DEFAULT_PAGE_SIZE = 50;

const MAX_PAGE_SIZE = 100;

/** Reads the filters and paging of ListTasks (A2A 1.0 section 3.1.4). Throws on values out of range. */
export function toTaskQuery(request: ListTasksRequest): TaskQuery {
  const { contextId, pageToken, pageSize = DEFAULT_PAGE_SIZE, statusTimestampAfter } = request;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    throw refuseQuery('pageSize', `an integer between 1 and ${MAX_PAGE_SIZE}`, pageSize);
  }
  const state = readState(request.status);
  return {
    pageSize,
    ...(contextId !== '' && { contextId }),
    ...(pageToken !== '' && { pageToken }),
    ...(state !== undefined && { state }),
    ...(statusTimestampAfter !== undefined &&
      statusTimestampAfter !== '' && {
        statusTimestampAfter: parseTimestamp(statusTimestampAfter),
      }),
  };
}

/**
 * Checks a `historyLength`, the number of messages to return; throws if it is negative or no
 * integer.
 */
export function checkHistoryLength(value: number | undefined): { historyLength?: number } {
  if (value === undefined) return {};
  if (!Number.isInteger(value) || value < 0) {
    throw refuseQuery('historyLength', 'an integer of 0 or more', value);
  }
  return { historyLength: value };
}

function readState(status: TaskState): TaskQuery['state'] {
  if (status === TaskState.TASK_STATE_UNSPECIFIED) return undefined;
  const state = fromProtocolState(status);
  if (state === undefined) throw refuseQuery('status', 'a task state of A2A', status);
  return state;
}

/**
 * Matches a time as ProtoJSON writes it (RFC 3339). `Date` alone would accept words, and days that
 * no month has.
 */
const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/iu;

function parseTimestamp(text: string): string {
  const day = TIME.exec(text)?.[1];
  const time = new Date(text);
  if (day === undefined || !isDay(day) || Number.isNaN(time.getTime())) {
    throw refuseQuery('statusTimestampAfter', 'a time such as 2026-11-21T09:30:00Z', text);
  }
  return time.toISOString();
}

function isDay(day: string): boolean {
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

function refuseQuery(field: string, rule: string, value: unknown): Error {
  return new RequestMalformedError(
    `Cannot read the request because ${field} must be ${rule}: current value is ${showId(JSON.stringify(value))}`,
  );
}

/**
 * Checks and returns the id of a task; throws `RequestMalformedError`, which names the field, if
 * the id is blank.
 */
export function checkTaskId(taskId: string, field: 'id' | 'taskId'): string {
  if (taskId.trim() !== '') return taskId;
  throw new RequestMalformedError(
    `Cannot read the request because ${field} must be the id of a task: current value is ${JSON.stringify(showId(taskId))}`,
  );
}
