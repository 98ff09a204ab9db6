import { describe, expect, test } from 'vitest';
import { makeWorkspace, runSupply, type SmallWorkspace } from './small-workspace.ts';

describe('what is shipped', () => {
  test('keeps every rule in this workspace', async () => {
    const { code, stdout, stderr } = await runSupply('main.js', []);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d{3} packages are shipped, under Apache-2\.0, /u);
  });

  test.each<[string, SmallWorkspace]>([
    ['MIT', {}],
    ['a choice with one that is allowed', { manifest: { license: '(GPL-3.0-only OR MIT)' } }],
    ['two that are allowed', { manifest: { license: '(ISC AND MIT)' } }],
    ['a licence as an object', { manifest: { license: { type: 'ISC' } } }],
    ['old licences', { manifest: { licenses: [{ type: 'GPL-2.0' }, { type: 'MIT' }] } }],
    [
      'a licence for one package',
      {
        manifest: { license: 'MPL-2.0' },
        packages: { needed: { licence: 'MPL-2.0', because: 'It is not changed.' } },
      },
    ],
    ['an exact version', { range: '1.0.0' }],
    [
      'a version of the catalog',
      { range: 'catalog:', settings: { catalog: { needed: '^1.0.0' } } },
    ],
    ['an older Node than ours', { locked: { engines: { node: '^20 || >=22.13.1' } } }],
    ['another platform', { isInstalled: false, locked: { os: ['darwin'] } }],
  ])('may have %s', async (_what, workspace) => {
    expect(await runSupply('main.js', [makeWorkspace(workspace)])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  test.each<[string, SmallWorkspace, RegExp]>([
    [
      'a licence that is not allowed',
      { manifest: { license: 'GPL-3.0-only' } },
      /Cannot ship needed@1\.0\.0 because its licence must be one of .*: current value is GPL-3\.0-only\. Take another/u,
    ],
    ['one licence too many', { manifest: { license: '(MIT AND GPL-3.0-only)' } }, /GPL-3\.0-only/u],
    ['an exception', { manifest: { license: 'MIT WITH Classpath-exception-2.0' } }, /WITH/u],
    ['a licence in a file', { manifest: { license: 'SEE LICENSE IN x' } }, /SEE LICENSE IN x/u],
    ['no licence', { manifest: {} }, /must be known/u],
    ['what is not installed', { isInstalled: false }, /not installed/u],
    [
      'a newer Node than ours',
      { locked: { engines: { node: '^22.22.2 || >=24.15' } } },
      /must run on Node 22\.14\.0: its manifest says \^22\.22\.2 \|\| >=24\.15\./u,
    ],
    [
      'a licence for a package that is gone',
      { packages: { gone: { licence: 'MPL-2.0', because: 'It was here.' } } },
      /Cannot keep gone/u,
    ],
    [
      'a script that npm runs',
      {
        manifest: { license: 'MIT', scripts: { postinstall: 'x' } },
        settings: { allowBuilds: { needed: false } },
      },
      /Cannot ship needed@1\.0\.0 because what users install must run no scripts: current value is "postinstall"/u,
    ],
    [
      'a script that nobody decided on',
      { manifest: { license: 'MIT', scripts: { install: 'x' } } },
      /whether it may run "install" must be decided/u,
    ],
    [
      'a decision on what is gone',
      { settings: { allowBuilds: { gone: true } } },
      /Cannot keep gone/u,
    ],
    ['no hash', { integrity: null }, /must come from the registry: current value is \{\}/u],
    ['a weak hash', { integrity: 'sha1-AAAA' }, /must be SHA-512: current value is sha1-AAAA/u],
    [
      'an archive from elsewhere',
      { locked: { resolution: { tarball: 'https://example.com/x.tgz' } } },
      /must come from the registry: current value is .*example\.com/u,
    ],
    [
      'a commit',
      { integrity: null, locked: { resolution: { type: 'git', repo: 'x', commit: 'y' } } },
      /must come from the registry/u,
    ],
    [
      'what is deprecated',
      { locked: { deprecated: 'Use other.' } },
      /not be deprecated: "Use other\."/u,
    ],
    ['any version', { range: '*' }, /must be exact, or begin with \^ or ~: current value is \*/u],
    ['a tag', { range: 'latest' }, /current value is latest/u],
    ['no upper end', { range: '>=1' }, /current value is >=1/u],
    ['an address', { range: 'https://example.com/x.tgz' }, /current value is https/u],
    ['a repository', { range: 'github:someone/needed' }, /current value is github/u],
    ['a folder', { range: 'file:../needed' }, /current value is file/u],
    ['nothing in the catalog', { range: 'catalog:' }, /must be in the catalog/u],
    [
      'a tag in the catalog',
      { settings: { catalog: { other: 'next' } } },
      /current value is next/u,
    ],
  ])('must not have %s', async (_what, workspace, fault) => {
    const { code, stderr } = await runSupply('main.js', [makeWorkspace(workspace)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(fault);
  });
});
