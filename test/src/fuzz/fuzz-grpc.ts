import { SendMessageRequest } from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';

/** The gRPC statuses that only a broken program answers. */
const BROKEN: ReadonlySet<number> = new Set([
  status.INTERNAL,
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
]);

const PATHS = Object.values(A2AService).map(({ path }) => path);

/** Valid messages, from which fuzzed ones are made. */
const SEEDS = [
  createMessage([createTaggedPart('fightComparison', { a: 'Lion', b: ['x', { y: null }] })]),
  createMessage([{ text: 'hello' }], { metadata: { a: [1, [2, { b: true }]] } }),
  createMessage([{ raw: 'AAEC', filename: 'a.bin' }, { url: 'https://a.example' }], {
    taskId: 'x',
    contextId: 'y',
  }),
].map((message) => {
  const request = SendMessageRequest.fromJSON({ message, configuration: { historyLength: 2 } });
  return A2AService.sendMessage.requestSerialize(request);
});

/** Generates messages in which some bytes are replaced, and of which some are cut off. */
const mutated = fc
  .tuple(
    fc.constantFrom(...SEEDS),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 }),
    fc.option(fc.nat(), { freq: 4 }),
  )
  .map(([seed, changes, end]) => {
    const bytes = Buffer.from(seed);
    for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
    return end === null ? bytes : bytes.subarray(0, end % bytes.length);
  });

interface Answer {
  readonly code: number;
  readonly message: string;
}

/** Sends bytes as a gRPC message and resolves with the status of the answer. */
async function send(session: ClientHttp2Session, path: string, bytes: Buffer): Promise<Answer> {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    'a2a-version': '1.0',
    'grpc-timeout': '5S',
    te: 'trailers',
  });
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(bytes.length, 1);
  const headers: Record<string, unknown> = {};
  stream.on('response', (head) => Object.assign(headers, head));
  stream.on('trailers', (tail) => Object.assign(headers, tail));
  stream.end(Buffer.concat([prefix, bytes]));
  await once(stream.resume(), 'close');
  const { 'grpc-status': code, 'grpc-message': message } = headers;
  return { code: Number(code), message: typeof message === 'string' ? decodeURI(message) : '' };
}

/** The options of {@link fuzzGrpc}: the seed, and the number of messages. */
interface GrpcFuzzOptions {
  readonly seed: number;
  readonly count: number;
}

/**
 * Sends mutated messages to every gRPC method, the same ones for the same seed. Resolves with the
 * number of answers by status; rejects if an answer has a status of a broken program.
 */
export async function fuzzGrpc(
  address: string,
  { seed, count }: GrpcFuzzOptions,
): Promise<ReadonlyMap<number, number>> {
  const session = connect(`http://${address}`);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(fc.constantFrom(...PATHS), mutated, async (path, bytes) => {
    const { code, message } = await send(session, path, bytes);
    statuses.set(code, (statuses.get(code) ?? 0) + 1);
    const isRight = code in status && !BROKEN.has(code);
    if (!isRight) throw new Error(`This is no right answer: ${code} ${message}`);
  });
  try {
    await fc.assert(property, { seed, numRuns: count });
  } finally {
    session.destroy();
  }
  return statuses;
}
