import { type ListTasksRequest, ListTasksResponse } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { isRecord } from '@formwork/schema/json';
import type { Fields } from '../request-shape.ts';

/** The largest page of a list, in tasks. */
const MAX_PAGE_SIZE = 100;

/** Reads how much of the history a query asks for, as params of `GetTask`. */
export function toHistoryParams({ historyLength }: Fields): Fields {
  return historyLength === undefined ? {} : { historyLength: Number(historyLength) };
}

/**
 * Reads the filters of a query as params of `ListTasks`.
 *
 * @throws RequestMalformedError for a page size that is out of range
 */
export function toListParams(query: Fields): Fields {
  const { contextId, status, pageSize, pageToken, statusTimestampAfter: after } = query;
  return {
    contextId,
    status,
    pageToken,
    ...toHistoryParams(query),
    ...(typeof pageSize === 'string' && { pageSize: readPageSize(pageSize) }),
    ...(after !== '' && { statusTimestampAfter: after }),
    // The codec would take the text "false" for true.
    includeArtifacts: query['includeArtifacts'] === 'true',
  };
}

function readPageSize(text: string): number {
  const size = Number(text);
  if (String(size) !== text) throw new RequestMalformedError('pageSize must be a valid integer');
  if (size < 1 || size > MAX_PAGE_SIZE) {
    throw new RequestMalformedError(`pageSize must be between 1 and ${MAX_PAGE_SIZE}`);
  }
  return size;
}

/**
 * Encodes a page of tasks with all of its fields, also those that ProtoJSON leaves out because they
 * are empty: A2A requires them (section 3.1.4), and the artifacts that a caller asked for.
 */
export function encodeTaskList(
  page: ListTasksResponse,
  { includeArtifacts = false }: Pick<ListTasksRequest, 'includeArtifacts'>,
): Fields {
  const encoded: unknown = ListTasksResponse.toJSON(page);
  const { tasks: listed, ...fields } = isRecord(encoded) ? encoded : {};
  const tasks: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return {
    tasks: includeArtifacts ? tasks.map(withArtifacts) : tasks,
    nextPageToken: '',
    pageSize: 0,
    totalSize: 0,
    ...fields,
  };
}

function withArtifacts(task: unknown): unknown {
  return isRecord(task) && !('artifacts' in task) ? { ...task, artifacts: [] } : task;
}
