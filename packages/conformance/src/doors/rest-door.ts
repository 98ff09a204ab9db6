import { isRecord, previewJson } from '@formwork/schema/json';
import { MODERN } from './dialect.ts';
import type { Call, Door, Exchange, StreamExchange } from './door.ts';
import {
  describeCall,
  openStream,
  sendForJson,
  type CallDescription,
  type HttpDoorOptions,
  type Read,
  type SendOptions,
} from './http-door.ts';
import { readRestError } from './wire-error.ts';

/** Turns a call into a path and the rest of its params (A2A 1.0 section 11.3). */
function toRestCall({ operation, params }: Call): {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The params that the path does not have. */
  readonly otherParams: Readonly<Record<string, unknown>>;
} {
  const { id, taskId, ...otherParams } = params;
  const task = `/tasks/${encodeURIComponent(String(id))}`;
  switch (operation) {
    case 'SendMessage':
      return { method: 'POST', path: '/message:send', otherParams: params };
    case 'SendStreamingMessage':
      return { method: 'POST', path: '/message:stream', otherParams: params };
    case 'GetTask':
      return { method: 'GET', path: task, otherParams };
    case 'ListTasks':
      return { method: 'GET', path: '/tasks', otherParams: params };
    case 'CancelTask':
      return { method: 'POST', path: `${task}:cancel`, otherParams };
    case 'SubscribeToTask':
      return { method: 'GET', path: `${task}:subscribe`, otherParams };
    case 'ListTaskPushNotificationConfigs': {
      const path = `/tasks/${encodeURIComponent(String(taskId))}/pushNotificationConfigs`;
      return { method: 'GET', path, otherParams };
    }
    case 'GetExtendedAgentCard':
      return { method: 'GET', path: '/extendedAgentCard', otherParams: params };
  }
}

/** Opens the door of A2A 1.0 over HTTP and JSON. */
export function openRestDoor(url: string, { network, extensions }: HttpDoorOptions): Door {
  const base = url.replace(/(?<!\/)\/+$/u, '');
  const exchanges: (Exchange | StreamExchange)[] = [];

  function toRequest(call: Call, accept: string): SendOptions {
    const { method, path, otherParams } = toRestCall(call);
    const query = new URLSearchParams(
      Object.entries(otherParams).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const isRead = method === 'GET';
    const target = isRead && query !== '' ? `${path}?${query}` : path;
    const line = `${method} ${target}`;
    const description: CallDescription = {
      operation: call.operation,
      request: isRead ? line : describeCall(line, otherParams),
    };
    const { version = '1.0', isAnonymous = false } = call;
    const names = call.isPlain === true ? [] : extensions;
    const headers = {
      accept,
      ...(!isRead && { 'content-type': 'application/a2a+json' }),
      ...(version !== '' && { 'a2a-version': version }),
      ...(names.length > 0 && { 'a2a-extensions': names.join(', ') }),
    };
    const body = isRead ? {} : { body: JSON.stringify(otherParams) };
    const request = { method, headers, isAnonymous, ...body };
    return { url: `${base}${target}`, request, description, read, exchanges };
  }

  return {
    name: 'REST 1.0',
    binding: 'HTTP+JSON',
    url,
    dialect: MODERN,
    exchanges,
    send: async (call) => sendForJson(network, toRequest(call, JSON_TYPES)),
    open: async (call, { onlyFirst = false } = {}) =>
      openStream(network, { ...toRequest(call, 'text/event-stream'), onlyFirst }),
    async sendUnknown() {
      const description = { operation: 'unknown', request: 'GET /no-such-path' };
      const request = {
        method: 'GET',
        headers: { accept: JSON_TYPES, 'a2a-version': '1.0' },
      } as const;
      const answer = { url: `${base}/no-such-path`, request, description, read };
      // It is no request of A2A, so only its status counts.
      return sendForJson(network, answer);
    },
    close: () => {},
  };
}

const JSON_TYPES = 'application/a2a+json, application/json';

/** Reads the body of a REST answer. */
function read(body: unknown, { status }: { readonly status: number }): Read {
  if (status >= 400) return { error: readRestError(body, status) };
  if (isRecord(body) && status >= 200 && status < 300) return { result: body };
  return { unreadable: `HTTP ${status} with ${previewJson(body)}` };
}
