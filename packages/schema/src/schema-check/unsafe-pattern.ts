import { runGuarded } from '#guard';
import { JS, type Concatenation, type Quantifier } from 'refa';
import { analyse } from 'scslre';
import { isAmbiguousLoop } from './is-ambiguous-loop.ts';
import { isPlainPattern } from './is-plain-pattern.ts';
import { isLoop, toPositionAutomaton } from './position-automaton.ts';

/** Longest pattern that is looked at. */
const MAX_PATTERN_LENGTH = 5000;

/** Deepest nesting of groups that is looked at: deeper ones make the analysis itself slow. */
const MAX_GROUP_DEPTH = 15;

/** Options of {@link isUnsafePattern}. */
export interface UnsafePatternOptions {
  /** How long the analysis may take. Patterns that people write take a few. Default 1000. */
  readonly milliseconds?: number;
}

/**
 * True if some texts make the regular expression (flag `u`) take time that explodes with their
 * length: exponential, as `^(a+)+$`, or at least quadratic by backtracking, as `^.*\s+$`.
 *
 * Never throws: what cannot be analysed, such as a pattern with a syntax error or of more than
 * 5000 characters, counts as unsafe. It is a judgement by the shape of the pattern. Not seen:
 * quadratic time that takes a text of alternating characters, as `^(ab)*(ab)*c$`, and long rows of
 * optional characters, as `^a?a?a?a?aaaa$`.
 */
export function isUnsafePattern(
  pattern: string,
  { milliseconds = 1000 }: UnsafePatternOptions = {},
): boolean {
  if (isPlainPattern(pattern)) return false;
  if (pattern.length > MAX_PATTERN_LENGTH || toGroupDepth(pattern) > MAX_GROUP_DEPTH) return true;
  const outcome = runGuarded(() => hasExplosiveShape(pattern), milliseconds);
  return outcome.kind === 'done' ? outcome.value : true;
}

function hasExplosiveShape(pattern: string): boolean {
  const literal = { source: pattern, flags: 'u' };
  // `Move` is the cost of trying every start of the text, which nearly all patterns have.
  const { reports } = analyse(literal, { reportTypes: { Move: false }, maxReports: 1 });
  if (reports.length > 0) return true;
  const { expression } = JS.Parser.fromLiteral(literal).parse({
    assertions: 'parse',
    backreferences: 'unknown',
  });
  return listLoops(expression.alternatives).some((loop) =>
    isAmbiguousLoop(toPositionAutomaton(loop)),
  );
}

function toGroupDepth(pattern: string): number {
  let depth = 0;
  let deepest = 0;
  // Escapes and character classes are matched first, so that brackets in them do not count.
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/gsu)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The outermost loops, and those within assertions, which are matched on their own. */
function listLoops(alternatives: readonly Concatenation[]): readonly Quantifier[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.type === 'CharacterClass' || element.type === 'Unknown') return [];
      if (element.type !== 'Quantifier' || !isLoop(element)) return listLoops(element.alternatives);
      return [element, ...listAssertions(element.alternatives).flatMap(listLoops)];
    }),
  );
}

/** The alternatives of each assertion in a loop, however deep. */
function listAssertions(alternatives: readonly Concatenation[]): readonly Concatenation[][] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.type === 'CharacterClass' || element.type === 'Unknown') return [];
      if (element.type === 'Assertion') return [element.alternatives];
      return listAssertions(element.alternatives);
    }),
  );
}
