// The behaviour of @a2a-js/sdk that this project relies on. If a new version of the SDK fails here,
// this project must change.
import { AgentCard, SendMessageRequest, Task, TaskState, type Message } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  A2AError,
  RequestMalformedError,
  toJsonRpcError,
  toRestErrorBody,
} from '@a2a-js/sdk/errors';
import {
  JsonRpcTransportHandler,
  ServerCallContext,
  type A2ARequestHandler,
} from '@a2a-js/sdk/server';
import { expect, test } from 'vitest';

class CustomError extends RequestMalformedError {
  constructor() {
    super({ message: 'custom' });
    this.name = 'RequestMalformedError';
  }

  override toErrorInfo() {
    return { ...super.toErrorInfo(), reason: 'CUSTOM' };
  }
}

test('errors are sent with the code of their name and the ErrorInfo they make', () => {
  const error = new CustomError();
  expect(error).toBeInstanceOf(A2AError);
  expect(toJsonRpcError(error)).toMatchObject({ code: -32602, data: [{ reason: 'CUSTOM' }] });
  expect(toRestErrorBody(error, 400)).toMatchObject({ error: { details: [{ reason: 'CUSTOM' }] } });
});

test('decoding keeps data, metadata and media type of a part, and drops null data', () => {
  const metadata = { mimeType: 'application/json;schema=x', other: [1] };
  const part = { data: { a: [null, {}] }, metadata, mediaType: 'application/json;schema=x' };
  const { message } = SendMessageRequest.fromJSON({
    message: { messageId: 1, role: 'ROLE_USER', parts: [part, { data: null, metadata }] },
  });
  expect(message?.messageId).toBe('1');
  expect(message?.parts).toMatchObject([
    { content: { $case: 'data', value: part.data }, metadata, mediaType: part.mediaType },
    { content: undefined, metadata },
  ]);
});

test('encoding keeps data, metadata and media type of a part', () => {
  const part = {
    content: { $case: 'data' as const, value: { winner: 'Lion', empty: {}, none: null } },
    metadata: { mimeType: 'application/json;schema=y' },
    filename: '',
    mediaType: 'application/json;schema=y',
  };
  const artifact = {
    artifactId: 'result',
    name: '',
    description: '',
    parts: [part],
    metadata: undefined,
    extensions: [],
  };
  const status = { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: 'now' };
  const task = {
    id: 't',
    contextId: 'c',
    status,
    artifacts: [artifact],
    history: [],
    metadata: {},
  };
  expect(Task.toJSON(task)).toMatchObject({
    artifacts: [
      {
        parts: [{ data: part.content.value, metadata: part.metadata, mediaType: part.mediaType }],
      },
    ],
  });
});

test('the params of an extension survive decoding and encoding of a card', () => {
  const params = { schemas: { x: { type: 'object', not: {}, enum: [null], required: [] } } };
  const card = AgentCard.fromJSON({ capabilities: { extensions: [{ uri: 'u', params }] } });
  expect(AgentCard.toJSON(card)).toMatchObject({ capabilities: { extensions: [{ params }] } });
});

test('both transport handlers call the request handler with one form of message', async () => {
  const seen: (Message | undefined)[] = [];
  const handler = {
    sendMessage({ message }: SendMessageRequest) {
      seen.push(message);
      return Promise.reject(new CustomError());
    },
  } as unknown as A2ARequestHandler;
  const metadata = { mimeType: 'application/json;schema=x' };
  const request = { jsonrpc: '2.0', id: 1 };
  await new JsonRpcTransportHandler(handler).handle(
    {
      ...request,
      method: 'SendMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: {}, metadata }] } },
    },
    new ServerCallContext(),
  );
  await new LegacyJsonRpcTransportHandler(handler).handle(
    {
      ...request,
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          messageId: 'm',
          role: 'user',
          parts: [{ kind: 'data', data: {}, metadata }],
        },
      },
    },
    new ServerCallContext(),
  );
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toMatchObject({ parts: [{ content: { $case: 'data', value: {} }, metadata }] });
});
