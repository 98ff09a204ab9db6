import { JS } from 'refa';

/** Flags that say which characters fit, and where; `u` and `v` only say how the source is read. */
const MATCHING_FLAGS = ['i', 'm', 's'];

/** Members of a parsed pattern that lead back to what holds it, or into its source. */
const UPWARDS: ReadonlySet<string> = new Set(['parent', 'source']);

/**
 * The flags of a regular expression that change which texts it fits. `g` and `d` never do, `i` does
 * not in `/^[0-9]+$/i`.
 */
export function listEffectiveFlags({ source, flags }: RegExp): readonly string[] {
  const without = (flag: string): string => flags.replace(flag, '');
  const effective = MATCHING_FLAGS.filter(
    (flag) => flags.includes(flag) && !isAlike(source, flags, without(flag)),
  );
  // A pattern that must begin at the start does so by itself if it says so.
  return flags.includes('y') && !/^\^[^|]*$/u.test(source) ? [...effective, 'y'] : effective;
}

/** False also for what cannot be told. */
function isAlike(source: string, ...flags: readonly string[]): boolean {
  try {
    const [first, second] = flags.map((each) => toCharacters(source, each));
    return first === second;
  } catch {
    return false;
  }
}

/** What the pattern fits, in terms of characters and where they stand. */
function toCharacters(source: string, flags: string): string {
  const { expression } = JS.Parser.fromLiteral({ source, flags }).parse({
    assertions: 'parse',
    backreferences: 'unknown',
  });
  return JSON.stringify(expression, (key, value: unknown) =>
    UPWARDS.has(key) ? undefined : value,
  );
}
