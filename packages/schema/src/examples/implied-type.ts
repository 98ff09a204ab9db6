import type { JsonSchema } from '../types/json.ts';

/** Keywords that apply to values of one type only, by that type. */
const TELLING: readonly (readonly [string, string])[] = [
  [
    'object',
    'properties patternProperties additionalProperties unevaluatedProperties required propertyNames minProperties maxProperties dependentRequired',
  ],
  ['array', 'items prefixItems minItems maxItems uniqueItems contains unevaluatedItems'],
  ['number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
  ['string', 'pattern format minLength maxLength'],
];

/**
 * Returns the type that schemas without a type mean by their keywords; `undefined` if no keyword tells
 * it.
 */
export function findImpliedType(schemas: readonly JsonSchema[]): string | undefined {
  return TELLING.find(([, keywords]) =>
    keywords.split(' ').some((keyword) => schemas.some((schema) => Object.hasOwn(schema, keyword))),
  )?.[0];
}
