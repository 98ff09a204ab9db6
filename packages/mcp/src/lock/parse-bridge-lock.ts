import { createValidator, type JsonSchema, toPlainText, type Validator } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { readFile } from 'node:fs/promises';
import { LockError } from '../errors.ts';
import { toFirstLine } from '../text/short-text.ts';
import { type BridgeLock, LOCK_VERSION, type LockedTools } from './bridge-lock.ts';
import { toToolFingerprint } from './to-locked-tool.ts';

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

/**
 * The JSON Schema of `bridge.lock`. It allows no other members, because no lock of this version has
 * any.
 */
const LOCK_SCHEMA: JsonSchema = {
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

let validator: Validator | undefined;

/**
 * Reads a lock from the text of a `bridge.lock`.
 *
 * @param source The name of the text in errors, such as the path of its file.
 * @throws LockError for a text that is cut off, has a newer version, or does not match its
 * fingerprints.
 *
 * @example
 * ```ts
 * import { parseBridgeLock } from '@formwork/mcp';
 *
 * const { agents } = parseBridgeLock('{"bridgeLock":1,"bridge":{},"agents":{}}');
 * ```
 */
export function parseBridgeLock(text: string, source = 'the text'): BridgeLock {
  const value = parseJsonText(text, source);
  const version = isRecord(value) ? value['bridgeLock'] : undefined;
  if (typeof version === 'number' && version > LOCK_VERSION) {
    throw createInvalidError(source, {
      rule: `"bridgeLock" must be ${LOCK_VERSION}: current value is ${version}`,
      advice: 'A newer version of Formwork wrote it: update this one.',
    });
  }
  validator ??= createValidator(LOCK_SCHEMA);
  const problems = validator.check(value);
  if (problems.length > 0) {
    const rule = `it must be what "formwork mcp accept" writes: ${toPlainText(problems.slice(0, 3), { schema: 'bridge.lock' })}`;
    throw createInvalidError(source, { rule, advice: RESTORE });
  }
  // The schema has just been checked.
  const lock = value as BridgeLock;
  checkFingerprints(lock, source);
  return lock;
}

/** True for a value that {@link parseBridgeLock} could have returned. */
export function isBridgeLock(value: unknown): value is BridgeLock {
  validator ??= createValidator(LOCK_SCHEMA);
  return validator.check(value).length === 0;
}

const RESTORE =
  'Restore it from version control; or delete it, look at what the agents offer, and accept it anew.';

function parseJsonText(text: string, source: string): unknown {
  try {
    // Editors may have put a byte order mark before it, which `trim` takes away.
    return JSON.parse(text.trim()) as unknown;
  } catch (cause) {
    const rule = `it must be JSON: ${toFirstLine(cause)}`;
    throw createInvalidError(source, { rule, advice: RESTORE, cause });
  }
}

/**
 * Checks that every text of a lock matches its fingerprint, so that an edit of the file accepts no
 * text by accident.
 */
function checkFingerprints({ bridge, agents }: BridgeLock, source: string): void {
  const all: readonly LockedTools[] = [
    bridge.tools,
    ...Object.values(agents).map(({ tools }) => tools),
  ];
  for (const tools of all) {
    for (const [name, tool] of Object.entries(tools)) {
      const fingerprint = toToolFingerprint(name, tool);
      if (fingerprint === tool.fingerprint) continue;
      throw createInvalidError(source, {
        rule: `the fingerprint of tool ${JSON.stringify(name)} must be that of its texts: current value is ${tool.fingerprint}, and they have ${fingerprint}`,
        advice: `It was changed by hand, or badly merged. ${RESTORE}`,
      });
    }
  }
}

function createInvalidError(
  source: string,
  {
    rule,
    advice,
    ...options
  }: ErrorOptions & {
    readonly rule: string;
    readonly advice: string;
  },
): LockError {
  const message = `Cannot use the lock ${source} because ${rule}\n${advice}`;
  return new LockError(message, { reason: 'invalid', ...options });
}

/**
 * Reads the lock from a file. @throws LockError if the file is missing or cannot be used.
 *
 * @example
 * ```ts
 * import { createBridge, readBridgeLock } from '@formwork/mcp';
 *
 * const lock = await readBridgeLock('bridge.lock');
 * const bridge = createBridge({ agents: [], lock });
 * ```
 */
export async function readBridgeLock(file: string): Promise<BridgeLock> {
  return parseBridgeLock(await readText(file), JSON.stringify(file));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const reason = isMissing ? 'there is no such file' : toFirstLine(cause);
    throw new LockError(
      `Cannot read the lock ${JSON.stringify(file)} because it must be a file that can be read: ${reason}`,
      { reason: isMissing ? 'missing' : 'refused', cause },
    );
  }
}
