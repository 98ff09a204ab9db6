import { isRecord } from '../json/record.ts';
import { followReference } from '../references/follow-reference.ts';
import type { JsonSchema } from '../types/json.ts';

/** The most levels of a value that are searched for secrets. */
const MAX_DEPTH = 64;

/** True for each known schema with secret parts, so that no schema is searched a second time. */
const known = new WeakMap<JsonSchema, boolean>();

/**
 * Lists the texts and numbers of a value that its schema marks as `writeOnly`, as texts that must
 * not stand in any log. A part of the value counts with everything inside it if any branch of the
 * schema marks it, whether or not the value took that branch.
 */
export function listSecretValues(schema: JsonSchema, value: unknown): readonly string[] {
  if (!hasSecrets(schema)) return [];
  const found = new Set<string>();

  function take(secret: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (typeof secret === 'string' && secret !== '') found.add(secret);
    else if (typeof secret === 'number') found.add(String(secret));
    else if (typeof secret === 'object' && secret !== null) {
      for (const member of Object.values(secret)) take(member, depth + 1);
    }
  }

  function walk(part: unknown, schemas: readonly unknown[], depth: number): void {
    if (depth > MAX_DEPTH || typeof part !== 'object' || part === null) {
      if (listApplied(schemas, schema).some(isSecret)) take(part, depth);
      return;
    }
    const applied = listApplied(schemas, schema);
    if (applied.length === 0) return;
    if (applied.some(isSecret)) take(part, depth);
    else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) {
        walk(
          item,
          applied.flatMap((one) => toItems(one, index)),
          depth + 1,
        );
      }
    } else {
      for (const [name, member] of Object.entries(part)) {
        walk(
          member,
          applied.flatMap((one) => toProperty(one, name)),
          depth + 1,
        );
      }
    }
  }

  walk(value, [schema], 0);
  return [...found];
}

/**
 * Copies a value without the parts that its schema marks as `writeOnly`: members are left out, and
 * items of lists become null. Any branch of the schema counts, as for {@link listSecretValues}.
 * Returns null if the whole value is a secret.
 */
export function removeSecrets(schema: JsonSchema, value: unknown): unknown {
  if (!hasSecrets(schema)) return value;

  function copy(part: unknown, schemas: readonly unknown[], depth: number): unknown {
    const applied = listApplied(schemas, schema);
    // Nothing below has a schema either.
    if (applied.length === 0) return part;
    // What is too deep to be searched is left out, because it may hold a secret.
    if (applied.some(isSecret) || depth > MAX_DEPTH) return undefined;
    if (Array.isArray(part)) {
      return part.map((item, index) => {
        const parts = applied.flatMap((one) => toItems(one, index));
        return copy(item, parts, depth + 1) ?? null;
      });
    }
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, member]) => {
        const parts = applied.flatMap((one) => toProperty(one, name));
        const kept = copy(member, parts, depth + 1);
        return kept === undefined ? [] : [[name, kept]];
      }),
    );
  }

  return copy(value, [schema], 0) ?? null;
}

function hasSecrets(schema: JsonSchema): boolean {
  let answer = known.get(schema);
  if (answer === undefined) {
    answer = JSON.stringify(schema).includes('"writeOnly":true');
    known.set(schema, answer);
  }
  return answer;
}

type SchemaObject = Readonly<Record<string, unknown>>;

function isSecret(schema: SchemaObject): boolean {
  return schema['writeOnly'] === true;
}

/**
 * Lists the schemas that apply to one value: those given, those they refer to, and all their
 * branches.
 */
function listApplied(schemas: readonly unknown[], root: JsonSchema): readonly SchemaObject[] {
  const applied = new Set<SchemaObject>();
  const queue = [...schemas];
  for (const schema of queue) {
    if (!isRecord(schema) || applied.has(schema)) continue;
    applied.add(schema);
    queue.push(followReference(schema, root));
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']) {
      const branches = schema[keyword];
      queue.push(...(Array.isArray(branches) ? branches : [branches]));
    }
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const branches = schema[keyword];
      if (isRecord(branches)) queue.push(...Object.values(branches));
    }
  }
  return [...applied];
}

function toItems(schema: SchemaObject, index: number): readonly unknown[] {
  const { items, prefixItems, additionalItems, unevaluatedItems, contains } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const own = index < first.length ? first[index] : Array.isArray(items) ? additionalItems : items;
  return [own, unevaluatedItems, contains];
}

function toProperty(schema: SchemaObject, name: string): readonly unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const own = isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  // Patterns are not run: a secret under any of them counts.
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  const others = own.length === 0 ? [additionalProperties, unevaluatedProperties] : [];
  return [...own, ...patterns, ...others];
}

/** The text that replaces a secret. */
const MARK = '[secret]';

/**
 * The number of first characters by which a secret is recognized in a text, so that a secret that
 * was cut off is hidden too; no message shows fewer characters of a long value.
 */
const TELLING = 24;

/**
 * Hides secrets in a text, also where they are escaped as in JSON or cut off. A secret of three
 * characters or less is hidden only where it stands alone. What several secrets cover is hidden
 * whole.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const index = toIndex(secrets);
  let shown = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!index.firsts.has(text.charCodeAt(at))) continue;
    const length = measureSecret(text, at, index);
    if (length === 0) continue;
    if (at >= from) shown += `${text.slice(from, at)}${MARK}`;
    from = Math.max(from, at + length);
  }
  return shown + text.slice(from);
}

/** Secrets by their first characters, because several begin alike, such as tokens and keys. */
interface SecretIndex {
  readonly heads: ReadonlyMap<string, readonly string[]>;
  /** The lengths of the heads. */
  readonly lengths: readonly number[];
  /** The first units of all secrets. */
  readonly firsts: ReadonlySet<number>;
}

/** The indexes of lists of secrets, each with the length that its list had. */
const indexes = new WeakMap<readonly string[], SecretIndex & { readonly size: number }>();

function toIndex(secrets: readonly string[]): SecretIndex {
  const remembered = indexes.get(secrets);
  if (remembered?.size === secrets.length) return remembered;
  const heads = new Map<string, string[]>();
  for (const secret of secrets) {
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1)])) {
      const head = form.slice(0, TELLING);
      const alike = heads.get(head);
      if (alike === undefined) heads.set(head, [form]);
      else alike.push(form);
    }
  }
  const names = [...heads.keys()];
  const index = {
    heads,
    lengths: [...new Set(names.map(({ length }) => length))],
    firsts: new Set(names.map((head) => head.charCodeAt(0))),
    size: secrets.length,
  };
  indexes.set(secrets, index);
  return index;
}

/** Measures how much of a text is a secret, or the beginning of one, from a place on. */
function measureSecret(text: string, at: number, { heads, lengths }: SecretIndex): number {
  let most = 0;
  for (const length of lengths) {
    const secrets = heads.get(text.slice(at, at + length));
    if (secrets === undefined || (length <= MAX_SHORT && !standsAlone(text, at, length))) continue;
    for (const secret of secrets) {
      let alike = length;
      while (alike < secret.length && text[at + alike] === secret[alike]) alike += 1;
      most = Math.max(most, alike);
    }
  }
  return most;
}

/** The longest secret that is hidden only where it stands alone, in characters. */
const MAX_SHORT = 3;

const WORD = /[\p{L}\p{N}]/u;

function standsAlone(text: string, at: number, length: number): boolean {
  return !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + length));
}
