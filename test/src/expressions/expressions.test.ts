import { createPatternMatcher, findPatternRisk, judgeExpression } from '@formwork/schema/internal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExpressions, listExpressions } from './list-expressions.ts';
import { MADE_EXPRESSIONS, SLOW_EXPRESSIONS, type ShortText } from './short-texts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { known, made } = listExpressions();

test('no expression of the product takes more than linear time, except for texts that are short', () => {
  const verdicts = new Map<string, string>();
  const slow = new Set<string>();
  for (const { path, source, flags } of known) {
    const code = `/${source}/${flags}`;
    const verdict = verdicts.get(code) ?? judgeExpression({ source, flags }).kind;
    verdicts.set(code, verdict);
    if (verdict !== 'linear') slow.add(`${path}: ${code}`);
  }
  expect([...slow].toSorted()).toEqual(listRows(SLOW_EXPRESSIONS));
  expect(verdicts.size).toBeGreaterThan(500);
});

/** Expressions that would have a warning as patterns of a schema: they count far, for many starts. */
const RISKY: readonly string[] = [
  String.raw`\((?<url>[^\s()<>]{1,1500})(?: "[^"\n]{0,200}")?\)`,
  String.raw`\b(?:do not|don't|never)\b.{0,20}\b(?:tell|mention|inform|reveal|show)\b.{0,30}\b(?:user|human|person|anyone|this)`,
  String.raw`\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|other|all)\b.{0,40}\b(?:instruction|prompt|rule|message|tool)`,
  String.raw`\bbefore (?:using|calling) (?:this|any|other) tools?\b.{0,80}\b(?:read|send|call|include|pass)\b`,
  String.raw`it refuses .{1,99}must be after`,
];

test('an expression of the product has a warning as a pattern if a text may take too long, and no other', () => {
  const sources = new Set(known.map(({ source }) => source).filter(isPattern));
  const risky = [...sources].filter((source) => findPatternRisk(source) !== undefined);
  expect(risky.toSorted()).toEqual(RISKY.toSorted());
  expect(sources.size).toBeGreaterThan(500);
  for (const source of sources) {
    const matcher = createPatternMatcher(source);
    const count = (text: string): number => {
      const meter = { steps: 20_000_000 };
      matcher.test(text, meter);
      return meter.steps < 0 ? Number.POSITIVE_INFINITY : 20_000_000 - meter.steps;
    };
    const found = listBadTexts(source).find((toText) => {
      // The price of states is paid by the first text.
      const [, short, long] = [500, 500, 2000].map((length) => count(toText(length)));
      return (long ?? 0) > 5 * (short ?? 0) + 500_000;
    });
    if (!RISKY.includes(source)) expect([source, found?.(10)]).toEqual([source, undefined]);
  }
});

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source === source;
  } catch {
    return false;
  }
}

/** Lists what makes texts of a length on which a matcher of the pattern may take long. */
function listBadTexts(source: string): readonly ((length: number) => string)[] {
  const verdict = judgeExpression({ source, flags: 'u' }, { maxSteps: 20_000 });
  const letters = [...new Set(source.match(/[a-z\d /]/giu))].slice(0, 2);
  const units = [...letters, '\n', '\0', ...(verdict.kind === 'slow' ? [verdict.pump] : [])];
  const prefix = verdict.kind === 'slow' ? verdict.prefix : (letters[0] ?? '');
  return units.map(
    (unit) => (length) => `${prefix}${unit.repeat(Math.ceil(length / unit.length))}\0`,
  );
}

test('every expression that is made of unknown parts is listed', () => {
  const found = made.map(({ path, code }) => `${path}: ${code}`);
  expect(found.toSorted()).toEqual(listRows(MADE_EXPRESSIONS));
});

test('what keeps a text short stands in the file of the expression', () => {
  for (const { path, because } of [...SLOW_EXPRESSIONS, ...MADE_EXPRESSIONS]) {
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(because);
  }
});

