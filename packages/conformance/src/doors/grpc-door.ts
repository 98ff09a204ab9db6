import * as sdk from '@a2a-js/sdk';
import type * as SdkErrors from '@a2a-js/sdk/errors/grpc';
import type * as SdkGrpc from '@a2a-js/sdk/server/grpc';
import { toErrorText } from '@formwork/schema';
import { isRecord, isTooDeep } from '@formwork/schema/json';
import type * as Grpc from '@grpc/grpc-js';
import { MODERN } from './dialect.ts';
import type { Call, Door, Exchange, Operation, StreamExchange, OpenOptions } from './door.ts';
import type { GrpcAddress } from './grpc-address.ts';
import { describeCall } from './http-door.ts';
import { toWireError, type WireError } from './wire-error.ts';

/** Options of {@link openGrpc}. */
export interface GrpcDoorOptions {
  /** The headers of every call; `{}` if the address may not see any. */
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: readonly string[];
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The functions of the SDK that read and write one protobuf message as JSON. */
interface Codec {
  readonly fromJSON: (json: unknown) => unknown;
  readonly toJSON: (message: never) => unknown;
}

/** The method, the request and the answer of each operation. */
const METHODS: Readonly<
  Record<Operation, { readonly name: keyof typeof SdkGrpc.A2AService; from: Codec; to: Codec }>
> = {
  SendMessage: { name: 'sendMessage', from: sdk.SendMessageRequest, to: sdk.SendMessageResponse },
  SendStreamingMessage: {
    name: 'sendStreamingMessage',
    from: sdk.SendMessageRequest,
    to: sdk.StreamResponse,
  },
  GetTask: { name: 'getTask', from: sdk.GetTaskRequest, to: sdk.Task },
  ListTasks: { name: 'listTasks', from: sdk.ListTasksRequest, to: sdk.ListTasksResponse },
  CancelTask: { name: 'cancelTask', from: sdk.CancelTaskRequest, to: sdk.Task },
  SubscribeToTask: {
    name: 'subscribeToTask',
    from: sdk.SubscribeToTaskRequest,
    to: sdk.StreamResponse,
  },
  ListTaskPushNotificationConfigs: {
    name: 'listTaskPushNotificationConfigs',
    from: sdk.ListTaskPushNotificationConfigsRequest,
    to: sdk.ListTaskPushNotificationConfigsResponse,
  },
  GetExtendedAgentCard: {
    name: 'getExtendedAgentCard',
    from: sdk.GetExtendedAgentCardRequest,
    to: sdk.AgentCard,
  },
};

/** The deepest nesting of an answer that is read, in levels. */
const MAX_DEPTH = 200;

/** The packages for gRPC, which may be installed or not. */
interface Packages {
  readonly grpc: typeof Grpc;
  readonly service: typeof SdkGrpc.A2AService;
  readonly errors: typeof SdkErrors;
}

/** Loads the packages for gRPC; `undefined` if they are not installed. */
export async function loadGrpc(): Promise<Packages | undefined> {
  try {
    const [grpc, { A2AService: service }, errors] = await Promise.all([
      import('@grpc/grpc-js'),
      import('@a2a-js/sdk/server/grpc'),
      import('@a2a-js/sdk/errors/grpc'),
    ]);
    return { grpc, service, errors };
  } catch {
    return undefined;
  }
}

/** Opens the door of A2A 1.0 over gRPC. */
export function openGrpc(address: GrpcAddress, packages: Packages, options: GrpcDoorOptions): Door {
  return new GrpcDoor(address, packages, options);
}

/** The door of A2A 1.0 over gRPC, with its connection. */
class GrpcDoor implements Door {
  readonly #packages: Packages;
  readonly #options: GrpcDoorOptions;
  readonly #client: Grpc.Client;
  readonly name = 'gRPC 1.0';
  readonly binding = 'GRPC';
  readonly url: string;
  readonly dialect = MODERN;
  readonly exchanges: (Exchange | StreamExchange)[] = [];

  constructor(address: GrpcAddress, packages: Packages, options: GrpcDoorOptions) {
    this.#packages = packages;
    this.#options = options;
    const { credentials, Client } = packages.grpc;
    this.#client = new Client(
      address.target,
      address.isSecure ? credentials.createSsl() : credentials.createInsecure(),
      {
        'grpc.use_local_subchannel_pool': 1,
        'grpc.max_receive_message_length': options.maxBytes,
        'grpc.default_authority': address.authority,
        ...(address.isSecure && { 'grpc.ssl_target_name_override': address.hostname }),
      },
    );
    this.url = address.url;
  }

  close(): void {
    this.#client.close();
  }

  async send(call: Call): Promise<Exchange> {
    const { name, from, to } = METHODS[call.operation];
    const { path, requestSerialize, responseDeserialize } = this.#packages.service[name];
    try {
      const message = await new Promise<unknown>((resolve, reject) => {
        const request = this.#client.makeUnaryRequest(
          path,
          requestSerialize as (value: unknown) => Buffer,
          responseDeserialize as (bytes: Buffer) => unknown,
          from.fromJSON(call.params),
          this.#toMetadata(call),
          { deadline: Date.now() + this.#options.timeoutMs },
          (error, answer) => {
            if (error === null) resolve(answer);
            else reject(error);
          },
        );
        this.#options.signal.addEventListener('abort', () => request.cancel(), { once: true });
      });
      return this.#keep({ ...this.#describe(call), ...toResult(message, to) });
    } catch (error) {
      return this.#keep({ ...this.#describe(call), ...this.#toFailure(error) });
    }
  }

