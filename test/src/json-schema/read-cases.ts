import type { JsonSchema } from '@formwork/schema';
import { readFileSync } from 'node:fs';

/** A case of the JSON Schema test suite: a schema, values that fit and values that do not. */
export interface SuiteCase {
  /** The file of the suite that holds the case, such as `optional/format/email`. */
  readonly file: string;
  readonly name: string;
  readonly schema: JsonSchema;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

/**
 * The suite by file; each case has a description, a schema, values that fit and values that do not.
 */
type Suite = Readonly<
  Record<
    string,
    readonly (readonly [string, JsonSchema | boolean, readonly unknown[], readonly unknown[]])[]
  >
>;

const DIALECT_URIS: Readonly<Record<string, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema#',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  v1: 'https://json-schema.org/v1',
};

/** Reads the cases of a dialect, such as `draft-07` or `2020-12`. */
export function readCases(dialect: string): readonly SuiteCase[] {
  const name = /^[dv]/u.test(dialect) ? dialect : `draft-${dialect}`;
  return toCases(readSuite(name), DIALECT_URIS[dialect]);
}

function readSuite(name: string): Suite {
  const suite: Suite = JSON.parse(
    readFileSync(new URL(`suite/${name}.json`, import.meta.url), 'utf8'),
  );
  return suite;
}

function toCases(suite: Suite, $schema: string | undefined): readonly SuiteCase[] {
  return Object.entries(suite).flatMap(([file, cases]) =>
    cases.map(([description, keywords, good, bad]) => {
      const head = file === 'optional/no-schema' ? {} : { $schema };
      const schema = typeof keywords === 'boolean' ? { allOf: [keywords] } : keywords;
      return { file, name: `${file}: ${description}`, schema: { ...head, ...schema }, good, bad };
    }),
  );
}
