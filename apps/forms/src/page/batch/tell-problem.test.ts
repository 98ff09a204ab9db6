import type { Problem } from '@formwork/core';
import { expect, test } from 'vitest';
import { tellProblem } from './tell-problem.ts';
import type { BatchTexts } from './batch-texts.ts';

const schema = {
  properties: { home: { properties: { zip: { title: 'Postcode' } } }, days: { items: {} } },
};
const texts = { cellMissing: (label: string) => `${label} is missing` } as BatchTexts;

function toProblem(keyword: string, pointer: string): Problem {
  const message = 'must be a text';
  return { keyword, pointer, message, expected: '', received: '', schemaPointer: '' } as Problem;
}

test('a cell is told by the label of its field', () => {
  expect(tellProblem(toProblem('required', '/home/zip'), schema, texts)).toBe(
    'Home › Postcode is missing',
  );
  expect(tellProblem(toProblem('type', '/days/0'), schema, texts)).toBe('Days › 1 must be a text');
  expect(tellProblem(toProblem('type', ''), schema, texts)).toBe('must be a text');
});
