import type { JsonSchema } from '@formwork/schema';

const TEXT = { type: 'string' } as const;
const LINES = { type: 'array', items: TEXT } as const;
const FINGERPRINT = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } as const;

const TOOLS = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      fingerprint: FINGERPRINT,
      skill: TEXT,
      schema: TEXT,
      title: TEXT,
      description: LINES,
      annotations: { type: 'object' },
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      prompt: { type: 'object' },
    },
    required: ['fingerprint', 'title', 'description', 'annotations', 'inputSchema', 'outputSchema'],
    additionalProperties: false,
  },
} as const;

const AGENT = {
  type: 'object',
  properties: {
    url: TEXT,
    card: {
      type: 'object',
      properties: {
        name: TEXT,
        description: LINES,
        version: TEXT,
        fingerprint: FINGERPRINT,
      },
      required: ['name', 'description', 'version', 'fingerprint'],
      additionalProperties: false,
    },
    schemas: { type: 'object', additionalProperties: FINGERPRINT },
    tools: TOOLS,
  },
  required: ['url', 'schemas', 'tools'],
  additionalProperties: false,
} as const;

/** The JSON Schema of `bridge.lock`. What it does not know was not written by this version. */
export const LOCK_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    bridgeLock: { const: 1 },
    bridge: {
      type: 'object',
      properties: { instructions: LINES, tools: TOOLS },
      required: ['instructions', 'tools'],
      additionalProperties: false,
    },
    agents: { type: 'object', additionalProperties: AGENT },
  },
  required: ['bridgeLock', 'bridge', 'agents'],
  additionalProperties: false,
};
