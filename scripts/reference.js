// Writes docs/reference: a page for each package, with one sentence for each of its public names, and
// a page with the rules of `formwork conformance`.
// The site shows the same pages with declarations and docblocks (site/markdown/reference.js).
//
//   node scripts/reference.js            writes the pages
//   node scripts/reference.js --check    fails if they are not what would be written
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readApi } from './reference/read-api.js';

const FOLDER = 'docs/reference';

/** The source of the rules, which Node runs as it is, so that the pages need no build. */
const RULES = new URL('../packages/conformance/src/rules/manifest.ts', import.meta.url);

const packages = readApi();
const { CONFORMANCE_RULES } = await import(RULES.href);
const index = [
  '# Reference',
  '',
  'Everything that the packages export, in a sentence each. The docblocks in the sources say more, with an example for every function; editors and the [site](../../CONTRIBUTING.md#the-site) show them.',
  '',
  ...packages.map(({ name, title }) => `- [${title}](${name}.md)`),
  '- [The rules of `formwork conformance`](conformance-rules.md)',
  '- [Hosts](hosts.md), which `npm run hosts` writes',
  '',
].join('\n');
const files = new Map([
  [`${FOLDER}/README.md`, index],
  [`${FOLDER}/conformance-rules.md`, toRulesPage()],
  ...packages.map((one) => [`${FOLDER}/${one.name}.md`, toPage(one)]),
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

/** @param {import('./reference/read-api.js').Package} one */
function toPage({ title, description, entries }) {
  const parts = entries.map(({ specifier, names }) => {
    const heading = specifier === title ? '' : `## ${specifier}\n\n`;
    return `${heading}${names.map(toLine).join('\n')}\n`;
  });
  return `# ${title}\n\n${description}.\n\n${parts.join('\n')}`;
}

/** Lists the rules of the conformance checker, which docs/conformance.md explains. */
function toRulesPage() {
  const rows = CONFORMANCE_RULES.map(({ id, level, source, section, legacySection, text }) => [
    `\`${id}\``,
    level,
    `${source} ${section}${legacySection === undefined ? '' : ` (${legacySection})`}`,
    text,
  ]);
  return [
    '# The rules of `formwork conformance`',
    '',
    'What [the command](../conformance.md) checks. Sections are those of A2A 1.0, and in parentheses of 0.3, where the rule is checked as well. The ids never change.',
    '',
    ...toTable(['rule', 'level', 'section', 'what it says'], rows),
    '',
  ].join('\n');
}

/** Writes a table with columns of one width, as the formatter does. */
function toTable(head, rows) {
  const widths = head.map((cell, at) =>
    Math.max(cell.length, ...rows.map((row) => row[at].length)),
  );
  const toRow = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [toRow(head), toRow(widths.map((width) => '-'.repeat(width))), ...rows.map(toRow)];
}

function toLine({ name, kind, doc, of }) {
  const from = of === undefined ? '' : ` Of [${of}](${of.split('/')[1]}.md).`;
  return `- \`${name}\` (${kind})${toSentence(doc)}${from}`;
}

/**
 * Returns the first sentence of a docblock, up to a period or a colon, with links written as code.
 */
function toSentence(doc) {
  const plain = doc
    .replaceAll(/\{@link ([^}]*)\}/gu, '`$1`')
    .split(/\n\s*\n|@\w+/u)[0]
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const [first = ''] = /^.*?[.:](?= |$)/u.exec(plain) ?? [plain];
  return first === '' ? '' : `: ${first.replace(/:$/u, '.')}`;
}
