import type { AgentSource, SourceEvent, SourceOptions } from '@formwork/client';
import { followCall } from './follow-call.ts';
import { GatewayError } from './gateway-error.ts';
import {
  createGatewayRequests,
  type GatewayPath,
  type GatewaySourceOptions,
  toFault,
  toGatewayFault,
} from './gateway-requests.ts';

/**
 * Makes the source of an agent that a page calls through its own server, the gateway. `base` is the
 * path of the gateway, which is `api` below the place where `createFormsRouter` of
 * `@formwork/forms` is mounted, such as `api` or `/forms/api`; `agent` is the agent's address.
 * `describe` rejects with a {@link GatewayError}. A stream that breaks ends with a `failure` of the
 * reason `NETWORK`: the task goes on, and can be watched.
 *
 * @example
 * ```ts
 * import { createGatewaySource } from '@formwork/react';
 *
 * const source = createGatewaySource('/api', 'https://shop.example.com');
 * const { name } = await source.describe();
 * ```
 */
export function createGatewaySource(
  base: string,
  agent: string,
  options: GatewaySourceOptions = {},
): AgentSource {
  const requests = createGatewayRequests(base, agent, options);

  const stream = (path: GatewayPath, fields: object, { signal: ended }: SourceOptions = {}) =>
    followCall({
      signal: ended,
      async request(signal) {
        const { body, headers } = await requests.post(path, fields, { signal });
        if (body === null) throw new GatewayError(toFault('sent an empty answer'));
        return { headers, body };
      },
      // Our own server wrote the event from this type, so it is not checked.
      readEvent: (data) => JSON.parse(data) as SourceEvent,
      endFault: toFault('has ended the connection'),
      toFault: (thrown) => toGatewayFault(thrown, ended),
    });

  return {
    describe: requests.describe,
    send: (message, call) => stream('send', { message }, call),
    watch: (task, call) => stream('watch', { task }, call),
    cancel: (task, call) => stream('cancel', { task }, call),
  };
}
