import { type ListTasksRequest, ListTasksResponse } from '@a2a-js/sdk';
import { type Fields, isFields } from '../request-shape.ts';

/**
 * Encodes a page of tasks with all of its fields, also those that ProtoJSON leaves out because they
 * are empty: A2A requires them (section 3.1.4), and the artifacts that a caller asked for.
 */
export function encodeTaskList(
  page: ListTasksResponse,
  { includeArtifacts = false }: Pick<ListTasksRequest, 'includeArtifacts'>,
): Fields {
  const encoded: unknown = ListTasksResponse.toJSON(page);
  const { tasks: listed, ...fields } = isFields(encoded) ? encoded : {};
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
  return isFields(task) && !('artifacts' in task) ? { ...task, artifacts: [] } : task;
}
