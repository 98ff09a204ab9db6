import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../is-record.ts';
import { resolvePointer } from '../problems/json-pointer.ts';

const MAX_HOPS = 16;

/**
 * Follows `$ref`s of the form `#/...` to the schema they end at.
 *
 * `undefined` if there is none: for other references, dangling ones and circles. Keywords beside a
 * `$ref` are lost, so that this is for texts, never for verdicts.
 */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (!isRecord(current)) return undefined;
    const reference = current['$ref'];
    if (reference === undefined) return current;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
    current = resolvePointer(root, toDecoded(reference.slice(1)));
  }
  return undefined;
}

function toDecoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
