import { createValidator, type JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { findDuplicateNames, toPosition } from '@formwork/schema/json-text';
import { UsageError } from '../errors/errors.ts';
import { readJsonText } from '../input/read-json-source.ts';
import { type ConfigProblem, listRuleFaults } from './config-rules.ts';

const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 } };

const FLAG = { type: 'boolean' };

/**
 * The schemas of the settings that all agents share. Headers are checked elsewhere, by rules that
 * never show their values.
 */
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
    // Checked by rules, because it may contain a password.
    url: true,
    ...OF_ANY,
    addresses: { enum: ['any', 'public'] },
    signIn: {
      type: 'object',
      properties: {
        issuer: { type: 'string', format: 'uri' },
        clientId: { type: 'string', minLength: 1 },
        // Checked by rules, because it is a secret.
        clientSecret: true,
        scope: { type: 'string', minLength: 1 },
        resource: { type: 'string', format: 'uri' },
      },
      required: ['issuer', 'clientId', 'clientSecret'],
      additionalProperties: false,
    },
    hints: {
      type: 'object',
      properties: { readOnly: FLAG, destructive: FLAG, idempotent: FLAG },
      additionalProperties: false,
    },
    authorizationHosts: TEXTS,
    lendModel: FLAG,
    cardKeys: { type: 'string', minLength: 1 },
    pins: { type: 'string', minLength: 1 },
  },
  additionalProperties: false,
};

/** The JSON Schema of the config file of `formwork mcp`. */
const CONFIG_SCHEMA: JsonSchema = {
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
    pins: { anyOf: [{ type: 'string', minLength: 1 }, { const: false }] },
    audit: { type: 'string', minLength: 1 },
    app: FLAG,
    callers: { type: 'object' },
    allowedHosts: TEXTS,
    allowedOrigins: TEXTS,
  },
  additionalProperties: false,
};

/**
 * Reads the config file of `formwork mcp`.
 *
 * @throws CliError for a file that is not JSON, UsageError that lists everything that is wrong with
 * it.
 */
export async function readConfig(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { value, tree, text } = await readJsonText(path);
  const faults = [
    // Parsing JSON silently keeps the last of several equal names.
    ...findDuplicateNames(tree, 100).map(({ pointer, offset }) => {
      const { line, column } = toPosition(text, offset);
      return { pointer, message: `must stand there once: it is there again at ${line}:${column}` };
    }),
    ...listSchemaFaults(value),
    ...listRuleFaults(value),
  ];
  if (faults.length === 0 && isRecord(value)) return value;
  const lines = faults.map(({ pointer, message }) => `- ${pointer || 'the file'}: ${message}`);
  throw new UsageError(
    `Cannot use ${path === '-' ? 'the config' : JSON.stringify(path)} because it must be a config file of formwork mcp:\n${lines.join('\n')}`,
  );
}

function listSchemaFaults(value: unknown): readonly ConfigProblem[] {
  const problems = createValidator(CONFIG_SCHEMA).check(value);
  return problems.map(({ pointer, message, suggestion }) => ({
    pointer,
    message: suggestion === undefined ? message : `${message} (${suggestion})`,
  }));
}
