import { Role, TaskState, type Message, type Part } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';

/** One message to a stock agent, with the state of the task that it belongs to. */
interface Turn {
  readonly message: Message;
  /** True for the first message of a task. */
  readonly isNew: boolean;
  /** A signal that is aborted when the task is canceled. */
  readonly end: AbortSignal;
}

/** Sets the state of the task, with a message of the given parts. */
type Say = (state: TaskState, parts?: readonly Part[]) => void;

/** Makes an executor for stock agents that calls `run` for each message to a task. */
export function toExecutor(run: (turn: Turn, say: Say) => Promise<void> | void): AgentExecutor {
  const running = new Map<string, AbortController>();
  return {
    async execute({ userMessage, task, taskId, contextId }, bus) {
      const end = new AbortController();
      running.set(taskId, end);
      const begun = {
        state: TaskState.TASK_STATE_WORKING,
        message: undefined,
        timestamp: undefined,
      };
      const rest = { artifacts: [], history: [], metadata: undefined };
      // The SDK's server expects the task at the beginning of every answer, and a state after it.
      bus.publish(AgentEvent.task({ id: taskId, contextId, ...rest, status: begun }));
      const say: Say = (state, parts = []) => {
        const message: Message = {
          messageId: crypto.randomUUID(),
          role: Role.ROLE_AGENT,
          taskId,
          contextId,
          parts: [...parts],
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        };
        const status = { state, message, timestamp: undefined };
        bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
      };
      await run({ message: userMessage, isNew: task === undefined, end: end.signal }, say);
    },
    cancelTask: (taskId) => Promise.resolve(running.get(taskId)?.abort()),
  };
}

/** Makes a message part that holds a text. */
export function toText(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' };
}
