import { isRecord, type JsonSchema } from '@formwork/core';

/** What `validate --as` knows by name. */
export type DocumentKind = 'card' | 'message' | 'task' | 'part';

/** A version of A2A. */
export type DocumentVersion = '1.0' | '0.3';

const text = { type: 'string' };
const filled = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const record = { type: 'object' };
const list = (name: string): JsonSchema => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });

/** What both versions say in the same way. */
const COMMON_DEFS = {
  capabilities: {
    type: 'object',
    properties: {
      streaming: { type: 'boolean' },
      pushNotifications: { type: 'boolean' },
      extensions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            uri: filled,
            description: text,
            required: { type: 'boolean' },
            params: record,
          },
          required: ['uri'],
        },
      },
    },
  },
  skill: {
    type: 'object',
    properties: {
      id: filled,
      name: filled,
      description: text,
      tags: texts,
      examples: texts,
      inputModes: texts,
      outputModes: texts,
    },
    required: ['id', 'name', 'description', 'tags'],
  },
  artifact: {
    type: 'object',
    properties: { artifactId: filled, name: text, description: text, parts: list('part') },
    required: ['artifactId', 'parts'],
  },
};

const CARD = {
  name: filled,
  description: text,
  version: filled,
  capabilities: { $ref: '#/$defs/capabilities' },
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: list('skill'),
  securitySchemes: record,
  provider: {
    type: 'object',
    properties: { organization: text, url: text },
    required: ['organization', 'url'],
  },
};

const MESSAGE = {
  messageId: filled,
  contextId: text,
  taskId: text,
  parts: { ...list('part'), minItems: 1 },
  metadata: record,
  extensions: texts,
  referenceTaskIds: texts,
};

const TASK = {
  id: filled,
  contextId: text,
  status: { $ref: '#/$defs/status' },
  artifacts: list('artifact'),
  history: list('message'),
  metadata: record,
};

const STATES = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
];

/** A2A 1.0, section 4 and 8: what its ProtoJSON has to be. */
const MODERN = {
  ...COMMON_DEFS,
  card: {
    type: 'object',
    properties: {
      ...CARD,
      supportedInterfaces: { ...list('interface'), minItems: 1 },
    },
    required: [...Object.keys(CARD).slice(0, 7), 'supportedInterfaces'],
  },
  interface: {
    type: 'object',
    properties: { url: filled, protocolBinding: filled, protocolVersion: filled, tenant: text },
    required: ['url', 'protocolBinding', 'protocolVersion'],
  },
  message: {
    type: 'object',
    properties: { ...MESSAGE, role: { enum: ['ROLE_USER', 'ROLE_AGENT'] } },
    required: ['messageId', 'role', 'parts'],
  },
  part: {
    type: 'object',
    properties: { text, raw: text, url: text, filename: text, mediaType: text, metadata: record },
    oneOf: ['text', 'raw', 'url', 'data'].map((name) => ({ required: [name] })),
  },
  status: {
    type: 'object',
    properties: {
      state: {
        enum: STATES.map((state) => `TASK_STATE_${state.replace('-', '_').toUpperCase()}`),
      },
      message: { $ref: '#/$defs/message' },
      timestamp: { type: 'string', format: 'date-time' },
    },
    required: ['state'],
  },
  task: { type: 'object', properties: TASK, required: ['id', 'status'] },
};

/** A2A 0.3, sections 5 and 6. */
const LEGACY = {
  ...COMMON_DEFS,
  card: {
    type: 'object',
    properties: { ...CARD, protocolVersion: filled, url: filled, preferredTransport: text },
    required: [...Object.keys(CARD).slice(0, 7), 'protocolVersion', 'url'],
  },
  message: {
    type: 'object',
    properties: { ...MESSAGE, kind: { const: 'message' }, role: { enum: ['user', 'agent'] } },
    required: ['kind', 'messageId', 'role', 'parts'],
  },
  part: {
    type: 'object',
    properties: { kind: { enum: ['text', 'file', 'data'] }, text, metadata: record },
    required: ['kind'],
    allOf: ['text', 'file', 'data'].map((kind) => ({
      if: { properties: { kind: { const: kind } } },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: { required: [kind] },
    })),
  },
  status: {
    type: 'object',
    properties: {
      state: { enum: [...STATES, 'unknown'] },
      message: { $ref: '#/$defs/message' },
      timestamp: text,
    },
    required: ['state'],
  },
  task: {
    type: 'object',
    properties: { ...TASK, kind: { const: 'task' } },
    required: ['kind', 'id', 'contextId', 'status'],
  },
};

/** The schema of a document of A2A; unknown fields are let through, as the protocol does. */
export function toDocumentSchema(kind: DocumentKind, version: DocumentVersion): JsonSchema {
  return { $ref: `#/$defs/${kind}`, $defs: version === '1.0' ? MODERN : LEGACY };
}

/** The version that a document looks like: 0.3 has `kind`, and cards with an address of their own. */
export function guessVersion(kind: DocumentKind, value: unknown): DocumentVersion {
  if (typeof value !== 'object' || value === null) return '1.0';
  if (kind === 'card') return 'supportedInterfaces' in value || !('url' in value) ? '1.0' : '0.3';
  return 'kind' in value ? '0.3' : '1.0';
}

/** True for a document with words that only 0.3 has, though it is not whole. */
export function hasLegacySigns(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { role, parts, status, protocolVersion } = value;
  const state = isRecord(status) ? status['state'] : undefined;
  return (
    role === 'user' ||
    role === 'agent' ||
    (Array.isArray(parts) && parts.some((part: unknown) => isRecord(part) && 'kind' in part)) ||
    (typeof state === 'string' && STATES.includes(state)) ||
    (typeof protocolVersion === 'string' && protocolVersion.startsWith('0.'))
  );
}
