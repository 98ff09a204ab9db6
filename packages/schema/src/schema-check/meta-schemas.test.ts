import { expect, test } from 'vitest';
import type { Dialect } from '../references/dialect.ts';
import { loadMetaSchema as loadLate } from './meta-schemas.node.ts';
import { loadMetaSchema } from './meta-schemas.ts';

const DIALECTS: readonly Dialect[] = [
  'draft-04',
  'draft-06',
  'draft-07',
  '2019-09',
  '2020-12',
  'v1',
];

test.each(DIALECTS)(
  'loadMetaSchema() reads the same documents of %s late as at once',
  (dialect) => {
    expect(loadLate(dialect)).toEqual(loadMetaSchema(dialect));
  },
);
