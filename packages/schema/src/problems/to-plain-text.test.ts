import { expect, test } from 'vitest';
import type { Problem } from './problem.ts';
import { toPlainText } from './to-plain-text.ts';

function problem(pointer: string, suggestion?: string): Problem {
  const rest = { keyword: 'type', expected: 'string', message: 'must be string' };
  return { pointer, ...rest, ...(suggestion !== undefined && { suggestion }) };
}

test('toPlainText() writes one line per problem', () => {
  const problems = [problem(''), problem('/a'), problem('/items/2/name', 'did you mean "x"?')];
  expect(toPlainText(problems, { schema: 'fightComparison' })).toBe(
    [
      'The data does not fit fightComparison:',
      '- the data: must be string',
      '- a: must be string',
      '- items[2].name: must be string (did you mean "x"?)',
    ].join('\n'),
  );
});

test('toPlainText() keeps names on their line, whatever they are', () => {
  const problems = [problem('/a b/x~1y/\n- fake: line/größe')];
  expect(toPlainText(problems, { schema: 's' })).toBe(
    String.raw`The data does not fit s:${'\n'}- ["a b"]["x/y"]["\n- fake: line"].größe: must be string`,
  );
});

test('toPlainText() says so when there is no problem', () => {
  expect(toPlainText([], { schema: 'fightComparison' })).toBe('The data fits fightComparison.');
});

test('toPlainText() needs no name', () => {
  const text = 'The data does not fit what is expected:\n- a: must be string';
  expect(toPlainText([problem('/a')], { schema: '' })).toBe(text);
});
