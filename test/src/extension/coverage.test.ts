import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLAUSES, type ClauseId } from './clauses.ts';

const folder = new URL('.', import.meta.url);

function findCitations(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts')
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/verifies\(\s*\[([^\]]*)\]/gu),
    ])
    .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/gu)].map(([, id = '']) => id));
}

test('every clause of the extension is cited by a test', () => {
  const cited = new Set(findCitations());
  expect(Object.keys(CLAUSES).filter((id) => !cited.has(id))).toEqual([]);
});

test('every citation is of a clause that exists', () => {
  const known = new Set<string>(Object.keys(CLAUSES) as ClauseId[]);
  expect(findCitations().filter((id) => !known.has(id))).toEqual([]);
});
