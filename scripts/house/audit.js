// Compares docs/audit.md, which lists the folders that were read as an enemy, with the repository:
// which folders have changed since, and which have no row.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} AuditRow
 * @property {string} path A folder or a file, from the root of the workspace.
 * @property {string} commit At which it was read.
 * @property {string} date On which it was read, such as 2026-11-28.
 */

/**
 * @typedef {object} AuditOptions
 * @property {string} root The root of the workspace.
 * @property {readonly { readonly path: string, readonly lines: number }[]} files The source files,
 *   without tests.
 */

const HEADER = /^\|\s*Folder\s*\|\s*At\s*\|/u;
const DIVIDER = /^\|[\s:|-]+\|$/u;
const PATHS = /^`[^`]+`(?:, `[^`]+`)*$/u;
const AT = /^`(?<commit>[0-9a-f]{7,40})`, (?<date>\d{4}-\d{2}-\d{2})$/u;
const HOUSE = /^(?:packages|apps)\/[^/]+/u;
const SOURCES = ['*.ts', '*.tsx'];
const TESTS = ['test', 'test-d', 'bench'].flatMap((kind) =>
  SOURCES.map((name) => `:(exclude,glob)**/*.${kind}${name.slice(1)}`),
);

/**
 * Checks the rows of the audit.
 *
 * @param {string} text Markdown with a table whose first columns are `Folder` and `At`.
 * @param {AuditOptions} options
 * @returns {{ faults: readonly string[], notes: readonly string[] }} What is wrong with the rows,
 *   and what their readers should know.
 */
export function checkAudit(text, { root, files }) {
  const { rows, faults } = parseRows(text);
  const present = rows.filter(({ path }) => existsSync(join(root, path)));
  const absent = rows.filter((row) => !present.includes(row));
  const history = findHistory(root);
  const isKnown = history === undefined ? createCommitCheck(root) : () => true;
  const unknown = rows.filter(({ commit }) => !isKnown(commit));
  const changed =
    history === undefined
      ? present.filter((row) => !unknown.includes(row)).flatMap((row) => describe(row, root, files))
      : [];
  const unread = findUnread(rows, files);
  return {
    faults: [
      ...faults,
      ...absent.map(({ path }) => `${path} does not exist: name where it is now.`),
    ],
    notes: [
      ...(history === undefined
        ? [
            ...toList('Changed by more than a third since they were read', changed),
            // A history may be rewritten, as by a merge that makes one commit of several.
            ...toList(
              'Cannot know what has changed because the commit is not in this history',
              unknown.map(({ path, commit }) => `${path} (${commit})`),
            ),
          ]
        : [`Cannot know what has changed since it was read because ${history}.`]),
      ...toList('Never read', unread),
    ],
  };
}

/** Reads the rows of the table, one for each path. The newest row of a path counts. */
function parseRows(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => HEADER.test(line));
  if (start === -1) return { rows: [], faults: ['No table has the columns "Folder" and "At".'] };
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const width = toCells(lines[start]).length;
  const rows = new Map();
  const faults = [];
  for (const line of lines.slice(start + 1, end === -1 ? undefined : end)) {
    if (DIVIDER.test(line)) continue;
    const cells = toCells(line);
    const [folders = '', at = ''] = cells;
    const read = AT.exec(at)?.groups;
    if (cells.length !== width || !PATHS.test(folders) || !isDate(read?.date)) {
      faults.push(
        `A row must begin with paths and "\`COMMIT\`, YYYY-MM-DD", and have ${width} columns: ${line.slice(0, 60)}`,
      );
      continue;
    }
    for (const path of folders.slice(1, -1).split('`, `')) {
      if ((rows.get(path)?.date ?? '') <= read.date) rows.set(path, { path, ...read });
    }
  }
  return { rows: [...rows.values()], faults };
}

/** Splits a row of a Markdown table at the bars that are not escaped. */
function toCells(line) {
  return line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function isDate(date) {
  if (date === undefined) return false;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

/** Returns why the history cannot be read; `undefined` if it can. */
function findHistory(root) {
  try {
    const isShallow = git(root, ['rev-parse', '--is-shallow-repository']).trim() === 'true';
    return isShallow ? 'this clone is shallow' : undefined;
  } catch {
    return 'there is no Git repository here';
  }
}

/** Makes the function that returns true for a commit that is in the history of the present one. */
function createCommitCheck(root) {
  const known = new Map();
  return (commit) => {
    if (!known.has(commit)) known.set(commit, isAncestor(root, commit));
    return known.get(commit);
  };
}

function isAncestor(root, commit) {
  try {
    git(root, ['merge-base', '--is-ancestor', commit, 'HEAD']);
    return true;
  } catch {
    return false;
  }
}

/** Describes a folder of which more than a third of the lines changed since it was read. */
function describe({ path, commit, date }, root, files) {
  const isFolder = statSync(join(root, path)).isDirectory();
  const wanted = isFolder ? SOURCES.map((name) => `:(glob)${path}/**/${name}`) : [path];
  const changed = git(root, ['diff', '--numstat', commit, '--', ...wanted, ...TESTS])
    .split('\n')
    .map((line) => line.split('\t', 2).map(Number))
    .filter((counts) => counts.length === 2 && counts.every(Number.isInteger))
    .reduce((sum, [added, deleted]) => sum + Math.max(added, deleted), 0);
  const lines = files
    .filter((file) => isWithin(file.path, path))
    .reduce((sum, file) => sum + file.lines, 0);
  return changed * 3 > lines ? [`${path} (${changed} of ${lines} lines since ${date})`] : [];
}

/** Lists the packages and apps without a row, and the folders of others of which no row says anything. */
function findUnread(rows, files) {
  const houses = new Map();
  for (const { path } of files) {
    const [house] = HOUSE.exec(path) ?? [];
    if (house === undefined) continue;
    const [folder = '', ...below] = path.slice(`${house}/src/`.length).split('/');
    const folders = houses.get(house) ?? new Set();
    houses.set(house, folders.add(below.length === 0 ? '' : folder));
  }
  return [...houses].flatMap(([house, folders]) => {
    const own = rows.filter(({ path }) => isWithin(path, house));
    if (own.length === 0) return [house];
    const unread = [...folders].filter((folder) => {
      const path = folder === '' ? `${house}/src` : `${house}/src/${folder}`;
      return !own.some(
        (row) => isWithin(path, row.path) || (folder !== '' && isWithin(row.path, path)),
      );
    });
    const named = unread
      .map((folder) => folder || '(files)')
      .toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
    return named.length === 0 ? [] : [`${house}/src: ${named.join(', ')}`];
  });
}

/** Returns true if a path is the given folder or file, or inside it. */
function isWithin(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

function toList(title, items) {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
}

function git(root, args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
