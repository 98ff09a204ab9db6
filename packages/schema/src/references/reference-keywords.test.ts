import { expect, test } from 'vitest';
import {
  hasReference,
  isReferenceAlone,
  isReferenceKeyword,
  mayHoldReference,
  readReference,
} from './reference-keywords.ts';

test('three keywords refer to a schema', () => {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    expect(isReferenceKeyword(keyword)).toBe(true);
    expect(mayHoldReference({ items: { [keyword]: '#' } })).toBe(true);
  }
  expect(isReferenceKeyword('$id')).toBe(false);
  expect(mayHoldReference({ items: { $id: 'ref' } })).toBe(false);
});

test('a reference is text', () => {
  expect(readReference({ $ref: '#/a' })).toBe('#/a');
  expect(hasReference({ $ref: 1 })).toBe(true);
  expect(readReference({ $ref: 1 })).toBeUndefined();
  for (const schema of [{}, true, undefined, '$ref', ['$ref']]) {
    expect(hasReference(schema)).toBe(false);
    expect(readReference(schema)).toBeUndefined();
  }
});

test('a reference stands alone up to draft 07', () => {
  expect(isReferenceAlone({ $ref: '#' }, 'draft-07')).toBe(true);
  expect(isReferenceAlone({ $ref: '#' }, '2019-09')).toBe(false);
  expect(isReferenceAlone({}, 'draft-07')).toBe(false);
});
