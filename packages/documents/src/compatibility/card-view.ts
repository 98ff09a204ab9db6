import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { CompatibilityChange } from '@formwork/schema';
import { describeChange } from '@formwork/schema/internal';
import { isRecord, appendPointer, toSortedJson, toRecord } from '@formwork/schema/json';

/** A JSON object whose members are not known. */
export type Loose = Readonly<Record<string, unknown>>;

/** An object in a card, and the JSON pointer to it. */
export interface Entry {
  readonly value: Loose;
  readonly pointer: string;
}

/** Lists the objects in a list of a card; anything else in it is skipped. */
export function listEntries(owner: Loose, name: string, pointer: string = ''): readonly Entry[] {
  const list = owner[name];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, position) =>
    isRecord(value) ? [{ value, pointer: `${appendPointer(pointer, name)}/${position}` }] : [],
  );
}

/** Lists the texts in a list of a card; anything else in it is skipped. */
export function listTexts(owner: Loose, name: string): readonly string[] {
  const list = owner[name];
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}

/** Lists the extensions that a card declares. */
export function listExtensions(card: Loose): readonly Entry[] {
  const { capabilities } = card;
  return isRecord(capabilities) ? listEntries(capabilities, 'extensions', '/capabilities') : [];
}

/**
 * Returns the named schemas of a card: those in the extension's `params`, else those at the root.
 */
export function readCardSchemas(card: Loose): Entry {
  for (const { value, pointer } of listExtensions(card)) {
    const { uri, params } = value;
    if (uri !== OBJECT_SCHEMAS_EXTENSION_URI || !isRecord(params)) continue;
    if (isRecord(params['schemas'])) {
      return { value: params['schemas'], pointer: `${pointer}/params/schemas` };
    }
  }
  const { schemas } = card;
  return { value: toRecord(schemas), pointer: '/schemas' };
}

/**
 * Pairs the members of two lists that have the same key, and returns the members that only one list
 * has.
 */
export function pair<T>(
  before: readonly T[],
  after: readonly T[],
  toKey: (entry: T) => string,
): {
  readonly removed: readonly T[];
  readonly added: readonly T[];
  readonly matched: readonly (readonly [T, T])[];
} {
  const olds = new Map(before.map((entry) => [toKey(entry), entry]));
  const news = new Map(after.map((entry) => [toKey(entry), entry]));
  return {
    removed: [...olds].flatMap(([key, entry]) => (news.has(key) ? [] : [entry])),
    added: [...news].flatMap(([key, entry]) => (olds.has(key) ? [] : [entry])),
    matched: [...olds].flatMap(([key, entry]) => {
      const counterpart = news.get(key);
      return counterpart === undefined ? [] : [[entry, counterpart] as const];
    }),
  };
}

/** Creates the change for a part of a card that was removed. */
export function createRemoval(
  change: Pick<CompatibilityChange, 'kind' | 'code' | 'pointer' | 'was' | 'message'>,
): CompatibilityChange {
  return { in: 'old', ...change };
}

/** Creates the change for a part of a card that was added. */
export function createAddition(
  change: Pick<CompatibilityChange, 'kind' | 'code' | 'pointer' | 'is' | 'message'>,
): CompatibilityChange {
  return { in: 'new', ...change };
}

/** Compares the texts of a card that only people read. */
export function compareTexts(
  names: readonly string[],
  [before, after]: readonly [Entry, Entry],
): readonly CompatibilityChange[] {
  return names.flatMap((name): readonly CompatibilityChange[] => {
    const [was, is] = [before.value[name], after.value[name]];
    if (toSortedJson(was) === toSortedJson(is)) return [];
    const isGone = is === undefined;
    return [
      {
        kind: 'cosmetic',
        code: 'text',
        pointer: appendPointer((isGone ? before : after).pointer, name),
        in: isGone ? 'old' : 'new',
        ...(was !== undefined && { was }),
        ...(!isGone && { is }),
        message: describeChange(name, { was, is }),
      },
    ];
  });
}
