import type { A2AError, ErrorDetail } from '@a2a-js/sdk/errors';
import { GRPC_STATUS_DETAILS_BIN, grpcStatusFor } from '@a2a-js/sdk/errors/grpc';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { isRecord, toWholeText } from '@formwork/schema/json';
import { Metadata, status as Code } from '@grpc/grpc-js';
import type { Identify } from '../caller.ts';
import {
  findChallenge,
  findRefusal,
  findRetrySeconds,
  listErrorDetails,
} from '../error-answers.ts';
import { InternalError } from '../errors.ts';

/** The status that a failed gRPC call ends with. */
export interface GrpcStatus {
  readonly code: Code;
  /** The message of the gRPC status, for people. */
  readonly details: string;
  readonly metadata: Metadata;
}

/**
 * The largest size of an error in gRPC trailers, in bytes. Libraries of other languages accept 8
 * KiB of trailers, and lose the whole error if there is more.
 */
const MAX_BYTES = 7_000;

const PREFIX = 'type.googleapis.com/google.rpc.';

/**
 * Makes the gRPC status of an error, with its details as `google.rpc.Status` (A2A 1.0 section
 * 10.6). Data that does not fit into trailers is left out: fields first, then details, then the end
 * of the message.
 */
export function toGrpcStatus(error: A2AError | InternalError, identify: Identify): GrpcStatus {
  const code = findCode(error);
  let details: readonly ErrorDetail[] = listErrorDetails(error);
  const seconds = code === Code.UNAVAILABLE ? findRetrySeconds(error) : undefined;
  if (seconds !== undefined)
    details = [...details, { '@type': RETRY_INFO, retryDelay: `${seconds}s` }];
  // No header can hold half of a surrogate pair.
  let text = toWholeText(error.message);
  let bytes = encodeStatus(code, text, details);
  while (countBytes(text, bytes) > MAX_BYTES) {
    const fewer = leaveOut(details);
    if (fewer === undefined) text = toWholeText(`${text.slice(0, text.length / 2)}…`);
    else details = fewer;
    bytes = encodeStatus(code, text, details);
  }
  const metadata = new Metadata();
  metadata.set(GRPC_STATUS_DETAILS_BIN, Buffer.from(bytes));
  const challenge = findChallenge(error, identify);
  if (challenge !== undefined) metadata.set('www-authenticate', challenge);
  return { code, details: text, metadata };
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

function findCode(error: A2AError | InternalError): Code {
  const refusal = findRefusal(error);
  if (refusal !== undefined) return Code[refusal.status];
  if (error instanceof InternalError) return Code.INTERNAL;
  const code = grpcStatusFor(error);
  return isCode(code) ? code : Code.UNKNOWN;
}

function isCode(value: number): value is Code {
  return value in Code;
}

/**
 * Counts the bytes that a status takes in gRPC trailers: the message percent-encoded, the details
 * as Base64.
 */
function countBytes(text: string, details: Uint8Array): number {
  return encodeURI(text).length + Math.ceil(details.length / 3) * 4;
}

/**
 * Removes the next part from error details: half of the fields, a detail, or the content of the
 * only detail.
 */
function leaveOut(details: readonly ErrorDetail[]): readonly ErrorDetail[] | undefined {
  const last = details.at(-1);
  if (last === undefined) return undefined;
  const earlierDetails = details.slice(0, -1);
  const violations: unknown = last['fieldViolations'];
  if (Array.isArray(violations) && violations.length > 1) {
    return [
      ...earlierDetails,
      { ...last, fieldViolations: violations.slice(0, violations.length / 2) },
    ];
  }
  if (earlierDetails.length > 0) return earlierDetails;
  const { metadata, ...fields } = last;
  return isRecord(metadata) && Object.keys(metadata).length > 0 ? [fields] : undefined;
}

/** Encodes a `google.rpc.Status`. */
function encodeStatus(code: Code, text: string, details: readonly ErrorDetail[]): Uint8Array {
  const status = new BinaryWriter().uint32(8).int32(code).uint32(18).string(text);
  for (const detail of details) {
    const value = encodeDetail(detail);
    if (value === undefined) continue;
    status.uint32(26).fork();
    status.uint32(10).string(detail['@type']).uint32(18).bytes(value).join();
  }
  return status.finish();
}

/** Encodes an error detail; returns `undefined` for kinds that Formwork's errors do not have. */
function encodeDetail(detail: ErrorDetail): Uint8Array | undefined {
  const writer = new BinaryWriter();
  switch (detail['@type'].slice(PREFIX.length)) {
    case 'ErrorInfo': {
      writeText(writer, 1, detail['reason']);
      writeText(writer, 2, detail['domain']);
      const { metadata } = detail;
      for (const [name, value] of Object.entries(isRecord(metadata) ? metadata : {})) {
        writer.uint32(26).fork();
        writeText(writer, 1, name);
        writeText(writer, 2, value);
        writer.join();
      }
      return writer.finish();
    }
    case 'BadRequest': {
      const { fieldViolations } = detail;
      for (const violation of Array.isArray(fieldViolations) ? fieldViolations : []) {
        if (!isRecord(violation)) continue;
        writer.uint32(10).fork();
        writeText(writer, 1, violation['field']);
        writeText(writer, 2, violation['description']);
        writeText(writer, 3, violation['reason']);
        writer.join();
      }
      return writer.finish();
    }
    case 'RetryInfo':
      writer.uint32(10).fork();
      writer
        .uint32(8)
        .int64(Number.parseInt(String(detail['retryDelay']), 10))
        .join();
      return writer.finish();
    case 'RequestInfo':
      writeText(writer, 1, detail['requestId']);
      return writer.finish();
    default:
      return undefined;
  }
}

/** Writes a text field of a protobuf message, unless the text is empty. */
function writeText(writer: BinaryWriter, number: number, value: unknown): void {
  if (typeof value === 'string' && value !== '') writer.uint32(number * 8 + 2).string(value);
}
