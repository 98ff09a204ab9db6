import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TOOL_NAME, nameTools, type ToolNameParts } from './name-tools.ts';

const part = (alias: string, ...words: string[]): ToolNameParts => ({
  alias,
  words,
  identity: [alias, ...words].join(' '),
});

test('is the alias and the skill, without what hosts refuse', () => {
  expect(
    nameTools([
      part('demo', 'plan-trip'),
      part('demo', 'fight.compare'),
      part('demo', 'Überprüfung / 2'),
      part('demo', 'import', 'csv file'),
    ]),
  ).toEqual(['demo_plan-trip', 'demo_fight-compare', 'demo_Uberprufung-2', 'demo_import_csv-file']);
});

test('hashes all that would be the same, whatever their order', () => {
  const [first, second] = nameTools([part('a', 'x.y'), part('a', 'x-y')]);
  expect(first).toMatch(/^a_x-y-[a-z2-7]{6}$/u);
  expect(second).toMatch(/^a_x-y-[a-z2-7]{6}$/u);
  expect(nameTools([part('a', 'x-y'), part('a', 'x.y')])).toEqual([second, first]);
  expect(nameTools([part('a', 'ask')], { reserved: ['a_ask'] })[0]).toMatch(/^a_ask-[a-z2-7]{6}$/u);
});

test('names one skill that is declared very often, each time anew', () => {
  // Takes minutes if each one tries all the names of those before it.
  const names = nameTools(Array.from({ length: 5000 }, () => part('a', 'x')));
  expect(new Set(names).size).toBe(5000);
  expect(names.slice(0, 2)).toEqual(nameTools([part('a', 'x'), part('a', 'x')]));
});

test('names what has no Latin letters', () => {
  expect(nameTools([part('a', '旅行'), part('a', '料理')])).toEqual([
    expect.stringMatching(/^a_skill-[a-z2-7]{6}$/u),
    expect.stringMatching(/^a_skill-[a-z2-7]{6}$/u),
  ]);
});

test('holds the rules of all hosts for any ids', () => {
  const parts = fc.array(
    fc.tuple(fc.constantFrom('a', 'agent-2'), fc.string({ unit: 'grapheme', maxLength: 90 })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (list) => {
      const names = nameTools(list.map(([alias, id]) => part(alias, id)));
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,50}$/u);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      expect(Math.max(0, ...names.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TOOL_NAME);
    }),
  );
});
