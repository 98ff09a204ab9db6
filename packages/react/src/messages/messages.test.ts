import { createRemoteValidator, vetSchema, type JsonSchema, type Problem } from '@formwork/schema';
import { expect, test } from 'vitest';
import { nameFileTypes } from '../files/file-type-names.ts';
import { ARABIC } from './arabic.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

const KEYWORDS =
  'required type enum const minLength maximum multipleOf format pattern minItems uniqueItems additionalProperties oneOf not timeout uncheckable'.split(
    ' ',
  );

test.each([ENGLISH, GERMAN, ARABIC, SPANISH])(
  'every problem is a sentence about its field: $language',
  (messages) => {
    const sentences = KEYWORDS.map((keyword) => {
      const problem: Problem = { pointer: '/a', keyword, expected: 'X', message: 'must be X' };
      return messages.problem('Label', problem);
    });
    for (const sentence of sentences) expect(sentence).toContain('Label');
    expect(new Set(sentences).size).toBeGreaterThan(1);
  },
);

test.each([ENGLISH, GERMAN, ARABIC, SPANISH])(
  'a time without an offset lacks its seconds, and no clock is put forward: $language',
  (messages) => {
    const received = 'string "2026-03-29T10:30"';
    const problems = ['iso-date-time', 'date-time'].map((format) => {
      const outcome = vetSchema({ format });
      if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
      return createRemoteValidator(outcome.vetted).check('2026-03-29T10:30');
    });
    const [local, absolute] = problems.map(([problem]) => {
      expect(problem).toMatchObject({ keyword: 'format', received });
      return messages.problem('Label', problem as Problem);
    });
    expect(local).toContain('2026-11-21T09:30:00');
    expect(absolute).not.toContain('2026-11-21T09:30:00');
  },
);

/** A schema and a value for every kind of problem that a validator can find. */
const SCHEMAS: readonly (readonly [JsonSchema, unknown])[] = [
  [{ type: 'number' }, '12,50'],
  [{ type: 'integer' }, 1.5],
  [{ type: ['string', 'null'] }, 3],
  [{ type: ['array', 'boolean', 'object'] }, 3],
  [{ enum: ['q', 'r'] }, 'z'],
  [{ enum: Array.from({ length: 20 }, (_value, n) => n) }, 'z'],
  [{ const: true }, false],
  [{ minimum: 1234.5 }, 1],
  [{ exclusiveMaximum: 3 }, 3],
  [{ multipleOf: 0.01 }, 0.001],
  [{ multipleOf: 7 }, 8],
  [{ minLength: 3 }, 'z'],
  [{ maxLength: 1 }, 'zz'],
  [{ format: 'email' }, 'z'],
  [{ format: 'duration' }, 'z'],
  [{ pattern: '^q$' }, 'z'],
  [{ minItems: 2 }, []],
  [{ maxItems: 1 }, [1, 2]],
  [{ uniqueItems: true }, [1, 1]],
  [{ contains: { const: 1 } }, []],
  [{ prefixItems: [{}], items: false }, [1, 2]],
  [{ required: ['q'] }, {}],
  [{ dependentRequired: { q: ['r'] } }, { q: 1 }],
  [{ additionalProperties: false }, { q: 1 }],
  [{ minProperties: 1 }, {}],
  [{ propertyNames: { maxLength: 1 } }, { qq: 1 }],
  [{ oneOf: [{ type: 'string' }, { minimum: 3 }] }, 1],
  [{ oneOf: [{}, {}] }, 1],
  [{ anyOf: [{ type: 'string' }, { enum: [3] }] }, 1],
  [{ not: { type: 'number' } }, 1],
  [{ properties: { q: false } }, { q: 1 }],
  [{ items: { type: 'string' } }, Array.from({ length: 30 }, () => 1)],
];

test.each([GERMAN, ARABIC, SPANISH])('no problem is told in English: $language', (messages) => {
  const english =
    /\b(?:must|be|is|a|an|the|of|at|least|most|one|more|than|or|and|string|number|integer|boolean|array|object|null|items?|valid|such|as|value|fits?|not|required|missing|keyword)\b/iu;
  for (const [schema, value] of SCHEMAS) {
    const outcome = vetSchema(schema);
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    for (const redact of [true, false]) {
      const problems = createRemoteValidator(outcome.vetted, { redact }).check(value);
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) {
        const sentences = [messages.problem('Q', problem), messages.misfit('Q', problem)];
        const words = sentences.map((text) => text.replaceAll('ada@example.com', ''));
        expect(words.filter((text) => english.test(text))).toEqual([]);
      }
    }
  }
});

test.each([
  [ENGLISH, '12,50', 'Amount: enter a number, such as 12.50'],
  [GERMAN, '12.50.1', 'Amount: bitte eine Zahl eingeben, etwa 12,50'],
  [ENGLISH, 0.001, 'Amount must have at most two decimals'],
  [GERMAN, 0.001, 'Amount darf höchstens zwei Nachkommastellen haben'],
  [GERMAN, 12_345, 'Amount darf höchstens 1000,5 sein'],
])('numbers are told as a person writes them: $0.language $1', (messages, value, sentence) => {
  const outcome = vetSchema({ type: 'number', multipleOf: 0.01, maximum: 1000.5 });
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  const problems = createRemoteValidator(outcome.vetted).check(value);
  expect(problems.map((problem) => messages.problem('Amount', problem))).toEqual([sentence]);
});

test.each([ENGLISH, GERMAN, ARABIC, SPANISH])(
  'what turns the direction of a text is shown in problems: $language',
  (messages) => {
    const outcome = vetSchema({ enum: ['a\u202Eb'] });
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    const [problem] = createRemoteValidator(outcome.vetted).check('z');
    if (problem === undefined) throw new Error('There must be a problem');
    const text = messages.problem('x\u202Ey', problem);
    expect(text).toContain('x[U+202E]y');
    expect(text).not.toContain('\u202E');
  },
);

test('no text is the English one by mistake', () => {
  const words = (messages: object): readonly string[] =>
    Object.values(messages).filter((value) => typeof value === 'string' && value.length > 6);
  const english = new Set(words(ENGLISH));
  expect([GERMAN, ARABIC, SPANISH].flatMap(words).filter((text) => english.has(text))).toEqual([]);
});

test('file types have the names that people know, and others stay as they are', () => {
  const types = [
    'image/*',
    'IMAGE/PNG; q=1',
    'text/csv',
    'text/plain',
    'text/*',
    'application/x-a',
  ];
  const [english, german, arabic] = ['en-GB', 'de', 'ar'].map((tag) => nameFileTypes(types, tag));
  expect(english).toEqual(['pictures', 'PNG', 'CSV', 'text', 'application/x-a']);
  expect(german).toEqual(['Bilder', 'PNG', 'CSV', 'Text', 'application/x-a']);
  expect(arabic).toEqual(['صور', 'PNG', 'CSV', 'نصوص', 'application/x-a']);
});
