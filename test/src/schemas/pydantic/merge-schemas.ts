import { isRecord } from '@formwork/schema/json';
import type { Schema } from './python-type.ts';

/** The keywords of which the narrower schema's value counts for both. */
const REPLACED = new Set(['type', 'title', 'description', 'additionalProperties']);

/**
 * Merges two schemas into one that a value fits if it fits both; `narrower` is the stricter schema.
 *
 * @throws Error if the schemas contradict each other, and neither value of a keyword is known to be
 * narrower.
 */
export function mergeSchemas(wider: Schema, narrower: Schema): Schema {
  const merged: Record<string, unknown> = { ...wider };
  for (const [key, value] of Object.entries(narrower)) {
    const before = merged[key];
    if (before === undefined || REPLACED.has(key)) merged[key] = value;
    else if (key === 'properties' && isRecord(before) && isRecord(value)) {
      merged[key] = mergeProperties(before, value);
    } else if (key === 'required' && Array.isArray(before) && Array.isArray(value)) {
      merged[key] = [...new Set<unknown>([...before, ...value])];
    } else if (JSON.stringify(before) !== JSON.stringify(value)) {
      throw new Error(`Cannot merge ${key}: current values are ${JSON.stringify([before, value])}`);
    }
  }
  return merged;
}

function mergeProperties(wider: Schema, narrower: Schema): Schema {
  const merged: Record<string, unknown> = { ...wider };
  for (const [name, value] of Object.entries(narrower)) {
    const before = merged[name];
    merged[name] = isRecord(before) && isRecord(value) ? mergeSchemas(before, value) : value;
  }
  return merged;
}