function listRows(rows: readonly ShortText[]): readonly string[] {
  return rows.map(({ path, code }) => `${path}: ${code}`).toSorted();
}

test.each([
  // By the search, which tries every start.
  /\s+$/u,
  /\d+\.\d+/u,
  /(\d+) nights/u,
  /[ \t]+\n/gu,
  /<!--[^]*?-->/gu,
  /a.*b/u,
  /^(\s*)"name":/gmu,
  /(?=\d+)x/u,
  /(?=\d*)x/u,
  /(?!.*x|)b/u,
  /(?<!b)a+$/u,
  // By backtracking.
  /^\d+\.?\d*$/u,
  /^(\w+)\s+(.+)$/u,
  /^.*x.*$/u,
  /^(?!.*a.*b)/u,
  /^(?=(?:a|b)*a(?:a|b)*c)/u,
  /^(ab)*(ab)*c$/u,
  /^\s*(?:,\s*)?\s*$/u,
  /^[a-z]*\d*[a-z]*\d*x$/iu,
  /^a{0,5000}a{0,5000}b$/u,
  // Exponential.
  /^(a+)+$/u,
  /^(?:a|a)*$/u,
  /^(?:a|aa)+$/u,
  /^(?:a*)*$/u,
  /^(?:\w|\d)+$/u,
  /"(?:[^"\\]+|\\.)*"/gu,
  /^(?:a?){30}b/u,
  /^(?:\w|\d){12}x/u,
])('%s may take more than linear time', (expression) => {
  expect(judgeExpression(expression).kind).not.toBe('linear');
});

test.each([
  /^$/u,
  /a+/gu,
  /(?<!\s)\s+$/u,
  /(?<!\/)\/+$/u,
  /;.*/su,
  /"[^"\n]*(?:"|$)?/u,
  /^\d+(?:\.\d+)?$/u,
  /^(\w+)\s+(\S.*)$/u,
  /^(?:ab|ac)*$/u,
  /^(?:[^"\\]|\\.)*$/u,
  /^ {4}at (?:\S+ )*\(?(file:[^\s()]+)$/gmu,
  /\bon\w+=/u,
  /\b\w+@/u,
  /^(?=.{1,20}$)[a-z]+(?:-[a-z]+)*$/u,
  /\b(?:a|b)\b.{0,40}\b(?:c|d)\b/u,
  /^([, ])\d{3}(?:\1\d{3})*$/u,
])('%s takes linear time', (expression) => {
  expect(judgeExpression(expression)).toEqual({ kind: 'linear' });
});

test('what repeats an expression that is slow is found with it', () => {
  const verdict = judgeExpression(/^x(?:ab)*(?:ab)*c$/u);
  expect(verdict).toEqual({ kind: 'slow', pump: 'ba', prefix: 'xa' });
});

test('expressions are found wherever code has them', () => {
  const text = String.raw`
    const WORD = '\\w' + '+';
    const LONG = ${'`'}(?:${'$'}{WORD})${'`'};
    const PART = /b+/u;
    export const all = [/a/gu, new RegExp(${'`'}${'$'}{LONG}${'$'}{PART.source}$${'`'}, 'u'), RegExp(WORD)];
    'a/b/c'.replace(/x\/[/]/u, '').split(String.raw${'`'}/no/${'`'}); // /neither/u
    export const of = (word: string): RegExp => new RegExp(word);
  `;
  const { known: found, made: unknown } = findExpressions(text, 'a.ts');
  expect(found.map(({ source, flags }) => `${source} ${flags}`).toSorted()).toEqual(
    ['b+ u', 'a gu', String.raw`(?:\w+)b+$ u`, String.raw`\w+ `, String.raw`x\/[/] u`].toSorted(),
  );
  expect(unknown).toEqual([{ path: 'a.ts', code: 'new RegExp(word)' }]);
});
