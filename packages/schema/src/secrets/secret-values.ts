import { isRecord } from '../json/record.ts';
import { followReference } from '../references/follow-reference.ts';
import type { JsonSchema } from '../types/json.ts';

/** The most levels of a value that are searched for secrets. */
const MAX_DEPTH = 64;

/** The most secrets of one value that are listed; nothing is logged about a value with more. */
const MAX_SECRETS = 1_000;

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
    if (depth > MAX_DEPTH || found.size >= MAX_SECRETS) return;
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
 * characters or less is hidden only where it stands alone.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  // Long ones first: a short one may be a part of them.
  const ordered = [...forms].toSorted((one, other) => other.length - one.length);
  return ordered.reduce((shown, secret) => hideSecret(shown, secret), text);
}

function hideSecret(text: string, secret: string): string {
  if (secret.length <= 3) return hideAlone(text, secret);
  const head = secret.slice(0, TELLING);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    let length = head.length;
    while (length < secret.length && text[at + length] === secret[length]) length += 1;
    shown += `${text.slice(from, at)}${MARK}`;
    from = at + length;
  }
  return shown + text.slice(from);
}

const WORD = /[\p{L}\p{N}]/u;

function hideAlone(text: string, secret: string): string {
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, from)) {
    const end = at + secret.length;
    const isPart = WORD.test(text.charAt(at - 1)) || WORD.test(text.charAt(end));
    shown += `${text.slice(from, at)}${isPart ? secret : MARK}`;
    from = end;
  }
  return shown + text.slice(from);
}
