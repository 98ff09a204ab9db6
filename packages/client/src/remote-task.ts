import type { Task } from '@a2a-js/sdk';
import { checkCallOptions } from './call-options.ts';
import type { CallEvent, Outcome, WaitOptions } from './outcome.ts';
import { streamEvents, waitForOutcome, type TaskWait } from './task/wait-for-outcome.ts';
import type { ResultReader } from './task/result-reader.ts';
import { createTaskView } from './task/task-view.ts';
import {
  cancelTask,
  getTask,
  type AgentLink,
  type RequestContext,
} from './transport/agent-link.ts';

/** A task that was begun before, here or elsewhere. */
export interface RemoteTask<Data = unknown> {
  readonly id: string;
  /** The task as it is now, as A2A has it. */
  get(options?: Pick<WaitOptions, 'signal'>): Promise<Task>;
  /** Waits until it has ended, or asks something. */
  wait(options?: WaitOptions): Promise<Outcome<Data>>;
  /** Gives what it has sent so far, then every event. */
  stream(options?: WaitOptions): AsyncGenerator<CallEvent<Data>, void, undefined>;
  /** Asks the agent to stop it, and waits until it has ended. */
  cancel(options?: WaitOptions): Promise<Outcome<Data>>;
}

/** Makes the handle of a task; asks the agent nothing yet. */
export function createRemoteTask<Data>(
  id: string,
  { link, read }: { readonly link: AgentLink; readonly read: ResultReader<Data> },
): RemoteTask<Data> {
  const createWait = (options: WaitOptions = {}): TaskWait<Data> => {
    checkCallOptions(options, 'Cannot wait for the task');
    return { link, read, options, schema: '' };
  };
  const createContext = (options: Pick<WaitOptions, 'signal'> = {}): RequestContext => {
    checkCallOptions(options, 'Cannot wait for the task');
    return { link, signal: options.signal, schema: '', taskId: () => id };
  };
  return {
    id,
    get: async (options) => getTask(createContext(options), id),
    wait: async (options) => waitForOutcome(createWait(options), { view: createTaskView(id) }),
    async *stream(options) {
      yield* streamEvents(createWait(options), { view: createTaskView(id) });
    },
    async cancel(options) {
      await cancelTask(createContext(options), id);
      return waitForOutcome(createWait(options), { view: createTaskView(id) });
    },
  };
}
