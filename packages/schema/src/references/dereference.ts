import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../json/record.ts';
import { followReference } from './follow-reference.ts';

const MAX_HOPS = 16;

/**
 * Follows the references of a schema of `root` to the one they end at.
 *
 * `undefined` if there is none: for dangling references and circles. Keywords beside a reference are
 * lost, so that this is for texts, never for verdicts.
 */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (!isRecord(current)) return undefined;
    if (current['$ref'] === undefined) return current;
    current = followReference(current, root);
  }
  return undefined;
}
