// The tests of JSON Schema's authors, at the door of own schemas and at that of schemas from elsewhere.
import {
  createRemoteValidator,
  createValidator,
  SchemaError,
  vetSchema,
  type Dialect,
  type JsonSchema,
  type Validator,
} from '@formwork/core';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Description, schema, values that fit, values that do not. */
type SuiteCase = readonly [string, JsonSchema | boolean, readonly unknown[], readonly unknown[]];

/** Cases by the file that they are from. */
type Suite = Readonly<Record<string, readonly SuiteCase[]>>;

const DRAFT_07 = readSuite('draft-07');

/** Files whose keywords mean something else after draft 07, or are read another way. */
const UNLIKE_LATER = /^(?:ref|refRemote|definitions|items|additionalItems)$/u;

const LATER = Object.fromEntries(
  Object.entries(DRAFT_07).filter(([file]) => !UNLIKE_LATER.test(file)),
);

const SUITES: readonly (readonly [Dialect, string, Suite])[] = [
  ['draft-04', 'http://json-schema.org/draft-04/schema#', readSuite('draft-04')],
  ['draft-06', 'http://json-schema.org/draft-06/schema#', readSuite('draft-06')],
  ['draft-07', 'http://json-schema.org/draft-07/schema#', DRAFT_07],
  [
    '2019-09',
    'https://json-schema.org/draft/2019-09/schema',
    { ...LATER, ...readSuite('excerpt-2019-09') },
  ],
  [
    '2020-12',
    'https://json-schema.org/draft/2020-12/schema',
    { ...LATER, ...readSuite('excerpt-2020-12') },
  ],
];

function readSuite(name: string): Suite {
  const text = readFileSync(new URL(`suite/${name}.json`, import.meta.url), 'utf8');
  const suite: Suite = JSON.parse(text);
  return suite;
}

/** The validator of each door, or the codes of why it refuses. */
function openDoors(schema: JsonSchema): readonly (Validator | readonly string[])[] {
  const outcome = vetSchema(schema);
  return [
    createOrRefuse(schema),
    outcome.kind === 'vetted'
      ? createRemoteValidator(outcome.vetted)
      : outcome.issues.map(({ code }) => code),
  ];
}

function createOrRefuse(schema: JsonSchema): Validator | readonly string[] {
  try {
    return createValidator(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.issues.map(({ code }) => code);
  }
}

test.each(SUITES)('%s means what its authors say', (_dialect, $schema, suite) => {
  const wrong: string[] = [];
  const refused = new Set<string>();
  let right = 0;
  for (const [file, cases] of Object.entries(suite)) {
    for (const [description, keywords, good, bad] of cases) {
      const schema =
        typeof keywords === 'boolean' ? { $schema, allOf: [keywords] } : { $schema, ...keywords };
      for (const [door, validator] of openDoors(schema).entries()) {
        if (!('check' in validator)) {
          refused.add(`${file}: ${validator.join(', ')}`);
          continue;
        }
        for (const [values, fits] of [
          [good, true],
          [bad, false],
        ] as const) {
          for (const value of values) {
            const isRight =
              validator.isValid(value) === fits && (validator.check(value).length === 0) === fits;
            if (isRight) right += 1;
            else wrong.push(`${door} ${file}: ${description}: ${JSON.stringify(value)}`);
          }
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect({ right, refused: [...refused].toSorted() }).toMatchSnapshot();
});
