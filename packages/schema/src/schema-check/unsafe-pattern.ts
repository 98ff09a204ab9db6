import { runGuarded } from '#guard';
import { loadRegexLibrary, type RegexLibrary } from '#late/regex';
import { weighPattern } from '../pattern/weigh-pattern.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { checkPatternSyntax, listPatterns } from './patterns.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { isLoop, type PositionAutomaton, toPositionAutomaton } from './position-automaton.ts';
import type { Concatenation, Quantifier } from 'refa';

/** The most steps of the search for ambiguity; a loop that takes more counts as ambiguous. */
const MAX_STEPS = 2_000_000;

/**
 * Matches patterns of up to 500 characters without repetition, optional parts and groups, whose
 * time cannot explode.
 */
const WITHOUT_REPETITION = /^[^*+?{(]{0,500}$/u;

/** The longest pattern that is analysed, in characters; longer ones count as unsafe. */
const MAX_PATTERN_LENGTH = 5000;

/**
 * The deepest nesting of groups that is analysed, because deeper ones make the analysis itself
 * slow.
 */
const MAX_GROUP_DEPTH = 15;

/**
 * Finds patterns that are not regular expressions, and those that take endless time for some texts.
 */
export function checkPatterns(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  const endless = listPatterns(subschema).filter(
    ({ pattern }) => findPatternFault(pattern) === undefined && isUnsafePattern(pattern),
  );
  return [
    ...checkPatternSyntax(root, subschema),
    ...endless.map(({ pattern, pointer }) =>
      createSchemaIssue(root, {
        code: 'schema-pattern-unsafe',
        severity: 'warning',
        pointer,
        expected:
          'a regular expression whose time does not explode with the length of the text where other validators run it',
        current: previewJson(pattern),
      }),
    ),
  ];
}

/** Options of {@link isUnsafePattern}: the time for the analysis. */
export interface UnsafePatternOptions {
  /**
   * The longest time of the analysis, in milliseconds. Patterns that people write take a few.
   * Default 1000.
   */
  readonly milliseconds?: number;
}

/**
 * True if some texts make the regular expression (flag `u`) take time that explodes with their
 * length: exponential, as `^(a+)+$`, or at least quadratic by backtracking, as `^.*\s+$`.
 *
 * Never throws: a pattern that cannot be analysed, such as one with a syntax error or of more than
 * 5000 characters, counts as unsafe. It judges the shape of the pattern. It misses quadratic time
 * that takes a text of alternating characters, as `^(ab)*(ab)*c$`, and long rows of optional
 * characters, as `^a?a?a?a?aaaa$`.
 */
export function isUnsafePattern(
  pattern: string,
  { milliseconds = 1000 }: UnsafePatternOptions = {},
): boolean {
  if (isPlainPattern(pattern)) return false;
  if (pattern.length > MAX_PATTERN_LENGTH || measureGroupDepth(pattern) > MAX_GROUP_DEPTH)
    return true;
  // Loaded before the analysis, so that loading takes none of its time.
  const library = loadRegexLibrary();
  const outcome = runGuarded(() => hasExplosiveShape(pattern, library), milliseconds);
  return outcome.kind === 'done' ? outcome.value : true;
}

function hasExplosiveShape(pattern: string, { JS, analyse }: RegexLibrary): boolean {
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

function measureGroupDepth(pattern: string): number {
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

/**
 * Lists the outermost loops of a regular expression, and those within assertions, which are matched
 * on their own.
 */
function listLoops(alternatives: readonly Concatenation[]): readonly Quantifier[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.type === 'CharacterClass' || element.type === 'Unknown') return [];
      if (element.type !== 'Quantifier' || !isLoop(element)) return listLoops(element.alternatives);
      return [element, ...listAssertions(element.alternatives).flatMap(listLoops)];
    }),
  );
}

/** Lists the alternatives of each assertion in a loop, at any depth. */
function listAssertions(alternatives: readonly Concatenation[]): readonly Concatenation[][] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.type === 'CharacterClass' || element.type === 'Unknown') return [];
      if (element.type === 'Assertion') return [element.alternatives];
      return listAssertions(element.alternatives);
    }),
  );
}

/**
 * True if a short look shows that the time of a regular expression (flag `u`) does not explode with
 * the length of the text. Most patterns are that plain and need no further analysis.
 */
export function isPlainPattern(pattern: string): boolean {
  const isBounded = WITHOUT_REPETITION.test(pattern) || Number.isFinite(weighPattern(pattern));
  return isBounded && findPatternFault(pattern) === undefined;
}

/**
 * True if the loop can match some text in two ways that end in the same state. Each repetition of
 * that text doubles the ways, so a text that fails at its end takes exponential time.
 *
 * It walks two copies of the automaton with the same text: they are ambiguous if they can part and
 * meet again. Also true if the loop is too large to tell.
 */
function isAmbiguousLoop(automaton: PositionAutomaton): boolean {
  const { characters, followers, ambiguous } = automaton;
  if (ambiguous) return true;
  const count = characters.length;
  const overlaps = findOverlaps(automaton);
  const parted = new Set<number>();
  // Every state of a loop can be reached from every other, so each may be where the copies part.
  const waiting: (readonly [number, number])[] = characters.map((_, state) => [state, state]);
  let steps = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [left, right] = pair;
    for (const nextLeft of followers[left] ?? []) {
      for (const nextRight of followers[right] ?? []) {
        steps += 1;
        if (steps > MAX_STEPS) return true;
        if (nextLeft === nextRight) {
          if (left !== right) return true;
          continue;
        }
        const [low, high] = [Math.min(nextLeft, nextRight), Math.max(nextLeft, nextRight)];
        const key = low * count + high;
        if (parted.has(key) || !overlaps[key]) continue;
        parted.add(key);
        waiting.push([low, high]);
      }
    }
  }
  return false;
}

/**
 * Computes for each pair of states, the lower one first, whether some character leads into both.
 */
function findOverlaps({ characters }: PositionAutomaton): readonly boolean[] {
  return characters.flatMap((low, lowState) =>
    characters.map((high, highState) => lowState < highState && !low.isDisjointWith(high)),
  );
}
