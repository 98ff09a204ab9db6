import { taskStateToJSON, type Task } from '@a2a-js/sdk';
import { RequestError } from '../errors/request-error.ts';
import type { TaskView } from './task-view.ts';

/** The task that an agent answered with, unless it is another one. @throws RequestError */
export function checkTask(task: Task, view: TaskView): Task {
  const taskId = view.taskId();
  if (taskId === undefined || task.id === '' || task.id === taskId) return task;
  throw new RequestError(
    `Cannot do the request as the answer must be about task ${JSON.stringify(taskId)}: current task is ${JSON.stringify(task.id)}`,
    { reason: 'PROTOCOL', taskId },
  );
}

/** What a wait ends with for a task that nobody can ask for. */
export function toNamelessError(): RequestError {
  return new RequestError(
    'Cannot wait for the task as the agent must name it: current id is "". Nothing can be asked about it.',
    { reason: 'PROTOCOL' },
  );
}

/** What a wait ends with for a task of which nobody can say whether it goes on. */
export function toStateError(view: TaskView): RequestError {
  const state = taskStateToJSON(view.state());
  return new RequestError(
    `Cannot wait for the task as it must have a state of A2A: current value is ${state}. agent.task(id) finds it again.`,
    { reason: 'PROTOCOL', taskId: view.taskId() },
  );
}
