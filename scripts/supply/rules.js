// The rules for packages that are installed and shipped. Each violation gives a sentence for the
// person who must act. The rules need no network; `pnpm audit` finds advisories, which become known
// only later.
import semver from 'semver';
import parseExpression from 'spdx-expression-parse';

/**
 * @typedef {object} Allowed
 * @property {readonly string[]} licences Identifiers of SPDX that every package may have.
 * @property {Record<string, { licence: string, because: string }>} packages Further ones, by package.
 */

const PLAIN_RANGE = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[\^~]?\d+(?:\.\d+){0,2}(?:-[\w.]+)?$/u;
const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/u;
const OURS = /^(?:workspace:|catalog:)/u;

/**
 * Checks the installed and shipped packages by the rules of this workspace.
 *
 * @param {import('./lockfile.js').Supply} supply
 * @param {{ allowed: Allowed, settings: any, installed: ReadonlyMap<string, readonly string[]> }} options
 *   `settings` are those of the workspace, `installed` the scripts of every package that is installed.
 * @returns {string[]} A sentence for each fault.
 */
export function findFaults(supply, { allowed, settings, installed }) {
  return [
    ...supply.components.flatMap((component) => [
      ...checkLicence(component, allowed),
      ...checkShippedScripts(component),
      ...checkNode(component, supply.node),
    ]),
    ...checkAllowed(supply, allowed),
    ...checkLockfile(supply.lockfile),
    ...supply.manifests.flatMap((one) => checkRanges(one, settings)),
    ...checkCatalog(settings),
    ...checkBuilds({ lockfile: supply.lockfile, settings, installed }),
  ];
}

function checkLicence({ key, name, license, isForOthers }, allowed) {
  if (isForOthers) return [];
  if (license === undefined)
    return [
      `Cannot ship ${key} because its licence must be known: it is not installed, or its manifest names none. Run "npm run setup", or read the licence in its repository and add the package to "packages" in scripts/supply/allowed.json.`,
    ];
  const own = allowed.packages[name]?.licence;
  if (isAllowed(license, [...allowed.licences, ...(own === undefined ? [] : [own])])) return [];
  return [
    `Cannot ship ${key} because its licence must be one of scripts/supply/allowed.json: current value is ${license}. Take another package, or have the licence judged and add it to "licences", or for this package alone to "packages".`,
  ];
}

/** True if a licence is allowed, or offers a choice of which one is allowed. */
function isAllowed(license, allowed) {
  if (allowed.includes(license)) return true;
  try {
    return isChoice(parseExpression(license), allowed);
  } catch {
    // The licence is not an SPDX expression, such as "SEE LICENSE IN LICENSE.md".
    return false;
  }
}

function isChoice({ license, plus, exception, conjunction, left, right }, allowed) {
  if (conjunction === 'or') return isChoice(left, allowed) || isChoice(right, allowed);
  if (conjunction === 'and') return isChoice(left, allowed) && isChoice(right, allowed);
  return exception === undefined && plus !== true && allowed.includes(license);
}

/** Finds shipped packages with install scripts, which npm would run without asking. */
function checkShippedScripts({ key, installScripts }) {
  return installScripts.map(
    (script) =>
      `Cannot ship ${key} because what users install must run no scripts: current value is "${script}". Take another package, or a version without the script.`,
  );
}

/** Finds packages that do not run on the oldest Node which the published ones run on. */
function checkNode({ key, node = '*', isForOthers }, supported) {
  const oldest = supported === undefined ? null : semver.minVersion(supported);
  if (isForOthers || oldest === null || semver.satisfies(oldest, node)) return [];
  return [
    `Cannot ship ${key} because it must run on Node ${oldest.version}: its manifest says ${node}. Take an older line of it by its range of versions, or another package.`,
  ];
}

function checkAllowed({ components }, { packages }) {
  const names = new Set(components.map(({ name }) => name));
  return Object.keys(packages)
    .filter((name) => !names.has(name))
    .map(
      (name) =>
        `Cannot keep ${name} in scripts/supply/allowed.json because a package there must be shipped. Remove it.`,
    );
}

function checkLockfile({ packages = {} }) {
  return Object.entries(packages).flatMap(([key, { resolution = {}, deprecated }]) => [
    ...(isFromRegistry(key, resolution)
      ? []
      : [
          `Cannot install ${key} because it must come from the registry: current value is ${JSON.stringify(resolution)}. Depend on a version that is published.`,
        ]),
    ...(resolution.integrity === undefined || SHA_512.test(resolution.integrity)
      ? []
      : [
          `Cannot install ${key} because its integrity must be SHA-512: current value is ${resolution.integrity}. Install it anew.`,
        ]),
    ...(deprecated === undefined
      ? []
      : [
          `Cannot install ${key} because it must not be deprecated: "${deprecated}". Take the version or the package that its author names.`,
        ]),
  ]);
}

/** True for a package of the npm registry, which its version and hash alone identify. */
function isFromRegistry(key, { integrity, ...others }) {
  return integrity !== undefined && Object.keys(others).length === 0 && !/[:#]/u.test(key);
}

function checkRanges({ path, manifest }, { catalog = {} }) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.entries(all).flatMap(([name, range]) => {
    if (range.startsWith('catalog:') && catalog[name] === undefined)
      return [
        `Cannot install ${name} of ${path} because it must be in the catalog of pnpm-workspace.yaml. Add it there.`,
      ];
    return OURS.test(range) ? [] : checkRange({ name, range, place: `${path}/package.json` });
  });
}

function checkCatalog({ catalog = {} }) {
  return Object.entries(catalog).flatMap(([name, range]) =>
    checkRange({ name, range, place: 'pnpm-workspace.yaml' }),
  );
}

/**
 * Finds version ranges that allow untested versions: those without an upper end, tags, addresses
 * and folders.
 */
function checkRange({ name, range, place }) {
  if (PLAIN_RANGE.test(range)) return [];
  return [
    `Cannot depend on ${name} in ${place} because its version must be exact, or begin with ^ or ~: current value is ${range}. Name the version.`,
  ];
}

/**
 * Finds packages whose install scripts the workspace neither allows nor forbids to pnpm, and
 * settings for packages that are not installed.
 */
function checkBuilds({ lockfile, settings, installed }) {
  const builds = settings.allowBuilds ?? {};
  const names = new Set(Object.keys(lockfile.packages ?? {}).map((key) => toName(key)));
  const stale = Object.keys(builds)
    .filter((name) => !names.has(name))
    .map(
      (name) =>
        `Cannot keep ${name} in allowBuilds of pnpm-workspace.yaml because a package there must be installed. Remove it.`,
    );
  const unknown = [...installed]
    .filter(([key, scripts]) => scripts.length > 0 && builds[toName(key)] === undefined)
    .map(
      ([key, scripts]) =>
        `Cannot install ${key} because whether it may run "${scripts.join(', ')}" must be decided. Read the script, then add the package to allowBuilds of pnpm-workspace.yaml with true or false.`,
    );
  return [...stale, ...unknown];
}

function toName(key) {
  return key.slice(0, key.lastIndexOf('@'));
}
