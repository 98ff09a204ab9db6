import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ListedProblems } from './listed-problems.ts';
import type { ProblemLine } from './problem-lines.ts';

beforeAll(() => vi.stubGlobal('Node', { DOCUMENT_POSITION_FOLLOWING: 4 }));
afterAll(() => vi.unstubAllGlobals());

/** Makes a line whose element stands on the page as its text does in the alphabet. */
function toLine(pointer: string, text: string, isConnected = true): ProblemLine {
  const element = {
    text,
    isConnected,
    compareDocumentPosition: (other: { readonly text: string }) => (text < other.text ? 4 : 2),
  } as unknown as HTMLElement;
  const words = { text, line: text, label: pointer.slice(1), where: '' };
  return { pointer, ...words, element, isDrawn: true, isMissing: false };
}

const write = (lines: ReturnType<ListedProblems['follow']>): readonly string[] =>
  lines.map(({ line, isMended }) => (isMended ? `✓ ${line}` : line));

test('what is mended keeps its place and its words, until the form is sent again', () => {
  const listed = new ListedProblems();
  const [a, b, c] = [
    toLine('/a', 'A lacks'),
    toLine('/b', 'B lacks'),
    toLine('/c', 'C lacks', false),
  ];
  expect(write(listed.begin([a, b, c]))).toEqual(['A lacks', 'B lacks', 'C lacks']);
  // The row of C was removed, and B has another problem than before.
  expect(write(listed.follow([toLine('/b', 'B is odd')]))).toEqual(['✓ A lacks', 'B is odd']);
  expect(write(listed.follow([a]))).toEqual(['A lacks', '✓ B is odd']);
  expect(write(listed.follow([]))).toEqual(['✓ A lacks', '✓ B is odd']);
  listed.forgetMended();
  expect(write(listed.follow([]))).toEqual([]);
  expect(write(listed.begin([b]))).toEqual(['B lacks']);
});
