import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { expect, test } from 'vitest';
import { failWith } from './testing/create-fake-handler.ts';
import {
  LEGACY_MESSAGE,
  MESSAGE,
  openJsonRpcDoor,
  post,
  toRequest,
} from './testing/open-json-rpc-door.ts';

test('toJsonRpcErrorBody() sends the details of an error after its ErrorInfo', async () => {
  const badRequest = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field: '/a', description: 'must be text' }],
  };
  const error = Object.assign(new RequestMalformedError('Bad input.'), {
    reason: 'STRUCTURED_INPUT_INVALID',
    details: [badRequest],
  });
  await using door = await openJsonRpcDoor({
    sendMessage: () => Promise.reject(error),
    sendMessageStream: () => failWith(error),
  });
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'STRUCTURED_INPUT_INVALID',
    domain: 'a2a-protocol.org',
  };
  for (const [version, method, message] of [
    ['1.0', 'SendMessage', MESSAGE],
    ['1.0', 'SendStreamingMessage', MESSAGE],
    ['0.3', 'message/send', LEGACY_MESSAGE],
  ] as const) {
    const response = await post(door, toRequest(method, { message }), { version });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32602, message: 'Bad input.', data: [info, badRequest] },
    });
  }
  expect(door.entries).toEqual([]);
});
