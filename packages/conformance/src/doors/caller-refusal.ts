import type { Door, Exchange } from './door.ts';

/** The gRPC statuses PERMISSION_DENIED and UNAUTHENTICATED. */
const GRPC_CODES: ReadonlySet<unknown> = new Set([7, 16]);

const REASONS: ReadonlySet<unknown> = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED']);

/** True for the answer to a caller that is not known, or may not do what it asks for. */
export function isRefusedCaller({ binding }: Door, { status, error }: Exchange): boolean {
  if (status === 401 || status === 403 || REASONS.has(error?.reason)) return true;
  return binding === 'GRPC' && GRPC_CODES.has(error?.code);
}
