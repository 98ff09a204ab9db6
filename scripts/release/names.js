// The names under which the packages are published, each in this one place. None of them is reserved
// yet, so all of them may change before the first release: see docs/versions.md.

/** The scope that the sources import from. Packing replaces it, see `rescope.js`. */
export const SOURCE_SCOPE = '@formwork';

/** The scope of packed packages, unless `npm run pack -- --scope` names another one. */
export const SCOPE = '@formwork';

/**
 * The address of the repository, without `.git`. It is a placeholder, which nobody can register
 * (RFC 2606). After a change, `node scripts/release/manifests.js --write` writes it into all
 * manifests. Provenance is refused by the registry if this is not the repository that publishes.
 */
export const REPOSITORY = 'https://git.example/formwork/formwork';

/** True as long as {@link REPOSITORY} is a placeholder. */
export const isPlaceholder = /^https:\/\/[^/]+\.example\//u.test(REPOSITORY);

/** The branch that links of published manifests lead to. */
const BRANCH = 'main';

/**
 * Returns the fields of a published manifest that follow from the place of its package.
 *
 * @param {string} folder Relative to the workspace, such as `packages/core`.
 */
export function createFields(folder) {
  return {
    homepage: `${REPOSITORY}/tree/${BRANCH}/${folder}#readme`,
    bugs: { url: `${REPOSITORY}/issues` },
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: folder },
    publishConfig: { access: 'public', provenance: true },
  };
}

/**
 * Returns a name with another scope: `@acme/core` for `@formwork/core` and `@acme`.
 *
 * @param {string} name
 * @param {string} scope
 */
export function withScope(name, scope) {
  return `${scope}${name.slice(name.indexOf('/'))}`;
}

/**
 * Returns the file name that npm gives to a packed package: `formwork-core-0.1.0.tgz`.
 *
 * @param {{ name: string, version: string }} manifest
 */
export function toFileName({ name, version }) {
  return `${name.replace(/^@/u, '').replace('/', '-')}-${version}.tgz`;
}
