import { toErrorText } from '../errors/formwork-error.ts';
import { isRecord } from '../json/record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a log shows in place of a text, the name of a field included, or of a number. */
export type Redaction = <Value extends string | number>(value: Value) => Value | string;

const keepAll: Redaction = (value) => value;

/** The depth to which fields are converted. */
const MAX_DEPTH = 16;

/** The most values that an entry has, because values that many places share are copied for each. */
const MAX_VALUES = 10_000;

/** The most characters of all texts of an entry, which many places may share as well. */
const MAX_TEXT = 10_000_000;

/**
 * Copies the fields of a log entry to JSON that says as much as it can: errors with their stacks and
 * causes, the members of maps and sets, the number of bytes of binary data, and words in place of
 * what cannot be shown. Never throws, because an entry must not end what it tells of.
 */
export function toPlainFields(fields: unknown, redact: Redaction = keepAll): Fields {
  if (fields === undefined || fields === null) return {};
  const plain = new FieldCopy(redact).toPlain(fields, []);
  // Programs without types give an error, a text or a list in place of fields.
  return isRecord(plain) ? plain : { [isError(fields) ? 'error' : 'fields']: plain };
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    // A proxy that was revoked refuses this, too.
    return false;
  }
}

/** The copy of one entry, and how much more it may hold. */
class FieldCopy {
  readonly #redact: Redaction;
  #remaining = MAX_VALUES;
  #room = MAX_TEXT;

  constructor(redact: Redaction) {
    this.#redact = redact;
  }

  toPlain(value: unknown, above: readonly object[]): unknown {
    this.#remaining -= 1;
    if (typeof value === 'string') return this.#toShownText(value);
    if (typeof value === 'number') return this.#redact(value);
    if (typeof value === 'bigint') return this.#toShownText(String(value));
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return '[circular]';
    if (above.length > MAX_DEPTH) return '[too deep]';
    try {
      return this.#toPlainObject(value, [...above, value]);
    } catch {
      return '[unreadable]';
    }
  }

  #toShownText(text: string): string {
    if (text.length > this.#room) return `[${text.length} characters]`;
    this.#room -= text.length;
    return this.#redact(text);
  }

  #toPlainObject(value: object, inside: readonly object[]): unknown {
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return this.toPlain(value.toJSON(), inside);
    }
    if (value instanceof Error) return this.#toShownText(toErrorText(value));
    if (value instanceof Map) return this.#toPlainMembers(value, inside);
    if (Array.isArray(value) || value instanceof Set) return this.#toPlainItems(value, inside);
    return this.#toPlainMembers(readMembers(value), inside);
  }

  #toPlainItems(list: Iterable<unknown>, inside: readonly object[]): readonly unknown[] {
    const items: unknown[] = [];
    for (const item of list) {
      if (this.#remaining <= 0) return [...items, '[more]'];
      items.push(this.toPlain(item, inside));
    }
    return items;
  }

  #toPlainMembers(
    members: Iterable<readonly [unknown, unknown]>,
    inside: readonly object[],
  ): Fields {
    const plain: [string, unknown][] = [];
    for (const [name, member] of members) {
      if (this.#remaining <= 0) {
        plain.push(['[more]', true]);
        break;
      }
      plain.push([this.#toShownText(String(name)), this.toPlain(member, inside)]);
    }
    return Object.fromEntries(plain);
  }
}

/** Reads the members, of which a getter may throw: that must not hide the others. */
function* readMembers(value: object): Generator<readonly [string, unknown], void, undefined> {
  for (const name of Object.keys(value)) {
    try {
      yield [name, Reflect.get(value, name)];
    } catch {
      yield [name, '[unreadable]'];
    }
  }
}
