import type { Task } from '@a2a-js/sdk';
import { checkCallOptions } from './call-options.ts';
import type { CallEvent, Outcome, WaitOptions } from './outcome.ts';
import type { ResultReader } from './task/result-reader.ts';
import { TaskView } from './task/task-view.ts';
import { streamEvents, waitForOutcome, type TaskWait } from './task/wait-for-outcome.ts';
import { getTask, type AgentLink, type RequestContext } from './transport/agent-link.ts';

/**
 * A task of an agent that was begun before, by this program or another, and can be followed by its
 * id.
 */
export interface RemoteTask<Data = unknown> {
  readonly id: string;
  /** Fetches the current state of the task from the agent, in the form of A2A. */
  get(options?: Pick<WaitOptions, 'signal'>): Promise<Task>;
  /**
   * Waits until the task has ended, or asks its caller something. Questions for other people are
   * waited through: see `waitForOthers`.
   */
  wait(options?: WaitOptions): Promise<Outcome<Data>>;
  /**
   * Yields the events of the task: first those of everything it has sent so far, then each as it
   * happens.
   */
  stream(options?: WaitOptions): AsyncGenerator<CallEvent<Data>, void, undefined>;
  /** Asks the agent to cancel the task, and waits until it has ended. */
  cancel(options?: WaitOptions): Promise<Outcome<Data>>;
}

/** Makes the object that follows a task by its id; sends nothing to the agent yet. */
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
    wait: async (options) =>
      waitForOutcome(createWait({ waitForOthers: true, ...options }), { view: new TaskView(id) }),
    async *stream(options) {
      yield* streamEvents(createWait(options), { view: new TaskView(id) });
    },
    cancel: async (options) =>
      waitForOutcome(createWait(options), { view: new TaskView(id), cancels: id }),
  };
}
