import { isRecord } from '@formwork/core';
import type { Metadata } from '@grpc/grpc-js';
import { KEPT_DETAILS } from './guard-grpc-call.ts';
import { readStatusDetails } from './status-details.ts';

/** What an error of gRPC says. */
export interface GrpcFailure {
  readonly message: string;
  /** The details of `google.rpc.Status`, as REST has them in JSON. */
  readonly details: readonly unknown[];
  readonly grpcStatus: number;
  /** The meaning of the status, for agents that give no reason of their own. */
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
}

/** By the codes of gRPC, for whom reasons are not told apart further. */
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

/** What `@grpc/grpc-js` says of messages that are larger than it takes. */
const TOO_LARGE = /message larger than max/iu;

/** What it says of answers without a message. */
const NOTHING = /^no message received$/iu;

/** What it says, with these statuses, of connections that never were, broke, or were reset. */
const CONNECTION_STATUSES: ReadonlySet<number> = new Set([1, 13, 14]);
const CONNECTION =
  /^(?:no connection established|name resolution failed|connection dropped|channel closed|call cancelled$|stream refused by server|received rst_stream|read e[a-z]+)/iu;

/** The same, of connections that never were: the agent cannot have done anything. */
const NEVER_CONNECTED =
  /^(?:no connection established|name resolution failed|stream refused by server)/iu;

/** The gRPC status of what the SDK's transport threw; `undefined` for anything else. */
export function readGrpcStatus(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || Reflect.get(thrown, 'transport') !== 'grpc') return undefined;
  const status: unknown = Reflect.get(thrown, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** Reads what the SDK's transport threw; `undefined` if it is not of gRPC. */
export function toGrpcFailure(thrown: unknown): GrpcFailure | undefined {
  const grpcStatus = readGrpcStatus(thrown);
  if (grpcStatus === undefined || !(thrown instanceof Error)) return undefined;
  const bytes = readKeptDetails(thrown.cause);
  const details = bytes === undefined ? [] : readStatusDetails(bytes);
  const message = toText(thrown);
  return {
    message,
    details,
    grpcStatus,
    reason: toReason(grpcStatus, message) ?? 'REFUSED',
    retryAfterMs: readRetryDelay(details),
  };
}

/** True if the agent was certainly not reached. */
export function isNeverConnected(thrown: unknown): boolean {
  return thrown instanceof Error && NEVER_CONNECTED.test(toText(thrown));
}

function toReason(status: number, message: string): string | undefined {
  if (TOO_LARGE.test(message)) return 'TOO_LARGE';
  if (NOTHING.test(message)) return 'PROTOCOL';
  if (CONNECTION_STATUSES.has(status) && CONNECTION.test(message)) return 'NETWORK';
  return REASONS.get(status);
}

/** The agent's words, without what the SDK puts before them. */
function toText({ message, cause }: Error): string {
  const details: unknown = cause instanceof Error ? Reflect.get(cause, 'details') : undefined;
  return typeof details === 'string' && details !== '' ? details : message;
}

/** What the guard of calls has put away. */
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
