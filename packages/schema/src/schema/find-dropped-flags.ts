import type { CharacterList } from '../pattern/character-list.ts';
import { isAscii, listSamples, listTellingSamples } from '../pattern/character-samples.ts';
import { type LeafPart, listLeaves, readPattern } from '../pattern/pattern-part.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import { listPatterns } from '../schema-check/patterns.ts';
import type { JsonSchema } from '../types/json.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import type { ConversionLoss } from './find-conversion-losses.ts';
import type { Direction } from './find-unconvertible.ts';
import { listLibraryPatterns } from './library-patterns.ts';

/**
 * The flags of regular expressions that decide which characters fit and where; `u` and `v` only
 * decide how the source is read.
 */
const MATCHING_FLAGS = ['i', 'm', 's'];

/**
 * Finds flags of regular expressions that Zod and ArkType drop when they publish them, and that
 * change which texts fit. JSON Schema has no flags, so callers are held to another pattern than the
 * library. Valibot refuses to convert such patterns.
 */
export function findDroppedFlags(
  library: StandardSchemaLike,
  {
    direction,
    published,
  }: {
    readonly direction: Direction;
    readonly published: JsonSchema;
  },
): readonly ConversionLoss[] {
  const { vendor } = library['~standard'];
  const patterns = listLibraryPatterns(library, direction);
  const literals = new Map(patterns.map((pattern) => [String(pattern), pattern]));
  const lossy = [...literals.values()].filter((pattern) => listEffectiveFlags(pattern).length > 0);
  if (lossy.length === 0) return [];
  const places = [...indexSchema(published, '2020-12').places.values()].flatMap(listPatterns);
  return lossy.flatMap((pattern): readonly ConversionLoss[] => {
    const { source } = pattern;
    const loss = {
      code: 'conversion-flags' as const,
      message:
        `Cannot publish ${quoteFlags(listEffectiveFlags(pattern))} of ${String(pattern)} because it must be ` +
        `expressible in JSON Schema, which has no flags: current value is the pattern ` +
        `${JSON.stringify(source)}, which fits other texts than the ${vendor} schema takes`,
    };
    const matches = places.filter((candidate) => candidate.pattern === source);
    // If two patterns were published with the same source, nothing tells which of them a field has.
    const sameSource = [...literals.values()].filter((literal) => literal.source === source);
    if (matches.length > 0 && sameSource.length > 1) return [{ ...loss, pointer: '' }];
    return matches.map(({ pointer }) => ({ ...loss, pointer }));
  });
}

function quoteFlags(flags: readonly string[]): string {
  const names = flags.map((flag) => JSON.stringify(flag)).join(' and ');
  return `${flags.length === 1 ? 'the flag' : 'the flags'} ${names}`;
}

/**
 * Lists the flags of a regular expression that change which texts it matches. `g` and `d` never do,
 * `i` does not in `/^[0-9]+$/i`.
 */
function listEffectiveFlags({ source, flags }: RegExp): readonly string[] {
  const without = (flag: string): string => flags.replace(flag, '');
  const effective = MATCHING_FLAGS.filter(
    (flag) => flags.includes(flag) && !isAlike(source, flags, without(flag)),
  );
  // The flag `y` changes nothing in a pattern that begins with `^`.
  return flags.includes('y') && !/^\^[^|]*$/u.test(source) ? [...effective, 'y'] : effective;
}

/** True if the source means the same with all the given flags; false if that is uncertain. */
function isAlike(source: string, flags: string, others: string): boolean {
  try {
    const samples = isAscii(source) ? listSamples(source) : listTellingSamples(source);
    const [leaves, otherLeaves] = [flags, others].map((flagSet) => [
      ...listLeaves(readPattern(source, flagSet.replaceAll(/[^ims]/gu, '')).part),
    ]);
    return (leaves ?? []).every((leaf, at) => {
      const other = otherLeaves?.[at];
      return other !== undefined && isLeafAlike(leaf, other, { samples, mode: toMode(flags) });
    });
  } catch {
    return false;
  }
}

/** Picks the flag that decides how the source is read. */
function toMode(flags: string): string {
  return flags.replaceAll(/[^uv]/gu, '');
}

function isLeafAlike(
  leaf: LeafPart,
  other: LeafPart,
  { samples, mode }: { readonly samples: CharacterList; readonly mode: string },
): boolean {
  const [has, otherHas] = [leaf, other].map(
    ({ flags }) =>
      (flag: string) =>
        flags.includes(flag),
  );
  const isSame = (flag: string): boolean => has?.(flag) === otherHas?.(flag);
  if (leaf.kind === 'reference') return isSame('i');
  const isLineEdge = leaf.kind === 'edge' && (leaf.sign === '^' || leaf.sign === '$');
  if (isLineEdge) return isSame('m');
  const source = leaf.kind === 'edge' ? String.raw`\w` : leaf.source;
  const [matches, otherMatches] = [leaf, other].map(({ flags }) => {
    return new RegExp(`^(?:${source})$`, `${mode}${flags.replace('m', '')}`);
  });
  return samples.codes.every((code) => {
    const character = String.fromCodePoint(code);
    return matches?.test(character) === otherMatches?.test(character);
  });
}
