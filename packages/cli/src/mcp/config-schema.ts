import type { JsonSchema } from '@formwork/schema';

const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 } };
const FLAG = { type: 'boolean' };

/** What may be said of any agent; headers are looked at by rules that show no value. */
const OF_ANY = {
  headers: { type: 'object' },
  trust: TEXTS,
  allow: TEXTS,
  deny: TEXTS,
  maxSkills: { type: 'integer', minimum: 1, maximum: 10_000 },
  ask: FLAG,
  results: { enum: ['natural', 'envelope'] },
};

const AGENT = {
  type: 'object',
  properties: {
    // Rules look at it: it may hold a password.
    url: true,
    ...OF_ANY,
    addresses: { enum: ['any', 'public'] },
    hints: {
      type: 'object',
      properties: { readOnly: FLAG, destructive: FLAG, idempotent: FLAG },
      additionalProperties: false,
    },
    authorizationHosts: TEXTS,
  },
  additionalProperties: false,
};

/** The config file of `formwork mcp`, as far as a schema can say it. */
export const CONFIG_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    agents: { type: 'object', additionalProperties: AGENT },
    registry: {
      type: 'object',
      properties: {
        ...OF_ANY,
        capabilities: TEXTS,
        tags: TEXTS,
        schemas: TEXTS,
        fingerprints: TEXTS,
        text: { type: 'string' },
        status: { enum: ['healthy', 'unhealthy', 'all'] },
        max: { type: 'integer', minimum: 1, maximum: 200 },
      },
    },
    budgetSeconds: { type: 'number', minimum: 1, maximum: 3600 },
    maxResultBytes: { type: 'integer', minimum: 1_000, maximum: 2_000_000 },
    onDecline: { enum: ['cancel', 'keep'] },
    handleKeyFile: { type: 'string', minLength: 1 },
    cardFolder: { anyOf: [{ type: 'string', minLength: 1 }, { const: false }] },
    app: FLAG,
    callers: { type: 'object' },
    allowedHosts: TEXTS,
    allowedOrigins: TEXTS,
  },
  additionalProperties: false,
};
