import { isRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';
import { readValueSchemas, type ValueSchemas } from './value-schemas.ts';

/** The most levels of a value that are searched for secrets. */
const MAX_DEPTH = 64;

/** True for each known schema with secret parts, so that no schema is searched a second time. */
const verdicts = new WeakMap<JsonSchema, boolean>();

/**
 * Lists the texts and numbers of a value that its schema marks as `writeOnly`, as texts that must
 * not stand in any log. A part of the value counts with everything inside it if any branch of the
 * schema marks it, whether or not the value took that branch.
 */
export function listSecretValues(schema: JsonSchema, value: unknown): readonly string[] {
  if (!hasSecrets(schema)) return [];
  const secrets = new Set<string>();

  function take(secret: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (typeof secret === 'string' && secret !== '') secrets.add(secret);
    else if (typeof secret === 'number') secrets.add(String(secret));
    else if (typeof secret === 'object' && secret !== null) {
      for (const member of Object.values(secret)) take(member, depth + 1);
    }
  }

  function walk(part: unknown, location: ValueSchemas, depth: number): void {
    if (location.isSecret) take(part, depth);
    else if (depth > MAX_DEPTH || !location.isDescribed) return;
    else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) walk(item, location.toItem(index), depth + 1);
    } else if (isRecord(part)) {
      for (const [name, member] of Object.entries(part)) {
        walk(member, location.toProperty(name), depth + 1);
      }
    }
  }

  walk(value, readValueSchemas(schema), 0);
  return [...secrets];
}

/**
 * Copies a value without the parts that its schema marks as `writeOnly`: members are left out, and
 * items of lists become null. Any branch of the schema counts, as for {@link listSecretValues}.
 * Returns null if the whole value is a secret.
 */
export function removeSecrets(schema: JsonSchema, value: unknown): unknown {
  if (!hasSecrets(schema)) return value;

  function copy(part: unknown, location: ValueSchemas, depth: number): unknown {
    // Nothing below has a schema either.
    if (!location.isDescribed) return part;
    // What is too deep to be searched is left out, because it may hold a secret.
    if (location.isSecret || depth > MAX_DEPTH) return undefined;
    if (Array.isArray(part)) {
      return part.map((item, index) => copy(item, location.toItem(index), depth + 1) ?? null);
    }
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, member]) => {
        const copied = copy(member, location.toProperty(name), depth + 1);
        return copied === undefined ? [] : [[name, copied]];
      }),
    );
  }

  return copy(value, readValueSchemas(schema), 0) ?? null;
}

function hasSecrets(schema: JsonSchema): boolean {
  let answer = verdicts.get(schema);
  if (answer === undefined) {
    answer = JSON.stringify(schema).includes('"writeOnly":true');
    verdicts.set(schema, answer);
  }
  return answer;
}
