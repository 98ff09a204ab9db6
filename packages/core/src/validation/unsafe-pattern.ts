import { JS, type Concatenation, type Quantifier } from 'refa';
import { analyse } from 'scslre';
import { isAmbiguousLoop } from './is-ambiguous-loop.ts';
import { isLoop, toPositionAutomaton } from './position-automaton.ts';

/** Longest pattern that is looked at. */
const MAX_PATTERN_LENGTH = 5000;

/**
 * True if some texts make the regular expression (flag `u`) take time that grows with more than
 * the square of their length, or with the square by backtracking, such as `^(a+)+$` and `^.*\s+$`.
 *
 * Never throws: what cannot be analysed, such as a pattern with a syntax error or of more than
 * 5000 characters, counts as unsafe. It is a judgement by the shape of the pattern. Not seen:
 * quadratic time that takes a text of alternating characters, as in `^(ab)*(ab)*c$`.
 */
export function isUnsafePattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) return true;
  const literal = { source: pattern, flags: 'u' };
  try {
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
  } catch {
    return true;
  }
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
