import { readApi } from '../../scripts/reference/read-api.js';

const GROUPS = [
  ['Functions', 'function'],
  ['Classes', 'class'],
  ['Values', 'value'],
  ['Types', 'type'],
];

const API = readApi();

const PAGE = /^docs\/reference\/([\w-]+)\.md$/u;

/**
 * Makes the pages of the reference from the sources, with declarations and docblocks. The pages of
 * the repository, which GitHub shows, have a sentence for each name.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function writeReference(md) {
  const packages = new Map(API.map((one) => [one.name, one]));
  md.core.ruler.before('normalize', 'write-reference', (state) => {
    const [, name] = PAGE.exec(state.env.relativePath) ?? [];
    const found = packages.get(name);
    if (found !== undefined) state.src = toPage(found);
  });
}

/**
 * Maps the names of the public API to the anchors that explain them.
 *
 * @returns {ReadonlyMap<string, string>} `createServer` to `docs/reference/server.md#createServer`
 */
export function findAnchors() {
  const anchors = API.flatMap(({ name: folder, entries }) =>
    entries.flatMap(({ names }) =>
      names
        .filter(({ of }) => of === undefined)
        .map(({ name }) => [name, `docs/reference/${folder}.md#${name}`]),
    ),
  );
  // What two packages call the same is explained where the alphabet comes first.
  return new Map(anchors.toReversed());
}

/**
 * Lists the names that each import specifier gives.
 *
 * @returns {ReadonlyMap<string, ReadonlySet<string>>} `@formwork/core` to its names.
 */
export function listExported() {
  return new Map(
    API.flatMap(({ entries }) =>
      entries.map(({ specifier, names }) => [specifier, new Set(names.map(({ name }) => name))]),
    ),
  );
}

function toPage({ title, description, entries }) {
  const [root, ...others] = entries;
  const explained = new Set();
  const groups = GROUPS.map(([heading, kind]) => {
    const names = root.names.filter((one) => one.kind === kind && one.of === undefined);
    return toSection(heading, names, explained);
  });
  const further = others.map(({ specifier, names }) => toSection(specifier, names, explained));
  const shared = root.names.filter(({ of }) => of !== undefined).map(toLink);
  const last = shared.length === 0 ? '' : `## Of other packages\n\n${shared.join('\n')}\n`;
  return `# ${title}\n\n${description}.\n\n${[...groups, ...further, last].join('\n')}`;
}

/** Explains each name of a section once on a page; those that were explained before are links. */
function toSection(heading, names, explained) {
  if (names.length === 0) return '';
  const fresh = names.filter(({ name, of }) => of === undefined && !explained.has(name));
  const known = names.filter((one) => !fresh.includes(one)).map(toLink);
  for (const { name } of fresh) explained.add(name);
  return `## ${heading}\n\n${known.join('\n')}\n\n${fresh.map(toEntry).join('\n')}`;
}

function toLink({ name, of }) {
  return of === undefined
    ? `- [\`${name}\`](#${name})`
    : `- [\`${name}\`](${of.split('/')[1]}.md#${name}) of ${of}`;
}

function toEntry({ name, doc, code }) {
  // Without a fence of its own length, an example in a docblock would end the block.
  const declaration = `~~~~ts\n${code}\n~~~~\n`;
  const [text, ...tags] = doc.split(/(?:^|\s)@(?=throws|example|param|returns)/u);
  return `### ${name} {#${name}}\n\n${toText(text)}\n\n${declaration}\n${tags.map(toTag).join('\n')}\n`;
}

function toTag(tag) {
  const [, name, rest] = /^(\w+)\s*([^]*)$/u.exec(tag);
  switch (name) {
    case 'example':
      return `**Example**\n\n${rest}\n`;
    case 'throws':
      return `**Throws** ${toText(rest)}\n`;
    default:
      return `**${name}** ${toText(rest)}\n`;
  }
}

/** Makes Markdown of a docblock: links become code, and what looks like HTML outside of code is text. */
function toText(doc) {
  return doc
    .replaceAll(/\{@link ([^}]*)\}/gu, '`$1`')
    .split(/(`[^`]*`)/u)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .trim();
}
