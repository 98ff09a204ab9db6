import { loadRegexLibrary } from '#late/regex';
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
 * The members of a parsed pattern that are left out when patterns are compared: the link to the
 * parent, and the position in the source.
 */
const UPWARDS: ReadonlySet<string> = new Set(['parent', 'source']);

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
function isAlike(source: string, ...flags: readonly string[]): boolean {
  try {
    const [first, second] = flags.map((flagSet) => writeCharacters(source, flagSet));
    return first === second;
  } catch {
    return false;
  }
}

/**
 * Writes a pattern in terms of characters and positions, so that patterns with the same text match
 * the same.
 */
function writeCharacters(source: string, flags: string): string {
  const { JS } = loadRegexLibrary();
  const { expression } = JS.Parser.fromLiteral({ source, flags }).parse({
    assertions: 'parse',
    backreferences: 'unknown',
  });
  return JSON.stringify(expression, (key, value: unknown) =>
    UPWARDS.has(key) ? undefined : value,
  );
}
