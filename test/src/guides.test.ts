import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './support/run-cli.ts';

/** A block of TypeScript in a page, and the program that it is a part of. */
interface Excerpt {
  readonly page: string;
  /** The path in the comment before the block; `undefined` if there is no comment. */
  readonly source: string | undefined;
  readonly code: string;
}

function listExcerpts(page: string): readonly Excerpt[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = text.matchAll(/(?:<!-- from (\S+) -->\s+)?^ *```tsx?\n([^]*?)```/gmu);
  return [...blocks].map(([, source, code = '']) => ({ page, source, code }));
}

/** Puts code into one form, whatever its indentation, because a page shows parts of blocks. */
function toLines(code: string): string {
  const lines = code.split('\n').map((line) => line.trim());
  return `\n${lines.join('\n').trim()}\n`;
}

/** Pages of which all code is that of programs; other pages may show parts of programs as well. */
const GUIDES = new Set([
  ...globSync('docs/guides/*.md', { cwd: ROOT }),
  'docs/move-from-the-sdk.md',
]);

test('code of the documentation that names a program is code of this program', () => {
  const excerpts = globSync('docs/**/*.md', { cwd: ROOT })
    .flatMap(listExcerpts)
    .filter(({ page, source }) => GUIDES.has(page) || source !== undefined);
  const strangers = excerpts.filter(({ source, code }) => {
    if (source === undefined) return true;
    const program = toLines(readFileSync(join(ROOT, source), 'utf8'));
    return !program.includes(toLines(code));
  });
  expect(strangers).toEqual([]);
  expect(excerpts.length).toBeGreaterThan(30);
});

test('links between pages of the documentation lead to pages and headings that exist', () => {
  const pages = [
    'README.md',
    'apps/examples/README.md',
    ...globSync('docs/**/*.md', { cwd: ROOT }),
  ];
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[^]*?```/gu, '');
    return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/gu)]
      .map(([, target = '']) => target)
      .filter((target) => !leads(page, target))
      .map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('the index of the documentation leads to every page', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const pages = globSync(['docs/*.md', 'docs/{extensions,operate}/*.md'], { cwd: ROOT })
    .map((page) => page.replace('docs/', ''))
    .filter((page) => page !== 'README.md');
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
});

/** True if a relative link leads to a file, and its fragment to a heading of that file. */
function leads(page: string, target: string): boolean {
  const [path = '', fragment] = target.split('#');
  const file = path === '' ? page : join(page, '..', path);
  const found = globSync(file.replace(/\/$/u, ''), { cwd: ROOT });
  if (found.length === 0) return false;
  if (fragment === undefined || !file.endsWith('.md')) return true;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const slugs = [...text.matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => toSlug(heading));
  return slugs.includes(fragment);
}

/** Returns the name by which GitHub links to a heading. */
function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
