/**
 * @typedef {ReturnType<typeof createFaults>} Faults
 *
 * @typedef {object} AnchorLink
 * @property {string} from The page with the link.
 * @property {string} path The page that it leads to.
 * @property {string} hash
 * @property {string} href As it is written.
 */

/** Makes the list of what is wrong in pages, which a build must find empty. */
export function createFaults() {
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map();
  /** @type {AnchorLink[]} */
  const links = [];
  /** @type {Set<string>} */
  const found = new Set();
  return {
    /** Notes a fault of a page, in words that follow its path. */
    add(page, words) {
      found.add(`${page} ${words}.`);
    },
    addAnchors(page, ids) {
      anchors.set(page, new Set(ids));
    },
    /** @param {AnchorLink} link */
    addLink(link) {
      links.push(link);
    },
    /** Lists all faults, when every page has been read. */
    list() {
      const dead = links
        .filter(({ path, hash }) => anchors.get(path)?.has(decodeURIComponent(hash)) !== true)
        .map(({ from, href }) => `${from} links to ${href}, which must be an anchor of that page.`);
      return [...new Set([...found, ...dead])].toSorted();
    },
  };
}
