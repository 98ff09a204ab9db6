// Counts the concepts that a reader of these sources has to know: nouns of our own that name types
// or classes in two folders or more.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LEFT_OUT } from './shapes.js';

/**
 * The nouns that a programmer knows: plain English, or terms of A2A, MCP, HTTP, JSON Schema, React
 * or Node. A noun that is not among them counts, so that a new word is decided and not overlooked.
 */
const KNOWN = new URL('known-nouns.json', import.meta.url);

const TYPE = /^(?:TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration)$/u;

/**
 * Counts concepts, and those among them of which the map of the architecture says no meaning.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @param {object} [words]
 * @param {readonly string[]} [words.known] Default: `known-nouns.json`.
 * @param {string} [words.map] The text of the map. Default: `docs/architecture.md`.
 * @returns {import('./figures.js').Figure[]}
 */
export function countConcepts(
  files,
  {
    known = JSON.parse(readFileSync(KNOWN, 'utf8')),
    map = readFileSync('docs/architecture.md', 'utf8'),
  } = {},
) {
  const plain = new Set(known);
  const explained = listExplained(map);
  const concepts = [...listNouns(files)].filter(
    ([noun, { folders }]) => folders.size > 1 && !plain.has(noun),
  );
  const unexplained = concepts.filter(([noun]) => !explained.has(noun));
  return [
    { name: 'concepts of our own', value: concepts.length, goal: 35, places: () => show(concepts) },
    {
      name: 'concepts without a meaning in the map',
      value: unexplained.length,
      goal: 0,
      places: () => show(unexplained),
    },
  ];
}

/** Lists the nouns that names of types end with: the names, and the folders that know them. */
function listNouns(files) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  /** @type {Map<string, { names: Set<string>, folders: Set<string> }>} */
  const nouns = new Map();
  const sources = files.filter(({ path }) => !LEFT_OUT.test(path));
  for (const { path, program } of sources) {
    for (const { type, specifiers } of program.body) {
      if (type !== 'ImportDeclaration') continue;
      for (const { imported } of specifiers) {
        if (imported?.name !== undefined) add(importers, imported.name, dirname(path));
      }
    }
  }
  for (const { path, program } of sources) {
    for (const statement of program.body) {
      const { type, id } = statement.declaration ?? statement;
      if (!TYPE.test(type) || !id) continue;
      const noun = toNoun(id.name);
      const entry = nouns.get(noun) ?? { names: new Set(), folders: new Set() };
      nouns.set(noun, entry);
      entry.names.add(id.name);
      entry.folders.add(dirname(path));
      if (statement.declaration === undefined) continue;
      for (const folder of importers.get(id.name) ?? []) entry.folders.add(folder);
    }
  }
  return nouns;
}

/** Returns the last word of a name, in the singular: `lease` of `EarlyLeases`. */
function toNoun(name) {
  const word = (/(?:[A-Z]+|[A-Z]?[a-z]+)\d*$/u.exec(name)?.[0] ?? name).toLowerCase();
  if (word.length < 4 || word === 'series') return word;
  if (/(?:ss|x|ch|sh|us)es$/u.test(word)) return word.slice(0, -2);
  if (/[^aeiou]ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  return /[^suai]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** Lists the last words of the terms that the section "Words" of the map explains. */
function listExplained(map) {
  const [, section = ''] = /^## Words\n([^]*?)^## /mu.exec(map) ?? [];
  const terms = [...section.matchAll(/\*\*([^*]+)\*\*/gu)].flatMap(([, text]) => text.split(', '));
  return new Set(terms.map((term) => term.split(' ').at(-1)));
}

function show(concepts) {
  return concepts
    .toSorted(([, a], [, b]) => b.folders.size - a.folders.size)
    .map(
      ([noun, { folders, names }]) => `${noun}, ${folders.size} folders: ${[...names].join(', ')}`,
    );
}

function add(map, key, value) {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
}
