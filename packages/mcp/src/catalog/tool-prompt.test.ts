import { expect, test } from 'vitest';
import type { BridgeTool } from './bridge-tool.ts';
import { toPromptText } from './tool-prompt.ts';

test.each([
  ['7', '7'],
  [' -2.50 ', '-2.5'],
  ['1e3', '1000'],
  ['9007199254740993', '"9007199254740993"'],
  ['123456789012345678', '"123456789012345678"'],
  ['1e999', '"1e999"'],
  ['Infinity', '"Infinity"'],
  ['seven', '"seven"'],
])('a number that a person has typed is passed on as it is: %s', (typed, passed) => {
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  const tool = { definition: { name: 't', inputSchema } } as unknown as BridgeTool;
  expect(toPromptText(tool, { n: typed })).toContain(`these arguments: {"n":${passed}}.`);
});
