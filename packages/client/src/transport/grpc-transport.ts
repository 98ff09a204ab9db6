import type { Message } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { fromSchemaMode } from '@formwork/core/protocol';
import { appendPointer, findRounded, hasLoneSurrogate } from '@formwork/schema/json';
import { InvalidInputError, RequestError } from '../errors.ts';
import { checkDecodedNumbers } from './exact-numbers.ts';
import { readGrpcStatus } from './grpc-failure.ts';
import { resolveHeaders, type HeaderSource } from './headers.ts';
import { ResponseTooLarge } from './watch-body.ts';

type RequestOptions = Parameters<Transport['getTask']>[1];

type Call<Params, Result> = (params: Params, options?: RequestOptions) => Result;

/** The gRPC status of a call whose caller is not known (UNAUTHENTICATED). */
const UNAUTHENTICATED = 16;

/**
 * Adds to the SDK's gRPC transport what `fetch` does for bindings over HTTP: headers are sent as
 * metadata of every call, and if the agent does not know the caller, they are asked for again and
 * the call is repeated once. Messages that would arrive changed are refused, answers with numbers that
 * may be rounded ones as well, and streams beyond the limit are cut off.
 */
export function completeTransport(
  transport: Transport,
  {
    headers = {},
    maxStreamBytes,
  }: {
    /** The headers that say who calls, sent as metadata of every gRPC call; `undefined` for none. */
    readonly headers: HeaderSource | undefined;
    /** The largest stream that is read over gRPC, in bytes after decoding. */
    readonly maxStreamBytes: number;
  },
): Transport {
  async function add(options: RequestOptions, refused: boolean): Promise<RequestOptions> {
    const added = await resolveHeaders(headers, { refused, signal: options?.signal });
    for (const [name, value] of Object.entries(added)) checkHeader(name, value);
    return { ...options, serviceParameters: { ...options?.serviceParameters, ...added } };
  }

  function isWorthAsking(error: unknown): boolean {
    return typeof headers === 'function' && readGrpcStatus(error) === UNAUTHENTICATED;
  }

  function unary<Params, Result>(
    call: Call<Params, Promise<Result>>,
  ): Call<Params, Promise<Result>> {
    return async (params, options) => {
      try {
        return await call(params, await add(options, false));
      } catch (error) {
        if (!isWorthAsking(error)) throw error;
        return call(params, await add(options, true));
      }
    };
  }

  function exact<Params, Result>(
    call: Call<Params, Promise<Result>>,
  ): Call<Params, Promise<Result>> {
    return unary(async (params, options) => {
      const answer = await call(params, options);
      checkDecodedNumbers(answer);
      return answer;
    });
  }

  async function* bound<Event>(
    events: AsyncIterable<Event>,
  ): AsyncGenerator<Event, void, undefined> {
    let count = 0;
    for await (const event of events) {
      count += countBytes(event);
      if (count > maxStreamBytes) throw new ResponseTooLarge(maxStreamBytes);
      checkDecodedNumbers(event);
      yield event;
    }
  }

  function stream<Params, Event>(
    call: Call<Params, AsyncGenerator<Event, void, undefined>>,
  ): Call<Params, AsyncGenerator<Event, void, undefined>> {
    return async function* open(params, options) {
      let hasBegun = false;
      try {
        for await (const event of bound(call(params, await add(options, false)))) {
          hasBegun = true;
          yield event;
        }
      } catch (error) {
        if (hasBegun || !isWorthAsking(error)) throw error;
        yield* bound(call(params, await add(options, true)));
      }
    };
  }

  return {
    protocolName: transport.protocolName,
    protocolVersion: transport.protocolVersion,
    getExtendedAgentCard: unary((...call) => transport.getExtendedAgentCard(...call)),
    sendMessage: exact((...call) => transport.sendMessage(...withCheckedMessage(call))),
    sendMessageStream: stream((...call) =>
      transport.sendMessageStream(...withCheckedMessage(call)),
    ),
    createTaskPushNotificationConfig: unary((...call) =>
      transport.createTaskPushNotificationConfig(...call),
    ),
    getTaskPushNotificationConfig: unary((...call) =>
      transport.getTaskPushNotificationConfig(...call),
    ),
    listTaskPushNotificationConfig: unary((...call) =>
      transport.listTaskPushNotificationConfig(...call),
    ),
    deleteTaskPushNotificationConfig: unary((...call) =>
      transport.deleteTaskPushNotificationConfig(...call),
    ),
    getTask: exact((...call) => transport.getTask(...call)),
    cancelTask: exact((...call) => transport.cancelTask(...call)),
    listTasks: exact((...call) => transport.listTasks(...call)),
    resubscribeTask: stream((...call) => transport.resubscribeTask(...call)),
  };
}

