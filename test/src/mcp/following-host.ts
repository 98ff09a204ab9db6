import { expect } from 'vitest';
import { pollUntil } from '../support/poll-until.ts';
import { callRaw, type RawMcpAnswer } from './raw-mcp.ts';

const capabilities = {
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};

interface TaskState {
  readonly status: string;
  readonly statusMessage?: string;
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params: Readonly<Record<string, unknown>> }>
  >;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

interface Question {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Makes an MCP host that follows one task, through any of several bridges. */
function createFollower(taskId: unknown) {
  const send = (url: URL, method: string, params: object = {}): Promise<RawMcpAnswer> =>
    callRaw(url, method, { params: { taskId, ...params }, capabilities });
  const get = async (url: URL): Promise<TaskState> =>
    (await send(url, 'tasks/get')).result as unknown as TaskState;
  const answer = (url: URL, inputResponses: object): Promise<RawMcpAnswer> =>
    send(url, 'tasks/update', { inputResponses });
  return {
    get,
    cancel: (url: URL) => send(url, 'tasks/cancel'),
    answer,
    update: (url: URL, key: string, response: object) => answer(url, { [key]: response }),
    // Returns the question from the first successful poll, because a further poll may fail on a
    // busy machine.
    /** Waits for a question whose key is not in `before`; returns its key and the question. */
    async waitForQuestion(url: URL, before: readonly string[] = []): Promise<Question> {
      return pollUntil(async () => {
        const asked = Object.entries((await get(url)).inputRequests ?? {});
        const question = asked.find(([key]) => !before.includes(key));
        return question && { key: question[0], params: question[1].params };
      });
    },
    async waitFor(url: URL, status: string): Promise<TaskState> {
      return pollUntil(async () => {
        const state = await get(url);
        return state.status === status ? state : undefined;
      });
    },
  };
}

/**
 * Calls a tool whose work waits, and returns a host that follows the task that the bridge gives for
 * the call. If the agent has not taken the message in time, as on a busy machine, the bridge gives no
 * task, and the tool is called again.
 */
export async function begin(url: URL, name: string, args: object) {
  const params = { name, arguments: args };
  const result = await pollUntil(async () => {
    const answer = await callRaw(url, 'tools/call', { params, capabilities });
    return answer.result['resultType'] === 'task' ? answer.result : undefined;
  });
  expect(result).toMatchObject({ status: 'working' });
  expect(result).not.toHaveProperty('requestState');
  return createFollower(result['taskId']);
}
