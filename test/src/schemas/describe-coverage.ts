import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCitedExamples } from './cited-examples.ts';

/** What shows that a rule is kept: the schemas alone, or what a program does. */
export type RulePart = 'schema' | 'behaviour';

/** One thing that a document asks for, in our words. */
interface Rule {
  readonly part: RulePart;
  /** Headings of the document that it stands under. */
  readonly place: string;
  readonly text: string;
}

export interface ManifestCoverage {
  /** Rules by id. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Parts whose rules have to be cited, every one of them. */
  readonly parts: readonly RulePart[];
  /** Folders whose tests may cite them; folders below them count. */
  readonly folders: readonly URL[];
  /** Name of the function that cites them. */
  readonly verifies: string;
  /** The folder of schemas whose examples cite them as well, as each example is tested. */
  readonly examples: string;
}

/** Tests that every rule is cited by a test, and that every citation is of a rule. */
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
