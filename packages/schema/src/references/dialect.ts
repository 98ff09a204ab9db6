import type { JsonSchema } from '../types/json.ts';

/** A version of JSON Schema in which the schemas of skills may be written. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12' | 'v1';

/** The values of `$schema` that name the dialects, as their own meta-schemas spell them. */
export const DIALECT_URIS: Readonly<Record<Dialect, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema#',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  v1: 'https://json-schema.org/v1',
};

const DIALECTS_BY_LOCATION: ReadonlyMap<string, Dialect> = new Map([
  [withoutScheme(DIALECT_URIS['draft-04']), 'draft-04'],
  [withoutScheme(DIALECT_URIS['draft-06']), 'draft-06'],
  [withoutScheme(DIALECT_URIS['draft-07']), 'draft-07'],
  [withoutScheme(DIALECT_URIS['2019-09']), '2019-09'],
  [withoutScheme(DIALECT_URIS['2020-12']), '2020-12'],
  [withoutScheme(DIALECT_URIS.v1), 'v1'],
  // The meta-schema of v1 names itself with the year of its release.
  [withoutScheme(`${DIALECT_URIS.v1}/2026`), 'v1'],
]);

/** The address of whatever version of JSON Schema is the newest. */
const UNVERSIONED = withoutScheme('https://json-schema.org/schema');

/**
 * Returns the dialect that `$schema` names; `2020-12` without `$schema`, or if it names no version,
 * as `https://json-schema.org/schema` does; `undefined` for an unknown one.
 *
 * `http` and `https` are alike, and so are URIs with and without an empty fragment.
 *
 * @example
 * ```ts
 * import { toDialect } from '@formwork/schema';
 *
 * toDialect({ $schema: 'http://json-schema.org/draft-07/schema#' }); // "draft-07"
 * ```
 */
export function toDialect(schema: JsonSchema): Dialect | undefined {
  const uri = schema['$schema'];
  if (uri === undefined || isUnversioned(uri)) return '2020-12';
  return typeof uri === 'string' ? DIALECTS_BY_LOCATION.get(withoutScheme(uri)) : undefined;
}

/** True for a value of `$schema` that names JSON Schema, and no version of it. */
export function isUnversioned(uri: unknown): boolean {
  return typeof uri === 'string' && withoutScheme(uri) === UNVERSIONED;
}

function withoutScheme(uri: string): string {
  return uri.replace(/^https?:/u, '').replace(/#$/u, '');
}
