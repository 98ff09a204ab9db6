import { Role } from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { status } from '@grpc/grpc-js';
import type { IncomingHttpHeaders } from 'node:http2';
import { expect, test } from 'vitest';
import { openGrpcDoor, readFailure, toPart, toSendRequest } from '../testing/open-grpc-door.ts';
import { openRawCall } from '../testing/open-raw-call.ts';

const GET = { tenant: '', id: 'task-1' };

test.each<[string, unknown, string]>([
  ['no message', { ...toSendRequest(), message: undefined }, 'message must be an object'],
  ['no id', toSendRequest({ messageId: '' }), 'message.messageId must be text that is not empty'],
  [
    'a role of an agent',
    toSendRequest({ role: Role.ROLE_AGENT }),
    'message.role must be "ROLE_USER"',
  ],
  ['no role', toSendRequest({ role: Role.ROLE_UNSPECIFIED }), 'message.role must be "ROLE_USER"'],
  [
    'a part of nothing',
    toSendRequest({ parts: [toPart(undefined)] }),
    'message.parts[0] must be an object with one of text, raw, url, data',
  ],
  [
    'a number that is none',
    toSendRequest({ parts: [toPart({ $case: 'data', value: [Number.NaN] })] }),
    'message.parts[0].data must be JSON',
  ],
  [
    'an endless number in metadata',
    toSendRequest({ metadata: { x: Number.POSITIVE_INFINITY } }),
    'message.metadata must be JSON',
  ],
  [
    'an integer that may be a rounded one',
    toSendRequest({
      parts: [
        toPart({ $case: 'data', value: { 'a/b': [1e25, 1e18, { id: 9_007_199_254_740_992 }] } }),
      ],
    }),
    'message.parts[0].data/a~1b/2/id must be a text, or at most 15 significant digits beyond 2^53',
  ],
  [
    'a rounded integer in metadata',
    toSendRequest({ metadata: { x: [-(2 ** 63)] } }),
    'message.metadata/x/0 must be a text, or at most 15',
  ],
  [
    'a negative count',
    {
      ...toSendRequest(),
      configuration: { acceptedOutputModes: [], historyLength: -1, returnImmediately: false },
    },
    'configuration.historyLength must be a whole number',
  ],
])('refuses a request with %s', async (_what, request, message) => {
  await using door = await openGrpcDoor();
  for (const outcome of [
    await door.unary('sendMessage', request),
    await new Promise<object>((resolve) => {
      const stream = door.stream('sendStreamingMessage', request).resume();
      stream.once('error', (error) => resolve({ error }));
    }),
  ]) {
    const failure = readFailure(outcome);
    expect(failure).toMatchObject({ code: status.INVALID_ARGUMENT, reasons: ['INVALID_PARAMS'] });
    expect(failure.message).toContain(message);
  }
  expect(door.entries).toEqual([]);
});

test('refuses filters that would find other tasks', async () => {
  await using door = await openGrpcDoor();
  const list = { tenant: '', contextId: '', status: 99, pageToken: '' };
  expect(readFailure(await door.unary('listTasks', list)).message).toContain('status must be');
  const wrong = await door.unary('getTask', { ...GET, historyLength: -2 });
  expect(readFailure(wrong).message).toContain('historyLength must be a whole number');
});

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/**
 * Encodes a `SendMessage` request whose JSON data is `depth` levels deep, which would exhaust the
 * stack of a recursive encoder.
 */
function encodeDeep(depth: number): Buffer {
  let bytes: Buffer = Buffer.from([0x08, 0]);
  const parts: Buffer[] = [bytes];
  let { length } = bytes;
  const toField = (tag: number, size: number): Buffer => {
    const varint: number[] = [tag];
    for (let rest = size; ; rest = Math.floor(rest / 128)) {
      varint.push(rest >= 128 ? (rest % 128) + 128 : rest);
      if (rest < 128) return Buffer.from(varint);
    }
  };
  const wrap = (tag: number): void => {
    bytes = toField(tag, length);
    parts.push(bytes);
    length += bytes.length;
  };
  for (let level = 0; level < depth; level += 1) {
    wrap(0x0a); // ListValue.values
    wrap(0x32); // Value.listValue
  }
  wrap(0x22); // Part.data
  wrap(0x2a); // Message.parts
  const id = Buffer.from([0x0a, 1, 0x6d, 0x20, 1]); // Message.messageId, Message.role
  parts.push(id);
  length += id.length;
  wrap(0x12); // SendMessageRequest.message
  return Buffer.concat(parts.toReversed());
}

/** Sends bytes as a gRPC request message, and resolves with the headers of the answer. */
async function sendBytes(port: number, bytes: Buffer): Promise<IncomingHttpHeaders> {
  using call = openRawCall(port, { bytes });
  return await call.head;
}

test('refuses JSON that is too deep, also where it would exhaust the stack', async () => {
  await using door = await openGrpcDoor();
  const ok = toSendRequest({ parts: [toPart({ $case: 'data', value: nest(256) })] });
  expect(await door.unary('sendMessage', ok)).toHaveProperty('answer');
  const deep = toSendRequest({ parts: [toPart({ $case: 'data', value: nest(257) })] });
  expect(readFailure(await door.unary('sendMessage', deep)).message).toContain('256 levels deep');
  for (const depth of [1_000, 100_000]) {
    const headers = await sendBytes(door.port, encodeDeep(depth));
    expect(headers['grpc-status']).toBe(String(status.INVALID_ARGUMENT));
    expect(decodeURI(String(headers['grpc-message']))).toContain('256 levels deep');
  }
  expect(door.entries).toEqual([]);
});

test('members called __proto__ come in and go out', async () => {
  const text = '{"a":[{"__proto__":{"x":"__proto__","__proto__":1}}],"b":2}';
  const named = text.replaceAll('__proto__', '__STAND__');
  const fields = { parts: [toPart({ $case: 'data', value: JSON.parse(named) as unknown })] };
  const sent = A2AService.sendMessage.requestSerialize(toSendRequest(fields));
  const seen: unknown[] = [];
  const name = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
  await using door = await openGrpcDoor({
    sendMessage({ message }) {
      if (message === undefined) throw new Error('There is no message.');
      seen.push(message.parts[0]?.content?.value);
      return Promise.resolve(message);
    },
  });
  using call = openRawCall(door.port, { bytes: name(sent, '__STAND__', '__proto__') });
  // The first five bytes of an answer are its length.
  const answer = Buffer.concat(await call.stream.toArray()).subarray(5);
  expect(JSON.stringify(seen)).toBe(`[${text}]`);
  const { payload } = A2AService.sendMessage.responseDeserialize(
    name(answer, '__proto__', '__STAND__'),
  );
  expect(JSON.stringify(payload)).toContain(named);
});

test('refuses bytes that are no message', async () => {
  await using door = await openGrpcDoor();
  const headers = await sendBytes(door.port, Buffer.from([0x12, 0xff]));
  expect(headers['grpc-status']).toBe(String(status.INVALID_ARGUMENT));
  expect(decodeURI(String(headers['grpc-message']))).toContain('lf.a2a.v1 in protobuf');
});

test('refuses messages above the limit', async () => {
  await using door = await openGrpcDoor({}, { host: { bodyLimit: '1kb' } });
  const request = toSendRequest({ parts: [toPart({ $case: 'text', value: 'x'.repeat(2_000) })] });
  const { error } = await door.unary('sendMessage', request);
  expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
  expect(error?.details).toContain('larger than max');
});
