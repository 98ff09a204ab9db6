// Counts words, links and phrases of the documents, and phrases of comments.
import { globSync, readFileSync } from 'node:fs';

const PHRASES =
  /\b(that is none|that are none|so long as|so long ago|to be had|be had|which it is)\b/gi;

/** Words that hide who acts. */
const VAGUE = /\b(?:nobody|somebody|whoever|told|whom)\b/giu;

/** Matches what comments quote from code: names, links and examples. */
const CODE = /```[^]*?```|`[^`]*`|\{@link [^}]*\}/gu;

/** The number of characters of a text that fit on a screen. */
const SCREEN = 1_600;

/** Matches documents that programs write, that tables of facts fill, or that tests read. */
const NOT_READ =
  /^(?:docs\/reference\/|docs\/audit\.md$|schemas\/|test\/)|fixtures|node_modules|dist\//u;

/**
 * Counts what documents say, and how comments say it.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {import('./figures.js').Figure[]}
 */
export function countProse(files) {
  const documents = globSync('**/*.md', { exclude: isFolderOfOthers })
    .filter((path) => !NOT_READ.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const sources = files.map(({ path, text }) => ({ path, text: joinLines(text) }));
  const comments = files.map(({ path, comments: all }) => ({
    path,
    text: joinLines(all.map(({ value }) => value).join('\n')).replaceAll(CODE, ''),
  }));
  return [
    ...countDocuments(documents),
    list('phrases that are never said aloud', findPhrases([...sources, ...documents], PHRASES)),
    list('vague actors in documents', findPhrases(documents, VAGUE)),
    list('vague actors in comments', findPhrases(comments, VAGUE)),
    list('decisions longer than a screen', findLongDecisions(documents)),
  ];
}

function isFolderOfOthers(path) {
  return /(?:^|\/)(?:node_modules|dist|\.git)$/u.test(path);
}

/** Counts the words of all documents, and the links of the first one. */
function countDocuments(documents) {
  const counts = documents.map(({ path, text }) => ({
    path,
    words: text.split(/\s+/u).filter((word) => word !== '').length,
  }));
  const sorted = counts.toSorted((a, b) => b.words - a.words);
  const { text: readme = '' } = documents.find(({ path }) => path === 'README.md') ?? {};
  const links = [...readme.matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/gu)].map(([, target]) => target);
  return [
    {
      name: 'words of documents',
      value: counts.reduce((sum, { words }) => sum + words, 0),
      goal: 85_000,
      places: () => sorted.map(({ path, words }) => `${words} ${path}`),
    },
    { name: 'links of README.md', value: links.length, goal: 15, places: () => links },
  ];
}

/** Joins the lines of comments, because phrases may stand on two. */
function joinLines(text) {
  return text.replaceAll(/\n\s*(\*|\/\/)?\s*/gu, ' ');
}

function findPhrases(texts, pattern) {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(
      ({ index }) => `${path}: ${text.slice(index - 30, index + 40)}`,
    ),
  );
}

/** Finds decisions that are longer than a screen; a decision is a paragraph that begins in bold. */
function findLongDecisions(documents) {
  return documents
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n\n')
        .filter((paragraph) => paragraph.startsWith('**') && paragraph.length > SCREEN)
        .map((paragraph) => `${path}: ${paragraph.slice(0, 60)}`),
    );
}

function list(name, places) {
  return { name, value: places.length, goal: 0, places: () => places };
}
