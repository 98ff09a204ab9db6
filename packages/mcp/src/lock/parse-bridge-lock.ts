import { createValidator, toPlainText, type Validator } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { LockError } from '../errors/lock-error.ts';
import { toFirstLine } from '../text/to-first-line.ts';
import { LOCK_VERSION, type BridgeLock, type LockedTools } from './bridge-lock.ts';
import { LOCK_SCHEMA } from './lock-schema.ts';
import { toToolFingerprint } from './to-locked-tool.ts';

let validator: Validator | undefined;

/**
 * Reads the text of a `bridge.lock`.
 *
 * @param source What errors call it, such as the path of its file.
 * @throws LockError for what is cut off, of a newer version, or no longer what its fingerprints say.
 */
export function parseBridgeLock(text: string, source = 'the text'): BridgeLock {
  const value = parse(text, source);
  const version = isRecord(value) ? value['bridgeLock'] : undefined;
  if (typeof version === 'number' && version > LOCK_VERSION) {
    throw invalid(source, {
      rule: `"bridgeLock" must be ${LOCK_VERSION}: current value is ${version}`,
      advice: 'A newer version of Formwork wrote it: update this one.',
    });
  }
  validator ??= createValidator(LOCK_SCHEMA);
  const problems = validator.check(value);
  if (problems.length > 0) {
    const rule = `it must be what "formwork mcp accept" writes: ${toPlainText(problems.slice(0, 3), { schema: 'bridge.lock' })}`;
    throw invalid(source, { rule, advice: RESTORE });
  }
  // The schema has just been checked.
  const lock = value as BridgeLock;
  checkFingerprints(lock, source);
  return lock;
}

/** True for what {@link parseBridgeLock} could have given. */
export function isBridgeLock(value: unknown): value is BridgeLock {
  validator ??= createValidator(LOCK_SCHEMA);
  return validator.check(value).length === 0;
}

const RESTORE =
  'Restore it from version control; or delete it, look at what the agents offer, and accept it anew.';

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const rule = `it must be JSON: ${toFirstLine(cause)}`;
    throw invalid(source, { rule, advice: RESTORE, cause });
  }
}

/** Whoever changes a text must not change what is trusted by accident. */
function checkFingerprints({ bridge, agents }: BridgeLock, source: string): void {
  const all: readonly LockedTools[] = [
    bridge.tools,
    ...Object.values(agents).map(({ tools }) => tools),
  ];
  for (const tools of all) {
    for (const [name, tool] of Object.entries(tools)) {
      const found = toToolFingerprint(name, tool);
      if (found === tool.fingerprint) continue;
      throw invalid(source, {
        rule: `the fingerprint of tool ${JSON.stringify(name)} must be that of its texts: current value is ${tool.fingerprint}, and they have ${found}`,
        advice: `It was changed by hand, or badly merged. ${RESTORE}`,
      });
    }
  }
}

interface InvalidOptions extends ErrorOptions {
  readonly rule: string;
  readonly advice: string;
}

function invalid(source: string, { rule, advice, ...options }: InvalidOptions): LockError {
  const message = `Cannot use the lock ${source} as ${rule}\n${advice}`;
  return new LockError(message, { reason: 'invalid', ...options });
}
