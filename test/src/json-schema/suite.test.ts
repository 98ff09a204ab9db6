// The JSON Schema test suite, run with the validator for an agent's own schemas and the one for
// remote schemas.
import {
  createRemoteValidator,
  createValidator,
  SchemaError,
  vetSchema,
  type JsonSchema,
  type Validator,
} from '@formwork/schema';
import { describe, expect, test } from 'vitest';
import { embedDocuments } from './embed-documents.ts';
import { readCases, type SuiteCase } from './read-cases.ts';

/**
 * The number of values, by file of the suite, that Formwork judges differently on purpose;
 * `docs/json-schema.md` says why.
 */
const DIFFERENT: ReadonlyMap<string, number> = new Map([
  // Any parts of a duration may be left out, as in ISO 8601: P1Y2D.
  ['optional/format/duration', 2],
  // JSON parsers read 1.0 as 1, so it is an integer in every dialect.
  ['optional/zeroTerminatedFloats', 1],
  // The content of a text is described but not checked, as in 2019-09 and later.
  ['optional/content', 4],
]);

/** The verdicts of both validators on one case of the suite. */
interface Outcome extends SuiteCase {
  /** The number of right verdicts of both validators. */
  readonly right: number;
  /** The values with a wrong verdict, each with the validator that gave it. */
  readonly wrong: readonly string[];
  /** The reasons for refusing the schema, one for each validator that does. */
  readonly refusals: readonly string[];
}

/** Those of one dialect: its default only describes formats, which Formwork checks. */
const DIFFERENT_IN: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  '2020-12': new Map([...DIFFERENT, ['format', 19]]),
  // In v1, tests of formats are no option any more.
  v1: new Map([...DIFFERENT, ['format/duration', 2], ['optional/format-annotation', 19]]),
};

function judge(one: SuiteCase): Outcome {
  const { name, schema, good, bad } = one;
  const outcome = vetSchema(schema);
  const doors = [
    createOrRefuse(schema),
    outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : toReason(outcome.issues),
  ];
  const refusals = doors.filter((door) => typeof door === 'string');
  const wrong: string[] = [];
  let right = 0;
  for (const [position, door] of doors.entries()) {
    if (typeof door === 'string') continue;
    for (const value of [...good, ...bad]) {
      const fits = good.includes(value);
      if (door.isValid(value) === fits && (door.check(value).length === 0) === fits) right += 1;
      else wrong.push(`${name}: ${JSON.stringify(value)} at door ${position}`);
    }
  }
  return { ...one, right, wrong, refusals };
}

function createOrRefuse(schema: JsonSchema): Validator | string {
  try {
    return createValidator(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return toReason(error.issues);
  }
}

function toReason(issues: readonly { readonly code: string }[]): string {
  return [...new Set(issues.map(({ code }) => code))].join(', ');
}

/** The cases that refer to their meta-schema alone, which the validator for own schemas follows. */
const OF_META_SCHEMA =
  /^(?:definitions|defs): validate definition against metaschema$|^ref: remote ref, containing refs itself$/u;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Counts how often each text occurs. */
function count(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const text of texts.toSorted()) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

describe.each(
  ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12', 'v1'].map((dialect) => {
    const outcomes = readCases(dialect).map(judge);
    const right = sum(outcomes.map((one) => one.right));
    const different = DIFFERENT_IN[dialect] ?? DIFFERENT;
    const refused = outcomes.filter(({ refusals }) => refusals.length > 0);
    // Those of v1 refer to other documents.
    const followed = refused.filter(({ name }) => dialect !== 'v1' && OF_META_SCHEMA.test(name));
    const embedded = refused.map((one) => judge(embedDocuments(one, dialect)));
    return { dialect, outcomes, right, refused, followed, embedded, different };
  }),
)('$dialect', ({ dialect, outcomes, right, refused, followed, embedded, different }) => {
  test(`${right} verdicts are what the authors say, none is another`, () => {
    const wrong = outcomes.filter(({ file }) => !different.has(file)).flatMap((one) => one.wrong);
    expect(wrong).toEqual([]);
  });

  test('what is judged in another way on purpose is counted', () => {
    const judged = outcomes.filter(({ file }) => different.has(file));
    const files = new Map(judged.map(({ file }) => [file, different.get(file)]));
    for (const [file, values] of files) {
      const wrong = judged.filter((one) => one.file === file).flatMap((one) => one.wrong);
      expect(wrong).toHaveLength(2 * (values ?? 0));
    }
  });

  test(`${refused.length} schemas are refused by both doors for one reason`, () => {
    const unlike = refused.filter(({ refusals: [own, others] }) => own !== others);
    expect(unlike).toEqual(followed);
    expect(followed.map(({ refusals }) => refusals.length)).toEqual(dialect === 'v1' ? [] : [1, 1]);
    expect(
      count(refused.map(({ file, refusals: [reason] }) => `${file}: ${reason}`)),
    ).toMatchSnapshot();
  });

  test(`${sum(embedded.map((one) => one.right))} verdicts of these are right once the documents stand in $defs`, () => {
    expect(embedded.flatMap(({ wrong }) => wrong)).toEqual([]);
    const still = embedded.filter(({ refusals }) => refusals.length > 0);
    expect(still.map(({ name, refusals }) => `${name}: ${refusals.join(' | ')}`)).toMatchSnapshot();
  });
});
