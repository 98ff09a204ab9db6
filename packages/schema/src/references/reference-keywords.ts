import { isRecord } from '../json/record.ts';
import type { Dialect } from './dialect.ts';

/** The name of a keyword that refers to another schema. */
export type ReferenceKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

/** The keyword that refers to another schema in every dialect. */
export const REFERENCE_KEYWORD = '$ref';

/** All keywords that refer to another schema, in any dialect. */
export const REFERENCE_KEYWORDS: readonly ReferenceKeyword[] = [
  REFERENCE_KEYWORD,
  '$dynamicRef',
  '$recursiveRef',
];

/** True for the name of a keyword that refers to another schema in some dialect. */
export function isReferenceKeyword(keyword: string): keyword is ReferenceKeyword {
  return REFERENCE_KEYWORDS.some((name) => name === keyword);
}

/** True for a schema with a `$ref`, well formed or not. */
export function hasReference(schema: unknown): boolean {
  return isRecord(schema) && schema[REFERENCE_KEYWORD] !== undefined;
}

/** Returns the `$ref` of a schema as written, or `undefined` if it is missing or not text. */
export function readReference(schema: unknown): string | undefined {
  const text = isRecord(schema) ? schema[REFERENCE_KEYWORD] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * True for a schema whose `$ref` makes the keywords beside it meaningless, as it does up to draft
 * 07.
 */
export function isReferenceAlone(schema: unknown, dialect: Dialect): boolean {
  return dialect.startsWith('draft-') && hasReference(schema);
}

/**
 * True if a schema, or one inside it, may refer to another one. Text that only looks like a
 * reference gives true as well.
 */
export function mayHoldReference(schema: unknown): boolean {
  const text = JSON.stringify(schema);
  return REFERENCE_KEYWORDS.some((keyword) => text.includes(`"${keyword}"`));
}
