import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { Metadata, type ServiceError, type status as Status } from '@grpc/grpc-js';

/** The details to encode into a `google.rpc.Status`. */
interface StatusDetails {
  readonly info?: { readonly reason: string; readonly metadata?: Readonly<Record<string, string>> };
  readonly violations?: readonly (readonly [field: string, description: string, reason: string])[];
  readonly retrySeconds?: number;
}

/**
 * Makes a gRPC error as agents in other languages send one: status, text, and details in protobuf.
 */
export function toGrpcStatus(
  code: Status,
  details: string,
  status: StatusDetails | Uint8Array = {},
): Partial<ServiceError> {
  const metadata = new Metadata();
  const bytes = status instanceof Uint8Array ? status : encode(code, details, status);
  metadata.set('grpc-status-details-bin', Buffer.from(bytes));
  return { code, details, metadata };
}

function encode(code: Status, text: string, { info, violations, retrySeconds }: StatusDetails) {
  const status = new BinaryWriter().uint32(8).int32(code).uint32(18).string(text);
  const add = (name: string, value: BinaryWriter): void => {
    status.uint32(26).fork();
    status.uint32(10).string(`type.googleapis.com/google.rpc.${name}`);
    status.uint32(18).bytes(value.finish()).join();
  };
  // A detail of a kind that clients do not know, and have to skip.
  add('DebugInfo', new BinaryWriter().uint32(10).string('at line 1'));
  if (info !== undefined) {
    const value = new BinaryWriter().uint32(10).string(info.reason);
    value.uint32(18).string('a2a-protocol.org');
    for (const entry of Object.entries(info.metadata ?? {})) {
      value.uint32(26).fork().uint32(10).string(entry[0]).uint32(18).string(entry[1]).join();
    }
    add('ErrorInfo', value);
  }
  if (violations !== undefined) {
    const value = new BinaryWriter();
    for (const [field, description, reason] of violations) {
      value.uint32(10).fork().uint32(10).string(field).uint32(18).string(description);
      if (reason !== '') value.uint32(26).string(reason);
      value.join();
    }
    add('BadRequest', value);
  }
  if (retrySeconds !== undefined) {
    const value = new BinaryWriter().uint32(10).fork();
    value.uint32(8).int64(Math.floor(retrySeconds));
    value
      .uint32(16)
      .int32((retrySeconds % 1) * 1_000_000_000)
      .join();
    add('RetryInfo', value);
  }
  return status.finish();
}
