import { expect, vi } from 'vitest';
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

const POLL = { timeout: 30_000, interval: 100 };

/** Makes an MCP host that follows one task, through any of several bridges. */
function createFollower(taskId: unknown) {
  const send = (url: URL, method: string, params: object = {}): Promise<RawMcpAnswer> =>
    callRaw(url, method, { params: { taskId, ...params }, capabilities });
  const get = async (url: URL): Promise<TaskState> =>
    (await send(url, 'tasks/get')).result as unknown as TaskState;
  return {
    get,
    cancel: (url: URL) => send(url, 'tasks/cancel'),
    update: (url: URL, key: string, response: object) =>
      send(url, 'tasks/update', { inputResponses: { [key]: response } }),
    // Returns the question from the first successful poll, because a further poll may fail on a
    // busy machine.
    /** Waits for a question whose key is not in `before`; returns its key and the question. */
    waitForQuestion(url: URL, before: readonly string[] = []) {
      return vi.waitFor(async () => {
        const asked = Object.entries((await get(url)).inputRequests ?? {});
        const question = asked.find(([key]) => !before.includes(key));
        if (question === undefined) throw new Error('Nothing else is asked.');
        const [key, { params }] = question;
        return { key, params };
      }, POLL);
    },
    waitFor(url: URL, status: string): Promise<TaskState> {
      return vi.waitFor(async () => {
        const state = await get(url);
        expect(state).toMatchObject({ status });
        return state;
      }, POLL);
    },
  };
}

/**
 * Calls a slow tool and returns a host that follows the task that the bridge gives for the call.
 */
export async function begin(url: URL, name: string, args: object) {
  const params = { name, arguments: args };
  const { result } = await callRaw(url, 'tools/call', { params, capabilities });
  expect(result).toMatchObject({ resultType: 'task', status: 'working' });
  expect(result).not.toHaveProperty('requestState');
  return createFollower(result['taskId']);
}
