import { isRecord } from '@formwork/schema/json';
import type { Metadata } from '@grpc/grpc-js';

/**
 * The name of the metadata to which the guard of a gRPC call moves the details of an error, so
 * that the SDK does not read them.
 */
export const KEPT_DETAILS = 'formwork-status-details-bin';

/** The reasons of errors by gRPC status code, for agents that give no reason of their own. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [2, 'INTERNAL'],
  [3, 'INVALID_PARAMS'],
  [4, 'UNAVAILABLE'],
  [5, 'NOT_FOUND'],
  [7, 'PERMISSION_DENIED'],
  [8, 'RATE_LIMITED'],
  [12, 'METHOD_NOT_FOUND'],
  [13, 'INTERNAL'],
  [14, 'UNAVAILABLE'],
  [15, 'INTERNAL'],
  [16, 'UNAUTHENTICATED'],
]);

/** Matches the message of `@grpc/grpc-js` about an answer that is too large. */
const TOO_LARGE = /message larger than max/iu;

/** Matches the message of `@grpc/grpc-js` about an answer that is missing. */
const NOTHING = /^no message received$/iu;

/**
 * The gRPC statuses that, together with the words of `@grpc/grpc-js`, mean a connection that was
 * never made, broke, or was reset.
 */
const CONNECTION_STATUSES: ReadonlySet<number> = new Set([1, 13, 14]);

const CONNECTION =
  /^(?:no connection established|name resolution failed|connection dropped|channel closed|call cancelled$|stream refused by server|received rst_stream|read e[a-z]+)/iu;

/**
 * Matches the messages of `@grpc/grpc-js` about a connection that was never made, so that the agent
 * cannot have done anything.
 */
const NEVER_CONNECTED =
  /^(?:no connection established|name resolution failed|stream refused by server)/iu;

/**
 * Reads the gRPC status of an error that the SDK's transport threw; `undefined` for any other
 * error.
 */
export function readGrpcStatus(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || Reflect.get(thrown, 'transport') !== 'grpc') return undefined;
  const status: unknown = Reflect.get(thrown, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** Reads a gRPC error that the SDK's transport threw; `undefined` for any other error. */
export function readGrpcFailure(thrown: unknown):
  | {
      readonly message: string;
      /** The details of the error (`google.rpc.Status`), in the JSON form that REST uses. */
      readonly details: readonly unknown[];
      readonly grpcStatus: number;
      /** The reason that follows from the gRPC status, for agents that give no reason of their own. */
      readonly reason: string;
      readonly retryAfterMs: number | undefined;
    }
  | undefined {
  const grpcStatus = readGrpcStatus(thrown);
  if (grpcStatus === undefined || !(thrown instanceof Error)) return undefined;
  const bytes = readKeptDetails(thrown.cause);
  const details = bytes === undefined ? [] : readStatusDetails(bytes);
  const message = readErrorText(thrown);
  return {
    message,
    details,
    grpcStatus,
    reason: findReason(grpcStatus, message) ?? 'REFUSED',
    retryAfterMs: readRetryDelay(details),
  };
}

/**
 * True for a gRPC error of a connection that was never made: the agent has certainly not been
 * reached.
 */
export function isNeverConnected(thrown: unknown): boolean {
  return thrown instanceof Error && NEVER_CONNECTED.test(readErrorText(thrown));
}

function findReason(status: number, message: string): string | undefined {
  if (TOO_LARGE.test(message)) return 'TOO_LARGE';
  if (NOTHING.test(message)) return 'PROTOCOL';
  if (CONNECTION_STATUSES.has(status) && CONNECTION.test(message)) return 'NETWORK';
  return REASONS.get(status);
}

/** Returns the agent's words in an error, without what the SDK puts before them. */
function readErrorText({ message, cause }: Error): string {
  const details: unknown = cause instanceof Error ? Reflect.get(cause, 'details') : undefined;
  return typeof details === 'string' && details !== '' ? details : message;
}

/**
 * Returns the bytes of the error details that {@link guardGrpcTransport} hid from the SDK;
 * `undefined` if there are none.
 */
function readKeptDetails(cause: unknown): Uint8Array | undefined {
  const metadata: unknown = cause instanceof Error ? Reflect.get(cause, 'metadata') : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('get' in metadata)) return undefined;
  const [bytes] = (metadata as Metadata).get(KEPT_DETAILS);
  return bytes instanceof Uint8Array ? bytes : undefined;
}

