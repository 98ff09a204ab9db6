// Which Markdown files of the repository are pages, and the address of each on the site.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WORKSPACE = fileURLToPath(new URL('..', import.meta.url));

/** The folder of the page that shows a file, once for every file that a page links to. */
const FILES = 'site/files';

/** The Markdown files that are pages, by their paths from the root of the workspace. */
export const PAGES = new Set(
  globSync(['*.md', '{apps,docs,schemas,test}/**/*.md'], {
    cwd: WORKSPACE,
    exclude: ['**/node_modules/**'],
  }),
);

/**
 * Returns the path at which a Markdown file becomes a page. Folders and links stay as they are in
 * the repository; the file that GitHub shows for a folder is the page of the folder.
 *
 * @param {string} path
 */
export function rewritePath(path) {
  if (path.startsWith(`${FILES}/`)) return path.replace('site/', '');
  return path.replace(/(^|\/)README\.md$/u, '$1index.md');
}

/**
 * Returns the address of a file on the site, beginning with a slash.
 *
 * @param {string} path A page, or another file of the repository.
 */
export function toAddress(path) {
  if (!PAGES.has(path)) return `/files/${toFilePage(path)}.html`;
  return `/${rewritePath(path)
    .replace(/(^|\/)index\.md$/u, '$1')
    .replace(/\.md$/u, '.html')}`;
}

/**
 * Returns the path of the page that shows a file. The names of indexes are changed, because the
 * generator would take the page for that of the folder.
 *
 * @param {string} path
 */
export function toFilePage(path) {
  return path.replace(/(README|index)\.(\w+)$/u, '$1-$2');
}

/**
 * Finds the file that a page links to.
 *
 * @param {string} from The path of the page.
 * @param {string} href Relative, without a fragment.
 * @returns {string | undefined} Its path. `undefined`: there is no such file.
 */
export function locate(from, href) {
  const path = normalize(join(dirname(from), decodeURI(href)));
  const full = join(WORKSPACE, path);
  if (path.startsWith('..') || !existsSync(full)) return undefined;
  if (!isFolder(path)) return path;
  const index = join(path, 'README.md');
  return PAGES.has(index) ? index : path.replace(/\/$/u, '');
}

/** True for the path of a folder of the repository. */
export function isFolder(path) {
  return statSync(join(WORKSPACE, path)).isDirectory();
}

/** Lists the files in a folder that is shown, by their paths from the root of the workspace. */
export function listFolder(path) {
  return globSync('**/*', { cwd: join(WORKSPACE, path), exclude: ['node_modules', 'dist'] })
    .map((name) => join(path, name).replaceAll('\\', '/'))
    .filter((one) => !isFolder(one))
    .toSorted((one, other) => one.localeCompare(other, 'en'));
}

/** Lists the files and folders that pages link to and that are no pages, such as examples. */
export function listLinkedFiles() {
  const found = new Set();
  for (const page of PAGES) {
    const text = readFileSync(join(WORKSPACE, page), 'utf8');
    for (const [, href] of text.matchAll(/[^!]\[[^\]]*\]\(([^)#\s]+)[^)]*\)/gu)) {
      const path = /^\w+:/u.test(href) ? undefined : locate(page, href);
      if (path === undefined || PAGES.has(path)) continue;
      found.add(path);
      const inside = isFolder(path) ? listFolder(path) : [];
      for (const file of inside) if (!PAGES.has(file)) found.add(file);
    }
  }
  return [...found].toSorted((one, other) => one.localeCompare(other, 'en'));
}

/**
 * Returns the path of a page in the repository.
 *
 * @param {string} file Its full path, which may be the one of the page on the site.
 */
export function toPath(file) {
  const path = relative(WORKSPACE, file).replaceAll('\\', '/');
  const index = path.replace(/(^|\/)index\.md$/u, '$1README.md');
  return PAGES.has(index) ? index : path;
}
