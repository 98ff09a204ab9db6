import { readCell } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { toColumnName } from './column-name.ts';
import type { BatchTarget } from './list-targets.ts';

/**
 * For each column of a table the index of its field in the list of targets; `undefined` leaves the
 * column out.
 */
export type ColumnMapping = readonly (number | undefined)[];

/**
 * Guesses which field each column of a table fills, by name and then by title; case and punctuation
 * do not matter.
 */
export function guessMapping(
  columns: readonly string[],
  targets: readonly BatchTarget[],
): ColumnMapping {
  const mapping: (number | undefined)[] = columns.map(() => undefined);
  const usedIndexes = new Set<number>();
  const names: readonly ((target: BatchTarget) => string)[] = [
    ({ path }) => toColumnName(path),
    ({ path }) => path.join('.'),
    ({ label }) => label,
    ({ path }) => path.at(-1) ?? '',
    ({ label }) => label.split(' › ').at(-1) ?? '',
  ];
  // Names may differ in nothing but signs, so the same ones find each other first.
  for (const toWord of [(name: string) => name.trim(), simplify]) {
    for (const [at, column] of columns.entries()) {
      const word = toWord(column);
      for (const toName of names) {
        if (mapping[at] !== undefined || word === '') break;
        const index = targets.findIndex(
          (target, n) => !usedIndexes.has(n) && toWord(toName(target)) === word,
        );
        if (index === -1) continue;
        mapping[at] = index;
        usedIndexes.add(index);
      }
    }
  }
  return mapping;
}

/**
 * Makes the input of a skill from a row of a table. Empty cells are left out; a cell that cannot be
 * converted to its field's type stays a text.
 */
export function toRecord(
  row: readonly string[],
  {
    mapping,
    targets,
    language,
  }: {
    readonly mapping: ColumnMapping;
    readonly targets: readonly BatchTarget[];
    /** The language of the page, whose way to write numbers is tried first. */
    readonly language: string;
  },
): Json {
  const root: Branch = new Map();
  for (const [n, index] of mapping.entries()) {
    const target = index === undefined ? undefined : targets[index];
    const cell = row[n] ?? '';
    if (target === undefined || cell === '') continue;
    let branch = root;
    for (const name of target.path.slice(0, -1)) {
      const next = branch.get(name);
      const inner: Branch = next instanceof Map ? next : new Map();
      branch.set(name, inner);
      branch = inner;
    }
    branch.set(target.path.at(-1) ?? '', readCell(cell, target, language));
  }
  return toObject(root);
}

type Branch = Map<string, Json | Branch>;

function toObject(branch: Branch): Json {
  return Object.fromEntries(
    [...branch].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}.›]/gu, '');
}
