import { toErrorText } from '../errors/formwork-error.ts';
import { isRecord } from '../json/record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a log shows in place of a text, the name of a field included, or of a number. */
export type Redaction = <Value extends string | number>(value: Value) => Value | string;

const keepAll: Redaction = (value) => value;

/** The depth to which fields are converted. */
const MAX_DEPTH = 16;

/**
 * Copies the fields of a log entry to JSON that says as much as it can: errors with their stacks and
 * causes, the members of maps and sets, the number of bytes of binary data, and words in place of
 * what cannot be shown. Never throws, because an entry must not end what it tells of.
 */
export function toPlainFields(fields: unknown, redact: Redaction = keepAll): Fields {
  if (fields === undefined || fields === null) return {};
  const plain = toPlain(fields, [], redact);
  // Programs without types give an error, a text or a list in place of fields.
  return isRecord(plain) ? plain : { [fields instanceof Error ? 'error' : 'fields']: plain };
}

function toPlain(value: unknown, above: readonly object[], redact: Redaction): unknown {
  if (typeof value === 'string' || typeof value === 'number') return redact(value);
  if (typeof value === 'bigint') return redact(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (above.length > MAX_DEPTH) return '[too deep]';
  try {
    return toPlainObject(value, [...above, value], redact);
  } catch {
    return '[unreadable]';
  }
}

function toPlainObject(value: object, inside: readonly object[], redact: Redaction): unknown {
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return toPlain(value.toJSON(), inside, redact);
  }
  if (value instanceof Error) return redact(toErrorText(value));
  if (value instanceof Map) return toPlainMembers([...value], inside, redact);
  if (Array.isArray(value) || value instanceof Set) {
    return [...value].map((item) => toPlain(item, inside, redact));
  }
  const members = Object.keys(value).map((name) => [name, readMember(value, name)] as const);
  return toPlainMembers(members, inside, redact);
}

/** Reads a member, whose getter may throw: that must not hide the others. */
function readMember(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return '[unreadable]';
  }
}

function toPlainMembers(
  members: readonly (readonly [unknown, unknown])[],
  inside: readonly object[],
  redact: Redaction,
): Fields {
  return Object.fromEntries(
    members.map(([name, member]) => [redact(String(name)), toPlain(member, inside, redact)]),
  );
}