function withCheckedMessage<Request extends Parameters<Transport['sendMessage']>>(
  call: Request,
): Request {
  const [{ message }] = call;
  if (message !== undefined) checkGrpcMessage(message);
  return call;
}

/**
 * Checks a header before a gRPC library does, because the library's errors repeat the values that
 * it refuses, and an error must not contain a credential.
 */
function checkHeader(name: string, value: string): void {
  const isName = /^[\w.-]+$/u.test(name) && !name.toLowerCase().endsWith('-bin');
  if (isName && /^[ -~]*$/u.test(value)) return;
  throw new RequestError(
    `Cannot do the request because headers over gRPC must have a name of letters, digits, "_", "-" and ".", not ending with "-bin", and a value of printable ASCII: current value is a header named ${JSON.stringify(name.slice(0, 100))}`,
    { reason: 'PROTOCOL' },
  );
}

/**
 * Refuses a message that would arrive changed over gRPC: protobuf has no strings with lone
 * surrogates, codecs in JavaScript drop members called `__proto__`, and who reads a double cannot know whether it
 * stands for another integer. JSON has all of them.
 *
 * @throws InvalidInputError, and RequestError for metadata
 */
function checkGrpcMessage({ parts, taskId, metadata: facts }: Message): void {
  const rounded = findRounded(facts);
  if (rounded !== undefined) {
    throw new RequestError(
      `Cannot do the request because ${rounded.pointer} of its metadata must be ${rounded.expected}: current value is ${rounded.number}`,
      { reason: 'PROTOCOL' },
    );
  }
  for (const { content, metadata } of parts) {
    if (content?.$case !== 'data' && content?.$case !== 'text') continue;
    const pointer = findLoss(content.value);
    if (pointer === undefined) continue;
    const mimeType: unknown = metadata?.['mimeType'];
    const schema = typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined;
    throw new InvalidInputError(
      [
        {
          pointer,
          keyword: 'grpc',
          expected: 'what gRPC can carry',
          message:
            'must be what gRPC can carry: no member called "__proto__", no lone surrogate, no number from 2^53 to 2^64 with more than 15 significant digits',
        },
      ],
      { schema: schema ?? '', foundBy: 'client', taskId: taskId === '' ? undefined : taskId },
    );
  }
}

/** The name `__proto__` as it passes the SDK's decoder, which loses it otherwise. */
const STAND_IN = '__\0roto__';

/** Makes a decoder that throws for a message with a member called `__proto__`. */
export function keepNames<Answer>(decode: (bytes: Buffer) => Answer): (bytes: Buffer) => Answer {
  return (bytes) => {
    const copy = Buffer.from(bytes);
    for (let at = 0; (at = copy.indexOf('__proto__', at)) >= 0; copy[at + 2] = 0);
    const lost = copy.equals(bytes) ? undefined : findLoss(decode(copy));
    if (lost !== undefined) throw new Error(`Lost ${lost.replace('\0', 'p')}`);
    return decode(bytes);
  };
}

function findLoss(value: unknown): string | undefined {
  if (typeof value === 'string') return hasLoneSurrogate(value) ? '' : undefined;
  if (typeof value === 'number') return findRounded(value)?.pointer;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__' || key === STAND_IN || hasLoneSurrogate(key))
      return appendPointer('', key);
    const pointer = findLoss(member);
    if (pointer !== undefined) return appendPointer('', key) + pointer;
  }
  return undefined;
}

/** Estimates the size of a value in bytes: the length of its texts, and eight for anything else. */
function countBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  let count = 8;
  for (const [key, member] of Object.entries(value)) count += key.length + countBytes(member);
  return count;
}
