import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCitedExamples } from './cited-examples.ts';

/** The evidence for a rule: the schemas alone, or the behaviour of a program. */
export type RulePart = 'schema' | 'behaviour';

/** A rule of a published document, in the words of this project. */
interface Rule {
  readonly part: RulePart;
  /** The headings in the document under which the rule is found. */
  readonly place: string;
  readonly text: string;
}

export interface ManifestCoverage {
  /** All rules of the document, by their ids. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** The parts whose rules must all be cited by a test or an example. */
  readonly parts: readonly RulePart[];
  /** The folders whose tests may cite rules, including the folders inside them. */
  readonly folders: readonly URL[];
  /** The name of the function that cites rules in tests. */
  readonly verifies: string;
  /** The folder of schemas whose examples cite rules, too, because each example is tested. */
  readonly examples: string;
}

/**
 * Declares the tests that a test or an example cites every rule, and that all cited rules exist.
 */
export function describeCoverage(coverage: ManifestCoverage): void {
  const { rules, parts } = coverage;
  const cited = findCitations(coverage);

  test.each(parts)('every rule about %s is cited by a test', (part) => {
    const uncited = Object.entries(rules).filter(
      ([id, rule]) => rule.part === part && !cited.has(id),
    );
    expect(uncited.map(([id, { text }]) => `${id}: ${text}`)).toEqual([]);
  });

  test('every citation is of a rule that exists', () => {
    expect([...cited].filter((id) => !(id in rules))).toEqual([]);
  });

  test('every rule says what it asks for, once, and where', () => {
    const said = Object.values(rules).map(({ place, text }) => `${place}: ${text}`);
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
    const odd = Object.entries(rules).filter(
      ([, { part, place, text }]) =>
        !['schema', 'behaviour'].includes(part) || place === '' || text === '',
    );
    expect(odd).toEqual([]);
  });
}

function findCitations({ folders, verifies, examples }: ManifestCoverage): ReadonlySet<string> {
  const call = new RegExp(`\\b${verifies}\\(\\s*\\[([^\\]]*)\\]`, 'gu');
  const inTests = folders
    .map((folder) => fileURLToPath(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(call)])
    .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/gu)].map(([, id = '']) => id));
  const inExamples = readCitedExamples(examples).flatMap(({ rules }) => rules);
  return new Set([...inTests, ...inExamples]);
}
