import { judgeExpression } from '@formwork/schema/internal';
import { expect, test } from 'vitest';
import { countSteps } from './step-count.ts';

/** Expressions that take more than linear time, and how the same is found in linear time. */
const PAIRS: readonly (readonly [slow: RegExp, linear: RegExp, prefix: string])[] = [
  [/\/+$/u, /(?<!\/)\/+$/u, ''],
  [/^-+|-+$/gu, /^-+|(?<!-)-+$/gu, 'a'],
  [/^[.\s-]+|[.\s]+$/gu, /^[.\s-]+|(?<![.\s])[.\s]+$/gu, 'a'],
  [/[ \t]+\n/gu, /(?<![ \t])[ \t]+\n/gu, ''],
  [/(\d+) nights/u, /(\d{1,3}) nights/u, ''],
  [/a.*b/u, /a.{1,9}b/u, ''],
  [/ as (.+)$/u, / as (.+)/u, ''],
  [/^(\s*)"name":/gmu, /^( *)"name":/gmu, ''],
  [/^ {4}at .*?(f:[^\s()]+)$/gmu, /^ {4}at (?:\S+ )*\(?(f:[^\s()]+)$/gmu, '    at '],
  [/^([\w-]+)\s+(.+)$/u, /^([\w-]+)\s+(\S.*)$/u, 'a'],
  [/[<‹]\s*\/?\s*(?:user)\s*[>›]/u, /[<‹]\s*(?:\/\s*)?(?:user)\s*[>›]/u, '<'],
  [/^[+-]?(?:\d+\.?\d*|\.\d+)$/u, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u, ''],
  [/(?<![\w-])(\d*\.?\d+)rem\b/gu, /(?<![\w-])(\d+(?:\.\d+)?|\.\d+)rem\b/gu, ''],
  [/^[^k]*x[^k]*$/u, /^(?=[^]*x)[^k]*$/u, ''],
  [/[0-4].*[5-9]|[5-9].*[0-4]/u, /^(?=[^]*[0-4])[^]*[5-9]/u, ''],
  [/(?<=^[ \t>]*)~{3,}/gmu, /^([ \t>]*)~{3,}/gmu, ''],
];

/** What no expression of the table matches, so that each of them tries all its ways. */
const END = '\0 \n\0k';

test.each(PAIRS)('%s takes more than linear time, %s does not', (slow, linear, prefix) => {
  const verdict = judgeExpression(slow);
  const pump = verdict.kind === 'slow' ? verdict.pump : '>';
  const grow = (expression: RegExp): number => {
    const [one = 0, two = 0, four = 0] = [50, 100, 200].map((times) =>
      countSteps(expression, `${prefix}${pump.repeat(times)}${END}`),
    );
    return (four - two) / (two - one);
  };
  expect(verdict.kind).not.toBe('linear');
  expect(judgeExpression(linear)).toEqual({ kind: 'linear' });
  // Twice the text takes twice the steps, or four times.
  expect(grow(slow)).toBeGreaterThan(3.5);
  expect(grow(linear)).toBeLessThan(2.5);
});
