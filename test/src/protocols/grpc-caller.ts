import {
  CancelTaskRequest,
  GetTaskRequest,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  Task,
} from '@a2a-js/sdk';
import { decodeErrorInfo, decodeStatus } from '@a2a-js/sdk/errors/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import {
  type ClientReadableStream,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { findGrpcAddress, OWN_CONNECTIONS } from '../support/grpc-call.ts';
import { onTestFinished } from '../support/test-end.ts';
import {
  type Answer,
  type Part,
  toModernMessage,
  toOutcome,
  type WireError,
} from './a2a-caller.ts';
import type { Caller, CallOptions } from './caller.ts';

/** The JSON-RPC codes of gRPC statuses that need no details. */
const CODES: Readonly<Record<number, number>> = { [status.NOT_FOUND]: -32_001 };

interface Coder {
  readonly toBytes: (params: object) => Buffer;
  readonly toJson: (bytes: Buffer) => unknown;
}

type Method = 'sendMessage' | 'sendStreamingMessage' | 'getTask' | 'cancelTask';

/** The conversions of JSON to protobuf and back, for each gRPC method. */
const CODERS: Readonly<Record<Method, Coder>> = {
  sendMessage: {
    toBytes: (params) =>
      A2AService.sendMessage.requestSerialize(SendMessageRequest.fromJSON(params)),
    toJson: (bytes) =>
      SendMessageResponse.toJSON(A2AService.sendMessage.responseDeserialize(bytes)),
  },
  sendStreamingMessage: {
    toBytes: (params) =>
      A2AService.sendStreamingMessage.requestSerialize(SendMessageRequest.fromJSON(params)),
    toJson: (bytes) =>
      StreamResponse.toJSON(A2AService.sendStreamingMessage.responseDeserialize(bytes)),
  },
  getTask: {
    toBytes: (params) => A2AService.getTask.requestSerialize(GetTaskRequest.fromJSON(params)),
    toJson: (bytes) => Task.toJSON(A2AService.getTask.responseDeserialize(bytes)),
  },
  cancelTask: {
    toBytes: (params) => A2AService.cancelTask.requestSerialize(CancelTaskRequest.fromJSON(params)),
    toJson: (bytes) => Task.toJSON(A2AService.cancelTask.responseDeserialize(bytes)),
  },
};

const Client = makeGenericClientConstructor({}, 'Bytes');

/** Makes a caller of A2A over gRPC, without any of Formwork's client code. */
export async function createGrpcCaller(url: string): Promise<Caller> {
  const client = new Client(
    await findGrpcAddress(url),
    credentials.createInsecure(),
    OWN_CONNECTIONS,
  );
  onTestFinished(() => client.close());

  function send(method: Method, bytes: Buffer, options: CallOptions = {}): Promise<Answer> {
    const { path } = A2AService[method];
    const { toJson } = CODERS[method];
    const metadata = toMetadata(options);
    return new Promise((resolve) => {
      client.makeUnaryRequest(path, keep, keep, bytes, metadata, (error, answer) => {
        if (error !== null) resolve(toFailure(error));
        else resolve({ status: 200, result: toJson(answer ?? Buffer.of()) as Answer['result'] });
      });
    });
  }

  function ask(method: Method, params: object, options?: CallOptions): Promise<Answer> {
    return send(method, CODERS[method].toBytes(params), options);
  }

  async function follow(params: object, options: CallOptions): Promise<readonly string[]> {
    const { toBytes, toJson } = CODERS.sendStreamingMessage;
    const { path } = A2AService.sendStreamingMessage;
    const bytes = toBytes(params);
    const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest(
      path,
      keep,
      keep,
      bytes,
      toMetadata(options),
    );
    const texts: string[] = [];
    let id = '';
    try {
      for await (const event of stream) {
        const { task, statusUpdate } = toJson(event as Buffer) as StreamEvent;
        id = task?.id ?? id;
        const text = statusUpdate?.status.message?.parts[0]?.text;
        if (text !== undefined) texts.push(text);
      }
    } catch (error) {
      return [...texts, toOutcome(toFailure(error as ServiceError))];
    }
    return [...texts, toOutcome(await ask('getTask', { id }, options))];
  }

  return {
    protocol: 'gRPC',
    async call(errand, options = {}) {
      const message = toModernMessage(errand, options);
      return toOutcome(await ask('sendMessage', { message }, options));
    },
    follow: (errand, options = {}) =>
      follow({ message: toModernMessage(errand, options) }, options),
    async begin(errand, options = {}) {
      const message = toModernMessage(errand, options);
      const params = { message, configuration: { returnImmediately: true } };
      const { result } = await ask('sendMessage', params, options);
      return { id: (result?.['task'] as { readonly id: string } | undefined)?.id ?? '' };
    },
    look: async ({ id }, options) => toOutcome(await ask('getTask', { id }, options)),
    cancel: async ({ id }, options) => toOutcome(await ask('cancelTask', { id }, options)),
    async answer({ id: taskId }, data) {
      const messageId = crypto.randomUUID();
      const message = { role: 'ROLE_USER', messageId, taskId, parts: [{ data }] };
      return toOutcome(await ask('sendMessage', { message }));
    },
    post: async (body) => toOutcome(await send('sendMessage', Buffer.from(body))),
    sendIncomplete: async () =>
      toOutcome(await ask('sendMessage', { message: { role: 'ROLE_USER', parts: [] } })),
  };
}

interface StreamEvent {
  readonly task?: { readonly id: string };
  readonly statusUpdate?: {
    readonly status: { readonly message?: { readonly parts: readonly Part[] } };
  };
}

function keep(bytes: Buffer): Buffer {
  return bytes;
}

function toMetadata({ token }: CallOptions): Metadata {
  const metadata = new Metadata();
  metadata.set('a2a-version', '1.0');
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  return metadata;
}

/** Converts a gRPC error to the answer that JSON-RPC would give. */
function toFailure({ code, details: message, metadata }: ServiceError): Answer {
  const [bytes] = metadata.get('grpc-status-details-bin');
  const { details } = Buffer.isBuffer(bytes) ? decodeStatus(bytes) : { details: [] };
  const data = details.map(({ typeUrl, value }): NonNullable<WireError['data']>[number] =>
    typeUrl.endsWith('.ErrorInfo')
      ? { reason: decodeErrorInfo(value).reason }
      : { fieldViolations: readViolations(value) },
  );
  // With two reasons, the first one only repeats the JSON-RPC code.
  const told = data[1]?.reason === undefined ? data : data.slice(1);
  const error: WireError = { code: CODES[code] ?? 0, message, data: told };
  return { status: code === status.UNAUTHENTICATED ? 401 : 200, error };
}

/** Reads the fields from an encoded `google.rpc.BadRequest`. */
function readViolations(bytes: Uint8Array): readonly { readonly field: string }[] {
  const reader = new BinaryReader(bytes);
  const found: { readonly field: string }[] = [];
  while (reader.pos < reader.len) {
    reader.tag();
    const end = reader.uint32() + reader.pos;
    let field = '';
    while (reader.pos < end) {
      const [number] = reader.tag();
      const text = reader.string();
      if (number === 1) field = text;
    }
    found.push({ field });
  }
  return found;
}
