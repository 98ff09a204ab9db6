import { isRecord, previewJson } from '@formwork/schema/json';
import { LEGACY, MODERN } from './dialect.ts';
import type { Call, Door, Exchange, Operation, StreamExchange } from './door.ts';
import {
  describeCall,
  openStream,
  sendForJson,
  type CallDescription,
  type HttpDoorOptions,
  type Read,
  type SendOptions,
} from './http-door.ts';
import { readRpcError } from './wire-error.ts';

/** The methods of A2A 0.3; `undefined` where it has none over JSON-RPC. */
const LEGACY_METHODS: Readonly<Record<Operation, string | undefined>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  ListTasks: undefined,
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
  ListTaskPushNotificationConfigs: 'tasks/pushNotificationConfig/list',
  GetExtendedAgentCard: 'agent/getAuthenticatedExtendedCard',
};

/** Opens a door of JSON-RPC. */
export function openJsonRpc(
  url: string,
  version: '1.0' | '0.3',
  { network, extensions }: HttpDoorOptions,
): Door {
  const isLegacy = version === '0.3';
  const exchanges: (Exchange | StreamExchange)[] = [];
  const ids = { last: 0 };

  function toRequest(call: Call, accept: string): SendOptions {
    ids.last += 1;
    const requestId = ids.last;
    const method = isLegacy ? LEGACY_METHODS[call.operation] : call.operation;
    if (method === undefined) throw new TypeError(`A2A 0.3 has no ${call.operation}.`);
    const body = { jsonrpc: '2.0', id: requestId, method, params: call.params };
    const description: CallDescription = {
      operation: call.operation,
      request: describeCall(method, call.params),
      requestId,
    };
    const { version: asVersion = isLegacy ? '' : version } = call;
    const names = call.isPlain === true ? [] : extensions;
    const headers = {
      'content-type': 'application/json',
      accept,
      ...(asVersion !== '' && { 'a2a-version': asVersion }),
      ...(names.length > 0 && {
        [isLegacy ? 'x-a2a-extensions' : 'a2a-extensions']: names.join(', '),
      }),
    };
    const { isAnonymous = false } = call;
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      isAnonymous,
    } as const;
    return { url, request, description, read: readResponse, exchanges };
  }

  async function post(body: string, description: CallDescription): Promise<Exchange> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(!isLegacy && { 'a2a-version': version }),
    };
    const request = { method: 'POST', headers, body } as const;
    return sendForJson(network, { url, request, description, read: readResponse, exchanges });
  }

  return {
    name: isLegacy ? 'JSON-RPC 0.3' : 'JSON-RPC 1.0',
    binding: 'JSONRPC',
    url,
    dialect: isLegacy ? LEGACY : MODERN,
    exchanges,
    send: async (call) => sendForJson(network, toRequest(call, 'application/json')),
    open: async (call, { onlyFirst = false } = {}) =>
      openStream(network, { ...toRequest(call, 'text/event-stream'), onlyFirst }),
    post: (body) =>
      post(body, { operation: 'raw', request: `the body ${previewJson(body)}`, requestId: null }),
    sendUnknown() {
      const method = 'conformance/NoSuchMethod';
      const body = JSON.stringify({ jsonrpc: '2.0', id: 'unknown', method, params: {} });
      return post(body, { operation: 'unknown', request: method, requestId: 'unknown' });
    },
    close: () => {},
  };
}

/** Reads a JSON-RPC response. */
function readResponse(body: unknown, { status }: { readonly status: number }): Read {
  if (!isRecord(body)) return { unreadable: `HTTP ${status} with ${previewJson(body)}` };
  if (isRecord(body['error'])) return { error: readRpcError(body['error']) };
  const { result } = body;
  if (isRecord(result)) return { result };
  return { unreadable: `HTTP ${status} with a response without a result: ${previewJson(body)}` };
}