  async open(call: Call, { onlyFirst = false }: OpenOptions = {}): Promise<StreamExchange> {
    const { name, from, to } = METHODS[call.operation];
    const { path, requestSerialize, responseDeserialize } = this.#packages.service[name];
    const stream = this.#client.makeServerStreamRequest(
      path,
      requestSerialize as (value: unknown) => Buffer,
      responseDeserialize as (bytes: Buffer) => unknown,
      from.fromJSON(call.params),
      this.#toMetadata(call),
      { deadline: Date.now() + this.#options.timeoutMs },
    );
    this.#options.signal.addEventListener('abort', () => stream.cancel(), { once: true });
    const description = this.#describe(call);
    const events: (Readonly<Record<string, unknown>> | undefined)[] = [];
    let bytes = 0;
    try {
      for await (const message of stream) {
        const { result } = toResult(message, to);
        events.push(result);
        bytes += JSON.stringify(result)?.length ?? 0;
        if (bytes > this.#options.maxBytes || onlyFirst) break;
      }
      stream.cancel();
      return this.#keep({
        ...description,
        events,
        envelopes: [],
        isOver: !onlyFirst && bytes <= this.#options.maxBytes,
      });
    } catch (error) {
      const failure = this.#toFailure(error);
      // A stream that begins and does not end is an answer; what is missing is its end.
      const isOpen = events.length > 0 && failure.isTimeout === true;
      return this.#keep({
        ...description,
        ...(!isOpen && failure),
        events,
        envelopes: [],
        isOver: false,
      });
    }
  }

  #toMetadata({ version = '1.0', isAnonymous, isPlain }: Call): Grpc.Metadata {
    const metadata = new this.#packages.grpc.Metadata();
    const names = isPlain === true ? '' : this.#options.extensions.join(', ');
    const all = {
      ...(version !== '' && { 'a2a-version': version }),
      ...(names !== '' && { 'a2a-extensions': names }),
      ...(isAnonymous !== true && this.#options.headers),
    };
    for (const [name, value] of Object.entries(all)) metadata.set(name, value);
    return metadata;
  }

  #describe({ operation, params }: Call): Pick<Exchange, 'operation' | 'request'> {
    return { operation, request: describeCall(operation, params) };
  }

  /** The parts of an exchange that ends with an error of gRPC. */
  #toFailure(error: unknown): Pick<Exchange, 'error' | 'unreadable' | 'isTimeout'> {
    this.#options.signal.throwIfAborted();
    // What protobuf cannot hold is not sent, such as half a character.
    if (typeof Reflect.get(Object(error), 'code') !== 'number') {
      return { unreadable: `no request: ${toErrorText(error)}` };
    }
    const { code, details } = error as Grpc.ServiceError;
    const { status } = this.#packages.grpc;
    if (code === status.DEADLINE_EXCEEDED) {
      return { unreadable: `no answer within ${this.#options.timeoutMs} ms`, isTimeout: true };
    }
    if (isOwnFailure(code, details)) return { unreadable: `no answer: ${details}` };
    return { error: readGrpcError(error as Grpc.ServiceError, this.#packages) };
  }

  #keep<Kept extends Exchange>(exchange: Kept): Kept {
    this.exchanges.push(exchange);
    return exchange;
  }
}

function toResult(message: unknown, to: Codec): Pick<Exchange, 'result' | 'unreadable'> {
  const result = to.toJSON(message as never);
  const isReadable = isRecord(result) && !isTooDeep(result, MAX_DEPTH);
  return isReadable
    ? { result }
    : { unreadable: 'an answer that is no message, or nested too deep' };
}

/** True for a failure that the library reports, and the agent did not. */
function isOwnFailure(code: number, details: string): boolean {
  return (
    [1, 8, 13, 14].includes(code) &&
    /^(?:no connection|name resolution|connection dropped|channel closed|call cancelled|received rst_stream|received message larger|error parsing|response message parsing|read e[a-z]+)/iu.test(
      details,
    )
  );
}

/** Reads an error of gRPC with its details. */
function readGrpcError(error: Grpc.ServiceError, { errors }: Packages): WireError {
  const { code, details: message, metadata } = error;
  const [bytes] = metadata.get('grpc-status-details-bin');
  const parts = Buffer.isBuffer(bytes) ? readDetails(bytes, errors) : [];
  return toWireError({ code, message, details: parts }, { code, message, details: parts });
}

function readDetails(bytes: Buffer, errors: typeof SdkErrors): readonly unknown[] {
  try {
    return errors.decodeStatus(bytes).details.map(({ typeUrl, value }) => {
      const isInfo = typeUrl.endsWith('google.rpc.ErrorInfo');
      const fields = isInfo ? errors.decodeErrorInfo(Buffer.from(value)) : toReadable(value);
      return { '@type': typeUrl, ...fields };
    });
  } catch {
    // What is no protobuf says nothing.
    return [];
  }
}

/** The texts in an encoded detail, such as the names of fields that are wrong. */
function toReadable(value: Uint8Array): { readonly text: string } {
  return { text: new TextDecoder().decode(value).replaceAll(/\p{Cc}+/gu, ' ') };
}
