import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorkspace, runSupply } from './small-workspace.ts';

interface Bom {
  readonly specVersion: string;
  readonly components: readonly {
    readonly purl: string;
    readonly version: string;
    readonly group?: string;
    readonly licenses?: readonly unknown[];
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/** Writes a bill of materials by the script, which checks it against the schema of CycloneDX. */
async function writeBom(...folder: readonly string[]): Promise<{ bom: Bom; text: string }> {
  const target = mkdtempSync(join(tmpdir(), 'formwork-sbom-'));
  onTestFinished(() => rmSync(target, { recursive: true, force: true }));
  const file = join(target, 'sbom.cdx.json');
  expect(await runSupply('sbom.js', [file, ...folder])).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(file, 'utf8');
  return { bom: JSON.parse(text) as Bom, text };
}

test('the bill of materials has all that users install, with version, licence and hash', async () => {
  const { bom, text } = await writeBom();
  expect(bom.specVersion).toBe('1.6');
  const purls = bom.components.map(({ purl }) => purl);
  expect(purls).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^pkg:npm\/%40formwork\/server@/u),
      expect.stringMatching(/^pkg:npm\/express@5/u),
      expect.stringMatching(/^pkg:npm\/%40a2a-js\/sdk@1/u),
      // An indirect dependency of Express, and a package that is bundled in the pages.
      expect.stringMatching(/^pkg:npm\/body-parser@/u),
      expect.stringMatching(/^pkg:npm\/react-dom@/u),
    ]),
  );
  for (const tool of ['vitest', 'vite', 'typescript', 'oxlint'])
    expect(purls.filter((purl) => purl.startsWith(`pkg:npm/${tool}@`))).toEqual([]);
  for (const { purl, version, licenses, hashes } of bom.components) {
    expect(purl.endsWith(`@${version}`)).toBe(true);
    expect(licenses).toHaveLength(1);
    const isOurs = purl.startsWith('pkg:npm/%40formwork/');
    expect({ purl, digits: hashes?.[0]?.content.length }).toEqual({
      purl,
      digits: isOurs ? undefined : 128,
    });
  }
  const known = new Set(bom.dependencies.map(({ ref }) => ref));
  for (const { dependsOn = [] } of bom.dependencies)
    expect(dependsOn.filter((ref) => !known.has(ref))).toEqual([]);
  // The same lockfile yields the same file.
  expect((await writeBom()).text).toBe(text);
});

test('a licence that SPDX does not know is written by its name', async () => {
  const folder = makeWorkspace({ manifest: { license: 'SEE LICENSE IN x' } });
  const { bom } = await writeBom(folder);
  expect(bom.components.map(({ purl, licenses }) => [purl, licenses])).toEqual([
    ['pkg:npm/%40formwork/ours@0.1.0', [{ license: { id: 'Apache-2.0' } }]],
    ['pkg:npm/needed@1.0.0', [{ license: { name: 'SEE LICENSE IN x' } }]],
  ]);
});
