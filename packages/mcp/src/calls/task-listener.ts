import { AsyncLocalStorage } from 'node:async_hooks';
import { clearImmediate, setImmediate } from 'node:timers';

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

/**
 * Gives the handle of a call's task to the listener of the host's request, if there is one, once
 * the call turns out to wait. Most tasks have ended when their agent first answers: the answer to
 * the host then follows at once, and neither a handle nor a stream is made for it.
 */
export class HandleNotice {
  readonly #listener = taskListeners.getStore();
  readonly #seal: (taskId: string) => string;
  #immediate: NodeJS.Immediate | undefined;

  constructor(seal: (taskId: string) => string) {
    this.#seal = seal;
  }

  /** Gives the handle of a task when all that the agent has sent so far is read. */
  schedule(taskId: string): void {
    const listener = this.#listener;
    if (listener?.hasHandle !== false) return;
    this.#immediate ??= setImmediate(() => listener.takeHandle(this.#seal(taskId)));
  }

  /** Gives no handle any more, because the call is over. */
  cancel(): void {
    clearImmediate(this.#immediate);
  }
}
