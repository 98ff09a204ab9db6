import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { listValues, type FormType } from './infer-types.ts';

const TEXT = ['format', 'contentMediaType', 'contentEncoding'];
const COUNTS = ['minLength', 'maxLength'];
const NUMBERS = ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'];

/** A text, number, switch or choice. The type is left out where the schema only adds to another. */
export function convertScalar(schema: JsonSchema, type: FormType | undefined): JsonSchema {
  // Drawn as a choice, as the form library writes `null` wherever it draws that type.
  const values = listValues(schema) ?? (type === 'null' ? [null] : undefined);
  if (values !== undefined) {
    // Choices are made by position, so that values of any type go through one control.
    const isMixed = type !== 'boolean' && type !== 'number' && type !== 'integer';
    return { type: isMixed ? 'string' : type, enum: toDistinct(values) };
  }
  const kept: Record<string, unknown> = type === undefined ? {} : { type };
  const isNumeric = type === 'number' || type === 'integer';
  if (type === 'string' || type === undefined) {
    for (const name of TEXT) if (typeof schema[name] === 'string') kept[name] = schema[name];
    for (const name of COUNTS) if (isCount(schema[name])) kept[name] = schema[name];
  }
  if (isNumeric || type === undefined) {
    for (const name of NUMBERS) if (Number.isFinite(schema[name])) kept[name] = schema[name];
  }
  const examples = schema['examples'];
  if (Array.isArray(examples)) {
    const texts = examples.filter((example) => ['string', 'number'].includes(typeof example));
    if (texts.length > 0) kept['examples'] = texts.slice(0, 20);
  }
  // Draft 04: a flag beside the bound.
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] !== true || kept[bound] === undefined) continue;
    kept[flag] = kept[bound];
    delete kept[bound];
  }
  return kept;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function toDistinct(values: readonly unknown[]): readonly unknown[] {
  const texts = new Set<string>();
  return values.filter((value) => {
    const text =
      isRecord(value) || Array.isArray(value)
        ? JSON.stringify(value)
        : `${typeof value}:${String(value)}`;
    if (texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}
