import { AsyncLocalStorage } from 'node:async_hooks';

/** Takes the encrypted handle of the task that a call begins or goes on with. */
export interface TaskListener {
  /** True once it has a handle. */
  readonly hasHandle: boolean;
  takeHandle(handle: string): void;
}

/**
 * The listener of the request that this process is answering, in all code that runs because of it: it
 * gets the handle of the task that the request's call begins or goes on with, as soon as there is
 * one. A host that loses the answer can then still find the task.
 */
export const taskListeners: AsyncLocalStorage<TaskListener> = new AsyncLocalStorage();
