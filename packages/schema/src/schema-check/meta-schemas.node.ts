import { createRequire } from 'node:module';
import type { Dialect } from '../references/dialect.ts';
import { type MetaSchema, toStableMetaSchema } from './stable-meta-schema.ts';

const DRAFT_2019 = 'ajv/dist/refs/json-schema-2019-09';
const DRAFT_2020 = 'ajv/dist/refs/json-schema-2020-12';

/** The paths of the documents of each meta-schema; the first is the main one. */
const PATHS: Readonly<Record<Exclude<Dialect, 'v1'>, readonly [string, ...string[]]>> = {
  'draft-04': ['ajv-draft-04/dist/refs/json-schema-draft-04.json'],
  'draft-06': ['ajv/dist/refs/json-schema-draft-06.json'],
  'draft-07': ['ajv/dist/refs/json-schema-draft-07.json'],
  '2019-09': [
    `${DRAFT_2019}/schema.json`,
    `${DRAFT_2019}/meta/core.json`,
    `${DRAFT_2019}/meta/applicator.json`,
    `${DRAFT_2019}/meta/validation.json`,
    `${DRAFT_2019}/meta/meta-data.json`,
    `${DRAFT_2019}/meta/format.json`,
    `${DRAFT_2019}/meta/content.json`,
  ],
  '2020-12': [
    `${DRAFT_2020}/schema.json`,
    `${DRAFT_2020}/meta/core.json`,
    `${DRAFT_2020}/meta/applicator.json`,
    `${DRAFT_2020}/meta/unevaluated.json`,
    `${DRAFT_2020}/meta/validation.json`,
    `${DRAFT_2020}/meta/meta-data.json`,
    `${DRAFT_2020}/meta/format-annotation.json`,
    `${DRAFT_2020}/meta/content.json`,
  ],
};

/**
 * Returns the meta-schema of a dialect, which the first call reads: most schemas use plain keywords
 * and none of the 18 files, which each command would read when it starts.
 */
export function loadMetaSchema(dialect: Dialect): MetaSchema {
  if (dialect === 'v1') return toStableMetaSchema(loadMetaSchema('2020-12'));
  const require = createRequire(import.meta.url);
  const [main, ...vocabularies] = PATHS[dialect];
  return [require(main), ...vocabularies.map((path) => require(path))];
}
