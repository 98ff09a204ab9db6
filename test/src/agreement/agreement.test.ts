import {
  checkSchema,
  createExample,
  createValidator,
  vetSchema,
  type JsonSchema,
} from '@formwork/schema';
import { fromSchemas, generateTypes } from '@formwork/typegen';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFormPages, type FormPages } from '../forms/open-page.ts';
import { createRandom } from '../support/create-random.ts';
import { readSeed } from '../support/read-seed.ts';
import { judgeAtDoors, listDisagreements, type Judgement, type Subject } from './doors.ts';
import { REFERENCES, REFERENCE_VALUES } from './references.ts';
import { createSeededSchema } from './seeded-schemas.ts';
import { listSeededValues } from './seeded-values.ts';

/**
 * The number of random schemas in a run; `node test/bench/door-agreement.ts` tries 400, and
 * published ones.
 */
const COUNT = 5;
const VALUES = 10;

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ viewport: { width: 1280, height: 100 } });
});
afterAll(() => pages.close());

test('the agent, its client, forms, the bridge and the command line agree on what fits', async () => {
  const seed = readSeed();
  const draw = createRandom(seed);
  const subjects: Subject[] = [];
  while (subjects.length < COUNT) {
    const schema = createSeededSchema(draw);
    if (isUsable(schema)) {
      subjects.push({ schema, values: listSeededValues(schema, { draw, count: VALUES }) });
    }
  }
  const judgements = await judgeAtDoors(subjects, page);
  expect(judgements).toHaveLength(COUNT * VALUES);
  expect(listDisagreements(judgements), `seed ${seed}`).toEqual([]);
});

test('references of every kind are followed at every door', async () => {
  const subjects = Object.values(REFERENCES).map((schema): Subject => ({
    schema,
    values: REFERENCE_VALUES,
  }));
  const judgements = await judgeAtDoors(subjects, page, ['own', 'foreign', 'form', 'bridge']);
  const expected = judgements.map((judgement): Judgement => {
    const own = isExpected(judgement) ? 'valid' : 'invalid';
    return { ...judgement, verdicts: { own, foreign: own, form: own, bridge: own } };
  });
  expect(judgements).toEqual(expected);
});

/**
 * Returns true for values whose `a`, and `a` inside `next` if the schema has that property, is an
 * integer.
 */
function isExpected({ schema, value }: Judgement): boolean {
  const { a = 0, next } = value as {
    readonly a?: unknown;
    readonly next?: { readonly a?: unknown };
  };
  const isDeep = Object.hasOwn(Object(schema['properties']), 'next');
  return Number.isInteger(a) && (!isDeep || Number.isInteger(next?.a ?? 0));
}

test.each(Object.entries(REFERENCES))('types and examples know %s', async (_name, schema) => {
  const { code, warnings } = await generateTypes(fromSchemas({ x: schema }));
  expect(warnings).toEqual([]);
  const [, type = ''] = /\ba\?: (\w+);/u.exec(code) ?? [];
  expect(toMeaning(type, code)).toBe('number');
  expect(createExample(schema, createValidator(schema))).toBeDefined();
});

/** Follows the aliases of a generated type, and returns the name of the last one. */
function toMeaning(type: string, code: string): string {
  const [, next] = new RegExp(`export type ${type} = (\\w+);`, 'u').exec(code) ?? [];
  return next === undefined ? type : toMeaning(next, code);
}

function isUsable(schema: JsonSchema): boolean {
  try {
    createValidator(schema);
    if (checkSchema(schema).some(({ severity }) => severity === 'error')) return false;
    return vetSchema(schema).kind === 'vetted';
  } catch {
    return false;
  }
}
