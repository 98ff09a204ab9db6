import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import { toShownId } from './to-shown-id.ts';

/** The error for a task that is not there, or not the caller's. */
export function createTaskNotFound(taskId: string): TaskNotFoundError {
  return new TaskNotFoundError(`Task not found: ${toShownId(taskId)}`);
}
