// Prepares a release: `npm run release -- 0.2.0`. Sets one version in all packages, dates the section
// of unreleased changes, and prints what is left to do. It changes files only, and publishes nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { WORKSPACE } from '../when-changed.js';
import { isPlaceholder, REPOSITORY, SCOPE, toFileName, withScope } from './names.js';
import { readPackages, readPublished } from './published.js';

/** Matches the headings of versions in the list of changes: `## 0.2.0 (unreleased)`. */
const HEADING = /^## (?<version>\S+) \((?<date>[^)]+)\)$/gmu;

/**
 * Prepares a release of a workspace.
 *
 * @param {string} version
 * @param {{ root?: string, date: string }} options `date`: of the release, such as `2027-01-31`.
 * @returns {string[]} What is left to do, a line for each step.
 * @throws Error if the release cannot be prepared; nothing has been written then.
 */
export function prepareRelease(version, { root = WORKSPACE, date }) {
  const path = join(root, 'CHANGELOG.md');
  const changes = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const fault =
    checkVersion(version, changes) ?? checkChanges(changes) ?? checkTree(root) ?? undefined;
  if (fault !== undefined) throw new Error(`Cannot release ${version} because ${fault}`);
  for (const { folder, manifest } of readPackages(root)) {
    if (manifest.version === undefined) continue;
    const file = join(root, folder, 'package.json');
    // The text is edited, because writing JSON anew would change its format.
    const text = readFileSync(file, 'utf8').replace(
      /^(?<before> {2}"version": ")[^"]*/mu,
      `$<before>${version}`,
    );
    writeFileSync(file, text);
  }
  const { heading } = findUnreleased(changes);
  writeFileSync(path, changes.replace(heading, `## ${version} (${date})`));
  return listSteps(version, root);
}

function checkVersion(version, changes) {
  if (semver.valid(version) !== version) {
    return 'the version must be like 0.2.0 or 0.2.0-rc.1 (https://semver.org).';
  }
  const last = findHeadings(changes).find(({ date }) => date !== 'unreleased');
  if (last === undefined || semver.gt(version, last.version)) return undefined;
  return `the version must be higher than the last one, ${last.version}.`;
}

function checkChanges(changes) {
  const unreleased = findUnreleased(changes);
  if (unreleased === undefined) {
    return 'CHANGELOG.md must begin with a section such as "## 0.2.0 (unreleased)". Add it, with what users notice.';
  }
  if (!unreleased.text.includes('\n- ')) {
    return `its section "${unreleased.heading}" in CHANGELOG.md must have entries. Add what users notice.`;
  }
  return undefined;
}

function checkTree(root) {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changed === '') return undefined;
  return `the working tree must be clean, so that the release is one commit: current value is\n${changed.trimEnd()}\nCommit it first.`;
}

function findHeadings(changes) {
  return [...changes.matchAll(HEADING)].map(({ 0: heading, index, groups }) => ({
    heading,
    index,
    ...groups,
  }));
}

/** Finds the section of unreleased changes, which must be the first. */
function findUnreleased(changes) {
  const [first, next] = findHeadings(changes);
  if (first?.date !== 'unreleased') return undefined;
  return { heading: first.heading, text: changes.slice(first.index, next?.index) };
}

function listSteps(version, root) {
  const own = readPublished(root).map(({ manifest }) => manifest);
  const files = sortByDependencies(own).map(({ name }) =>
    toFileName({ name: withScope(name, SCOPE), version }),
  );
  const warnings = [];
  if (isPlaceholder) {
    warnings.push(
      `Before publishing: ${REPOSITORY} is a placeholder. Set the address of the repository in scripts/release/names.js, then run: node scripts/release/manifests.js --write`,
    );
  }
  return [
    ...warnings,
    `Before publishing: make sure that the scope ${SCOPE} is yours (docs/versions.md). Another one is set in scripts/release/names.js.`,
    `All packages have version ${version}. Next:`,
    '  npm test && npm run check && npm run packed',
    `  git commit --all --message "Release ${version}" && git tag v${version}`,
    `  git push --follow-tags, and in the workflow of the tag, so that provenance can be proved:`,
    '  npm run pack',
    ...files.map((file) => `  npm publish packed/${file}`),
  ];
}

/** Sorts packages so that each comes after those that it needs. */
function sortByDependencies(manifests) {
  const names = new Map(manifests.map((manifest) => [manifest.name, manifest]));
  const sorted = new Set();
  const add = (manifest) => {
    const { dependencies = {}, peerDependencies = {} } = manifest;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (names.has(name) && !sorted.has(names.get(name))) add(names.get(name));
    }
    sorted.add(manifest);
  };
  for (const manifest of manifests) if (!sorted.has(manifest)) add(manifest);
  return [...sorted];
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { root: { type: 'string', default: WORKSPACE } },
  });
  try {
    const date = new Date().toISOString().slice(0, 10);
    const steps = prepareRelease(positionals[0] ?? '', { root: resolve(values.root), date });
    console.log(steps.join('\n'));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
