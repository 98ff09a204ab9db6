import { isRecord } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { inferTypes, listValues } from '../../form-schema/infer-types.ts';
import { getOwn } from './get-own.ts';

/** What a constant that fits counts, beside one for each property that is known. */
const CONSTANT_WEIGHT = 1000;

/**
 * The alternative that a value is most likely of: constants tell first, then the names of its
 * properties. A look at one level, not a validation. `undefined` if none fits.
 */
export function chooseVariant(
  variants: readonly JsonSchema[],
  value: Json,
): JsonSchema | undefined {
  let best: JsonSchema | undefined;
  let most = -1;
  for (const variant of variants) {
    const score = toScore(variant, value);
    if (score <= most) continue;
    most = score;
    best = variant;
  }
  return best;
}

/** How well a value fits, from 0; -1 if it does not. */
function toScore(schema: JsonSchema, value: Json): number {
  const values = listValues(schema);
  if (values !== undefined) return values.includes(value) ? CONSTANT_WEIGHT : -1;
  const types = inferTypes(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return -1;
  if (!isRecord(value)) return 0;
  const required = schema['required'];
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) {
    return -1;
  }
  let score = 0;
  for (const [name, member] of Object.entries(value).slice(0, 100)) {
    const property = getOwn(schema['properties'], name);
    if (!isRecord(property)) continue;
    const constants = listValues(property);
    if (constants !== undefined && !constants.includes(member)) return -1;
    score += constants === undefined ? 1 : CONSTANT_WEIGHT;
  }
  return score;
}

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') {
    return type === 'number' || (type === 'integer' && Number.isInteger(value));
  }
  return typeof value === type;
}
