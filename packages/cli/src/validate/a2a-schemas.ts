import legacy from '@formwork/schemas/a2a/v0.3/a2a.json' with { type: 'json' };
import modern from '@formwork/schemas/a2a/v1.0/a2a.wire.json' with { type: 'json' };
import { isRecord, type JsonSchema } from '@formwork/core';

/** What `validate --as` knows by name. */
export type DocumentKind = 'card' | 'message' | 'task' | 'part';

/** A version of A2A. */
export type DocumentVersion = '1.0' | '0.3';

const NAMES: Readonly<Record<DocumentKind, string>> = {
  card: 'AgentCard',
  message: 'Message',
  task: 'Task',
  part: 'Part',
};

/** The schema of a document of A2A; unknown fields are let through, as the protocol does. */
export function toDocumentSchema(kind: DocumentKind, version: DocumentVersion): JsonSchema {
  return { ...(version === '1.0' ? modern : legacy), $ref: `#/$defs/${NAMES[kind]}` };
}

/** Of 0.3; in 1.0 they have a prefix, and are in capitals. */
const STATES = new Set([
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
]);

/** The version that a document looks like: 0.3 has `kind`, and cards with an address of their own. */
export function guessVersion(kind: DocumentKind, value: unknown): DocumentVersion {
  if (typeof value !== 'object' || value === null) return '1.0';
  if (kind === 'card') return 'supportedInterfaces' in value || !('url' in value) ? '1.0' : '0.3';
  return 'kind' in value ? '0.3' : '1.0';
}

/** True for a document with words that only 0.3 has, though it is not whole. */
export function hasLegacySigns(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, role, parts, status, protocolVersion } = value;
  const state = isRecord(status) ? status['state'] : undefined;
  return (
    typeof kind === 'string' ||
    role === 'user' ||
    role === 'agent' ||
    (Array.isArray(parts) && parts.some((part: unknown) => isRecord(part) && 'kind' in part)) ||
    (typeof state === 'string' && STATES.has(state)) ||
    (typeof protocolVersion === 'string' && protocolVersion.startsWith('0.'))
  );
}
