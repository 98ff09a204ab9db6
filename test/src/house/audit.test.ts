import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Check {
  readonly checkAudit: (
    text: string,
    options: {
      readonly root: string;
      readonly files: readonly { readonly path: string; readonly lines: number }[];
    },
  ) => { readonly faults: readonly string[]; readonly notes: readonly string[] };
}

const script = join(import.meta.dirname, '../../../scripts/house/audit.js');
const { checkAudit } = (await import(script)) as Check;

const HEADER = '| Folder | At | Read |\n| ------ | -- | ---- |\n';
const READ = 'packages/a/src/read';
const PART = 'packages/a/src/part';

/** A repository with a package of which two folders and a file were committed. */
interface Repository {
  readonly root: string;
  /** Writes a file with a number of lines, each with the given word. */
  readonly write: (path: string, lines: number, word?: string) => void;
  readonly git: (...args: readonly string[]) => string;
  /** Checks the rows of an audit. */
  readonly check: (rows: string) => ReturnType<Check['checkAudit']>;
}

function openFolder(): Repository {
  const root = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(root, { recursive: true, maxRetries: 3 }));
  const written = new Map<string, number>();
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  return {
    root,
    write(path, lines, word = 'line') {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${word}\n`.repeat(lines));
      written.set(path, lines);
    },
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    check(rows) {
      const files = [...written].map(([path, lines]) => ({ path, lines }));
      return checkAudit(HEADER + rows, {
        root,
        files: files.filter(({ path }) => !path.includes('.test.')),
      });
    },
  };
}

function openRepository(): Repository & { readonly commit: string } {
  const repository = openFolder();
  const { write, git } = repository;
  for (const folder of [READ, PART, 'packages/a/src/new/deep']) write(`${folder}/x.ts`, 90);
  write('packages/a/src/index.ts', 10);
  write('packages/b/src/index.ts', 10);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'One');
  return { ...repository, commit: git('rev-parse', '--short', 'HEAD') };
}

const NEVER = ['Never read:', '  packages/a/src: (files), new', '  packages/b'];

test('folders of which more than a third changed are named, tests aside, and those without a row', () => {
  const { write, git, check, commit } = openRepository();
  const rows = `| \`${READ}\`, \`${PART}/x.ts\` | \`${commit}\`, 2026-11-28 | whole |\n`;
  expect(check(rows)).toEqual({ faults: [], notes: NEVER });
  write(`${READ}/y.ts`, 30);
  write(`${READ}/y.test.ts`, 500);
  write(`${PART}/x.ts`, 121);
  git('add', '.');
  git('commit', '-q', '-m', 'Two');
  expect(check(rows)).toEqual({ faults: [], notes: NEVER });
  // What is not committed counts as well; 42 of 132 lines are less than a third.
  write(`${READ}/x.ts`, 102);
  write(`${PART}/x.ts`, 121, 'other');
  expect(check(rows)).toEqual({
    faults: [],
    notes: [
      'Changed by more than a third since they were read:',
      `  ${PART}/x.ts (121 of 121 lines since 2026-11-28)`,
      ...NEVER,
    ],
  });
  write(`${READ}/x.ts`, 110);
  expect(check(rows).notes).toContain(`  ${READ} (50 of 140 lines since 2026-11-28)`);
});

test('a folder that was read again counts from then on, whatever the order of its rows', () => {
  const { write, git, check, commit } = openRepository();
  write(`${READ}/x.ts`, 90, 'other');
  git('commit', '-q', '-a', '-m', 'Two');
  const later = git('rev-parse', 'HEAD');
  const old = `| \`packages/a/src\` | \`${commit}\`, 2026-11-28 | whole |\n| \`packages/b\` | \`${commit}\`, 2026-11-28 | whole |\n`;
  expect(check(old).notes).toEqual([]);
  const first = `| \`${READ}\` | \`${commit}\`, 2026-11-28 | whole |\n`;
  expect(check(old + first).notes).toContain(`  ${READ} (90 of 90 lines since 2026-11-28)`);
  const again = `| \`${READ}\` | \`${later}\`, 2026-11-29 | whole |\n`;
  expect(check(again + old + first)).toEqual({ faults: [], notes: [] });
});

test.each([
  ['| packages/a/src/read | `COMMIT`, 2026-11-28 | whole |', 'must begin with paths'],
  ['| `packages/a/src/read` and more | `COMMIT`, 2026-11-28 | whole |', 'must begin with paths'],
  ['| `packages/a/src/read` | COMMIT, 2026-11-28 | whole |', 'must begin with paths'],
  ['| `packages/a/src/read` | `COMMIT` | whole |', 'must begin with paths'],
  ['| `packages/a/src/read` | `COMMIT`, 2026-02-30 | whole |', 'must begin with paths'],
  ['| `packages/a/src/read` | `COMMIT`, 2026-11-28 |', 'have 3 columns'],
  ['| `packages/a/src/gone` | `COMMIT`, 2026-11-28 | a \\| b |', 'src/gone does not exist'],
])('a row is refused: %s', (row, fault) => {
  const { check, commit } = openRepository();
  const { faults } = check(`${row.replace('COMMIT', commit)}\n`);
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

test('a commit that is not in this history is named, because histories are rewritten', () => {
  const { git, check } = openRepository();
  // A commit that is no ancestor is in this clone alone.
  const other = git('commit-tree', '-m', 'Other', 'HEAD^{tree}');
  for (const commit of ['0123456', other]) {
    expect(check(`| \`${READ}\` | \`${commit}\`, 2026-11-28 | whole |\n`)).toMatchObject({
      faults: [],
      notes: expect.arrayContaining([
        'Cannot know what has changed because the commit is not in this history:',
        `  ${READ} (${commit})`,
      ]),
    });
  }
});

test('without the table, that is the fault', () => {
  const { check } = openRepository();
  expect(check('').faults).toEqual([]);
  expect(checkAudit('# Audit\n', { root: '.', files: [] }).faults).toEqual([
    'No table has the columns "Folder" and "At".',
  ]);
});

test('in a shallow clone, and outside Git, one line says what cannot be known', () => {
  const { root, git, commit } = openRepository();
  git('commit', '-q', '--allow-empty', '-m', 'Two');
  const shallow = openFolder();
  shallow.git('clone', '-q', '--depth=1', `file://${root}`, 'clone');
  const outside = openFolder();
  outside.write(`${READ}/x.ts`, 90);
  const rows = `${HEADER}| \`${READ}\` | \`${commit}\`, 2026-11-28 | whole |\n| \`gone\` | \`${commit}\`, 2026-11-28 | whole |\n`;
  for (const [place, reason] of [
    [join(shallow.root, 'clone'), 'this clone is shallow'],
    [outside.root, 'there is no Git repository here'],
  ] as const) {
    expect(checkAudit(rows, { root: place, files: [] })).toEqual({
      faults: ['gone does not exist: name where it is now.'],
      notes: [`Cannot know what has changed since it was read because ${reason}.`],
    });
  }
});
