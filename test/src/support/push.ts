import type { PushOptions } from '@formwork/runtime';
import {
  callJsonRpc,
  createMessage,
  createTaggedPart,
  type JsonRpcAnswer,
  type JsonRpcOptions,
} from './json-rpc.ts';

/** Push options for receivers on this machine, with short waits between attempts. */
export const QUICK_PUSH = {
  allowAnonymous: true,
  allowPrivateAddresses: true,
  retryBaseMs: 10,
  retryCapMs: 20,
  pollMs: 50,
} as const satisfies PushOptions;

/**
 * The options of {@link QUICK_PUSH}, with short leases, so that the deliveries of a killed process
 * are soon taken over.
 */
export const DURABLE_PUSH = {
  ...QUICK_PUSH,
  timeoutMs: 500,
  leaseMs: 600,
  maxAttempts: 1_000,
} as const satisfies PushOptions;

/**
 * Sends a message to an agent of `createPieceAgent` without waiting for the end, optionally with a
 * push config. Returns the id of the task.
 */
export async function startPieces(
  url: string,
  {
    config,
    ...data
  }: { readonly count: number; readonly holdAt?: number; readonly config?: object },
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const params = {
    message: createMessage([createTaggedPart('pieces', data)]),
    configuration: {
      returnImmediately: true,
      ...(config !== undefined && { taskPushNotificationConfig: config }),
    },
  };
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params }, { headers });
  const task = body.result?.['task'] as { readonly id: string } | undefined;
  if (task === undefined) throw new Error(`There is no task: ${JSON.stringify(body)}`);
  return task.id;
}

/**
 * Calls a JSON-RPC method for push configs, such as `CreateTaskPushNotificationConfig` for
 * `Create`.
 */
export function callPush(
  url: string,
  [operation, params]: readonly ['Create' | 'Get' | 'List' | 'Delete', object],
  options?: JsonRpcOptions,
): Promise<JsonRpcAnswer> {
  const method = `${operation}TaskPushNotificationConfig${operation === 'List' ? 's' : ''}`;
  return callJsonRpc(url, { method, params }, options);
}
