// Writes docs/reference: a page for each package, with one sentence for each export of its root.
//
//   node scripts/reference.js            writes the pages
//   node scripts/reference.js --check    fails if they are not what would be written
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { listExports } from './house/exports.js';
import { readSourceTree } from './house/source-tree.js';

const FOLDER = 'docs/reference';

const KINDS = {
  function: 'function',
  class: 'class',
  const: 'value',
  interface: 'type',
  type: 'type',
};

const texts = new Map(readSourceTree().map(({ path, text }) => [path, text]));
const pages = globSync('packages/*/src/index.ts').toSorted().map(toPage);
const index = [
  '# Reference',
  '',
  'Everything that the packages export, in a sentence each. The docblocks in the sources say more, with an example for every function; editors show them.',
  '',
  ...pages.map(({ name, title }) => `- [${title}](${name}.md)`),
  '',
].join('\n');
const files = new Map([
  [`${FOLDER}/README.md`, index],
  ...pages.map(({ name, text }) => [`${FOLDER}/${name}.md`, text]),
]);

if (process.argv.includes('--check')) {
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  if (stale.length > 0) {
    console.error(`These pages are stale: ${stale.join(', ')}. Run: node scripts/reference.js`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [path, text] of files) writeFileSync(path, text);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function toPage(path) {
  const [, name] = path.split('/');
  const { name: title, description } = JSON.parse(
    readFileSync(`packages/${name}/package.json`, 'utf8'),
  );
  const entries = listExports(path, texts).toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  );
  const lines = entries.map(({ name: own, kind, doc, path: source }) => {
    const from = source.startsWith('@') ? ` Of [${source}](${source.split('/')[1]}.md).` : '';
    return `- \`${own}\` (${KINDS[kind] ?? 'type'})${toSentence(doc)}${from}`;
  });
  return { name, title, text: `# ${title}\n\n${description}.\n\n${lines.join('\n')}\n` };
}

/**
 * Returns the first sentence of a docblock, up to a period or a colon, with links written as code.
 */
function toSentence(doc) {
  const plain = doc
    .replaceAll(/^\s*\* ?/gmu, '')
    .replaceAll(/\{@link ([^}]*)\}/gu, '`$1`')
    .split(/\n\s*\n|@\w+/u)[0]
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const [first = ''] = /^.*?[.:](?= |$)/u.exec(plain) ?? [plain];
  return first === '' ? '' : `: ${first.replace(/:$/u, '.')}`;
}
