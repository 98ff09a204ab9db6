import { expect, test } from 'vitest';
import { parseAgentUrl, readAgentUrl } from './agent-url.ts';

test.each([
  ['http://Agents.Example:80/', 'http://agents.example'],
  ['https://agents.example/a//', 'https://agents.example/a'],
  [' https://agents.example/card.json#top ', 'https://agents.example/card.json'],
  ['https://agents.example/?key=1/', 'https://agents.example/?key=1/'],
  ['http://2130706433:4100', 'http://127.0.0.1:4100'],
  ['http://0177.0.0.1', 'http://127.0.0.1'],
])('parseAgentUrl() spells %s as %s', (text, expected) => {
  expect(parseAgentUrl(text)).toBe(expected);
});

test.each([
  undefined,
  null,
  7,
  {},
  '',
  'agents.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'gopher://127.0.0.1:6379/_x',
  'http://',
  'http://user@agents.example',
  'http://user:secret@agents.example',
  `http://agents.example/${'a'.repeat(3_000)}`,
])('parseAgentUrl() refuses %j', (value) => {
  expect(parseAgentUrl(value)).toBeUndefined();
});

test('readAgentUrl() does not show what may be a password', () => {
  expect(() => readAgentUrl('http://user:secret@agents.example')).toThrow(
    /^Cannot call the agent because its address must be an http or https URL(?!.*secret)/u,
  );
});
