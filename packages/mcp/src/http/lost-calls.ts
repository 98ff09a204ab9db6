import { toError } from '../calls/to-result.ts';
import { TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import { HandleError } from '../errors.ts';
import type { TaskHandle, TaskHandles } from '../handles/task-handle.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import { parseCallEventId } from './call-event-id.ts';

const LOST =
  'Cannot answer the call because its connection broke off, for example because the server was ended. Whether it has begun a task is not known: calling again may begin a second one.';

/** Options of {@link answerLostCall}. */
export interface LostCallOptions {
  /** The principal that asks, which alone can open the handles of its tasks. */
  readonly principal: PrincipalId;
  readonly handles: Pick<TaskHandles, 'open'>;
}

/**
 * Answers a host that asks for a call whose stream broke off; `undefined` for every other request.
 * The answer is a result that names the handle of the call's task, if the host learned of one: a
 * host on the SDK's first version takes an error for no answer, and would ask again without end. Nothing is kept of
 * calls, so this holds also after the process has ended.
 */
export function answerLostCall(
  { method, headers }: Request,
  { principal, handles }: LostCallOptions,
): Response | undefined {
  if (method !== 'GET') return undefined;
  const event = parseCallEventId(headers.get('last-event-id') ?? '');
  if (event === undefined) return undefined;
  const { request: id, handle = '' } = event;
  const task = handle === '' ? undefined : openTask(handle, { principal, handles });
  const answer =
    task === undefined ? toError(LOST, { code: 'call_lost' }) : toUnanswered(handle, task);
  const result = { resultType: 'complete', ...answer };
  const text = JSON.stringify({ jsonrpc: '2.0', id, result });
  return new Response(`event: message\ndata: ${text}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** Opens the handle of a task; `undefined` if it is made up, expired, or another caller's. */
function openTask(handle: string, { principal, handles }: LostCallOptions): TaskHandle | undefined {
  try {
    return handles.open(handle, principal);
  } catch (error) {
    if (error instanceof HandleError) return undefined;
    throw error;
  }
}

/** Makes the result for a model, which can go on with the task although the call is lost. */
function toUnanswered(handle: string, { alias }: TaskHandle) {
  const text = `Not known yet: the connection of the call broke off, for example because the server was ended, but its task may go on. Call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle })} to see what has become of it, before you call again.`;
  return toError(text, { alias, code: 'working' });
}
