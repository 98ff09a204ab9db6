import type { StreamResponse } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { decodeWhole, encodeWhole } from '@formwork/schema/internal';
import { createDepthError } from '../operations/check-messages.ts';
import {
  callHandler,
  type CallTarget,
  type EventStream,
  type Operation,
  type StreamOperation,
  type UnaryOperation,
} from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';

/** A gRPC method with a single answer, both as bytes. */
export interface UnaryMethod {
  readonly kind: 'unary';
  readonly path: string;
  /** Decodes the bytes of a request, has it answered, and encodes the answer. */
  readonly answer: (bytes: Buffer, target: CallTarget) => Promise<Buffer>;
}

/** A gRPC method that answers with a stream of events. */
export interface StreamMethod {
  readonly kind: 'stream';
  readonly path: string;
  /** Decodes the bytes of a request, and opens the stream of its answer. */
  readonly open: (bytes: Buffer, target: CallTarget) => EventStream;
  readonly encode: (event: StreamResponse) => Buffer;
}

/** The codec of the SDK for the messages of one gRPC method. */
interface Codec {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseSerialize: (answer: object) => Buffer;
}

/**
 * The methods of A2A 1.0 over gRPC (section 10.3). Messages are decoded here instead of in the gRPC
 * library, so that no message is decoded before its caller is identified, and faults get A2A
 * errors.
 */
export const GRPC_METHODS: readonly (UnaryMethod | StreamMethod)[] = OPERATIONS.map((operation) => {
  const codec = findCodec(operation);
  return operation.kind === 'unary' ? unary(operation, codec) : stream(operation, codec);
});

/** Finds the codec of an operation; its messages are those that the operation's codec decodes. */
function findCodec({ name }: Operation): Codec {
  const codecs: readonly { readonly path: string }[] = Object.values(A2AService);
  const codec = codecs.find(({ path }) => path.endsWith(`/${name}`));
  if (codec === undefined) throw new Error(`The SDK has no codec of ${name}.`);
  return codec as Codec;
}

function unary(operation: UnaryOperation, codec: Codec): UnaryMethod {
  return {
    kind: 'unary',
    path: codec.path,
    async answer(bytes, target) {
      const result = await callHandler(operation, readRequest(bytes, codec, operation), target);
      const message = operation.toMessage?.(result) ?? (result as object);
      return encodeWhole(message, codec.responseSerialize);
    },
  };
}

function stream(operation: StreamOperation, codec: Codec): StreamMethod {
  return {
    kind: 'stream',
    path: codec.path,
    open: (bytes, target) => callHandler(operation, readRequest(bytes, codec, operation), target),
    encode: (event) => encodeWhole(event, codec.responseSerialize),
  };
}

/**
 * Decodes the bytes of a gRPC request.
 *
 * @throws RequestMalformedError for bytes that are no message of this type
 */
function readRequest(
  bytes: Buffer,
  codec: Codec,
  operation: UnaryOperation | StreamOperation,
): object {
  const request = decode(bytes, codec);
  operation.checkMessage?.(request);
  // Callers do not choose the tenant.
  return 'tenant' in request ? { ...request, tenant: '' } : request;
}

function decode(bytes: Buffer, { requestDeserialize }: Codec): object {
  try {
    return decodeWhole(bytes, requestDeserialize);
  } catch (error) {
    // The SDK's decoder is recursive, and nothing but the size of a message bounds it.
    if (error instanceof RangeError && /call stack/u.test(error.message)) throw createDepthError();
    throw new RequestMalformedError({
      message: `Cannot read the request because it must be a message of lf.a2a.v1 in protobuf: ${error instanceof Error ? error.message : String(error)}`,
      cause: error,
    });
  }
}