function readRetryDelay(details: readonly unknown[]): number | undefined {
  const delays = details.map((detail) => (isRecord(detail) ? detail['retryDelayMs'] : undefined));
  return delays.find((delay) => typeof delay === 'number');
}

/** A field of a protobuf message: its number, and its value as a number or bytes. */
interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

const TYPE_PREFIX = 'type.googleapis.com/';

/**
 * Decodes the details of a `google.rpc.Status` in protobuf to the shape of their JSON: `ErrorInfo`,
 * `BadRequest` and `RetryInfo`, the last with `retryDelayMs`. Leaves out other kinds, and all of
 * them if the bytes are not protobuf; the status and the text of gRPC remain.
 */
function readStatusDetails(bytes: Uint8Array): readonly unknown[] {
  try {
    return readMessageFields(bytes, 3).flatMap((any) => {
      const type = readTextField(any, 1).replace(TYPE_PREFIX, '');
      const value = readMessageFields(any, 2).at(-1) ?? new Uint8Array();
      return readDetail(type, value) ?? [];
    });
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return [];
    throw error;
  }
}

function readDetail(type: string, value: Uint8Array): object | undefined {
  const typeField = { '@type': TYPE_PREFIX + type };
  switch (type) {
    case 'google.rpc.ErrorInfo': {
      const entries = readMessageFields(value, 3).map((entry) => [
        readTextField(entry, 1),
        readTextField(entry, 2),
      ]);
      return {
        ...typeField,
        reason: readTextField(value, 1),
        domain: readTextField(value, 2),
        metadata: Object.fromEntries(entries) as unknown,
      };
    }
    case 'google.rpc.BadRequest': {
      const fieldViolations = readMessageFields(value, 1).map((violation) => {
        const reason = readTextField(violation, 3);
        return {
          field: readTextField(violation, 1),
          description: readTextField(violation, 2),
          ...(reason !== '' && { reason }),
        };
      });
      return { ...typeField, fieldViolations };
    }
    case 'google.rpc.RetryInfo': {
      const delay = readMessageFields(value, 1).at(-1) ?? new Uint8Array();
      const seconds = readNumberField(delay, 1);
      return { ...typeField, retryDelayMs: seconds * 1000 + readNumberField(delay, 2) / 1_000_000 };
    }
    default:
      return undefined;
  }
}

function readMessageFields(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  return readFields(bytes).flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  );
}

/**
 * Decodes a text field of a protobuf message.
 *
 * @throws TypeError if it is not UTF-8.
 */
function readTextField(bytes: Uint8Array, number: number): string {
  const field = readMessageFields(bytes, number).at(-1);
  return field === undefined ? '' : new TextDecoder('utf-8', { fatal: true }).decode(field);
}

function readNumberField(bytes: Uint8Array, number: number): number {
  const value = readFields(bytes).findLast((field) => field.number === number)?.value;
  return typeof value === 'number' ? value : 0;
}

/**
 * Splits a protobuf message into its fields.
 *
 * @throws RangeError if the bytes end too early, or are not protobuf.
 */
function readFields(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  const reader = new ProtobufReader(bytes);
  while (!reader.isOver) {
    const tag = reader.readVarint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ number, value: reader.readVarint() });
        break;
      case 1:
        reader.take(8);
        break;
      case 2:
        fields.push({ number, value: reader.take(reader.readVarint()) });
        break;
      case 5:
        reader.take(4);
        break;
      default:
        throw new RangeError('no type of protobuf');
    }
  }
  return fields;
}

/** The bytes of a protobuf message that are still to be read. */
class ProtobufReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws RangeError if the bytes end within the number, or it is too long */
  readVarint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) break;
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('no number of protobuf');
  }

  /** @throws RangeError if there are not so many bytes */
  take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new RangeError('no field of protobuf');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
