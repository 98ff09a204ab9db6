import type { Json } from '@formwork/schema';
import { fromLocalClock, fromLocalTime, readNumber, parseJson } from '@formwork/react';
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
  const taken = new Set<number>();
  return columns.map((column) => {
    const wanted = simplify(column);
    const names: readonly ((target: BatchTarget) => string)[] = [
      ({ path }) => path.join('.'),
      ({ label }) => label,
      ({ path }) => path.at(-1) ?? '',
      ({ label }) => label.split(' › ').at(-1) ?? '',
    ];
    for (const toName of names) {
      const found = targets.findIndex(
        (target, n) => !taken.has(n) && simplify(toName(target)) === wanted,
      );
      if (wanted !== '' && found !== -1) {
        taken.add(found);
        return found;
      }
    }
    return undefined;
  });
}

/**
 * Makes the input of a skill from a row of a table. Empty cells are left out; a cell that cannot be
 * converted to its field's type stays a text.
 */
export function toRecord(
  row: readonly string[],
  { mapping, targets, language }: RecordOptions,
): Json {
  const root: Branch = new Map();
  for (const [n, place] of mapping.entries()) {
    const target = place === undefined ? undefined : targets[place];
    const cell = row[n] ?? '';
    if (target === undefined || cell === '') continue;
    let branch = root;
    for (const name of target.path.slice(0, -1)) {
      const next = branch.get(name);
      const inner: Branch = next instanceof Map ? next : new Map();
      branch.set(name, inner);
      branch = inner;
    }
    branch.set(target.path.at(-1) ?? '', toValue(cell, target, language));
  }
  return toObject(root);
}

/** Options for reading the cells of a row. */
interface RecordOptions {
  readonly mapping: ColumnMapping;
  readonly targets: readonly BatchTarget[];
  /** The language of the page, whose way to write numbers is tried first. */
  readonly language: string;
}

type Branch = Map<string, Json | Branch>;

function toObject(branch: Branch): Json {
  return Object.fromEntries(
    [...branch].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}

function toValue(cell: string, { types, format }: BatchTarget, language: string): Json {
  const text = cell.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = toNumber(text, { language, isWhole: !types.includes('number') });
    if (number !== undefined) return number;
  }
  if (types.includes('boolean')) {
    const known = BOOLEANS.get(text.toLowerCase());
    if (known !== undefined) return known;
  }
  if (types.includes('null') && text.toLowerCase() === 'null') return null;
  if (types.includes('array') || types.includes('object')) {
    const parsed = parse(text);
    if (parsed !== undefined && typeof parsed === 'object') return parsed;
    if (types.includes('array')) {
      return text
        .split(/[;|]/u)
        .map((part) => part.trim())
        .filter((part) => part !== '');
    }
  }
  // Spreadsheets write times in this form, without an offset.
  if (format === 'time' && /^\d\d?:\d\d(?::\d\d)?$/u.test(text)) {
    return fromLocalClock(text.replace(/^(?=\d:)/u, '0'));
  }
  if (format === 'date-time' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/u.test(text)) {
    return fromLocalTime(text.replace(' ', 'T'));
  }
  return cell;
}

/**
 * Reads a number as the page's language writes it, and else as English or German do, because tables
 * may come from elsewhere. Returns `undefined` for a text that could mean two numbers.
 */
function toNumber(text: string, options: Parameters<typeof readNumber>[1]): number | undefined {
  for (const language of [options.language, 'en', 'de']) {
    const reading = readNumber(text, { ...options, language });
    if (reading.kind === 'number') return reading.value;
    if (reading.kind !== 'none') return undefined;
  }
  return undefined;
}

/** The words for true and false that a cell may contain, in all languages of the page. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['x', true],
  ['ja', true],
  ['wahr', true],
  ['نعم', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['nein', false],
  ['falsch', false],
  ['لا', false],
]);

function parse(text: string): Json | undefined {
  if (!/^[[{]/u.test(text)) return undefined;
  const parsed = parseJson(text);
  return parsed.kind === 'value' ? parsed.value : undefined;
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}.›]/gu, '');
}
