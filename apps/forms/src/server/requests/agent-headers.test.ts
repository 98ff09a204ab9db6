import { expect, test } from 'vitest';
import { checkAgentHeaders, needsCheck, readAgentHeaders } from './agent-headers.ts';

function read(text: string | undefined) {
  const headers = { 'x-formwork-agent-headers': text };
  return readAgentHeaders({ headers });
}

test('readAgentHeaders() gives names in lower case, and nothing for nothing', () => {
  expect(read('{"Authorization":"Bearer t","X-Key":" k "}')).toEqual({
    authorization: 'Bearer t',
    'x-key': 'k',
  });
  expect(read(undefined)).toEqual({});
});

test.each([
  ['["secret"]', 'must be a JSON object of texts'],
  ['secret', 'must be a JSON object of texts'],
  ['{"x-key":["secret"]}', 'the value of x-key must be text'],
  [JSON.stringify({ 'x-key': 'secret\r\nhost: evil' }), 'the value of x-key must be text'],
  [JSON.stringify({ 'x-key': 'secret€' }), 'the value of x-key must be text'],
  [JSON.stringify({ 'x key': 'secret' }), 'must be the name of a header'],
  [JSON.stringify({ Host: 'secret' }), 'no header that has a meaning of its own'],
  [JSON.stringify({ Cookie: 'secret' }), 'no header that has a meaning of its own'],
  [JSON.stringify({ 'transfer-encoding': 'secret' }), 'no header that has a meaning of its own'],
  [JSON.stringify({ 'x-forwarded-for': 'secret' }), 'no header that has a meaning of its own'],
])('readAgentHeaders() refuses %s and does not repeat what is secret', (text, problem) => {
  expect(() => read(text)).toThrow(problem);
  expect(() => read(text)).toThrow(/^(?!.*secret)/u);
});

test('checkAgentHeaders() lets only those pass that the card asks for', () => {
  const card = {
    origin: 'https://agents.example',
    credentials: [
      { kind: 'api-key', scheme: 'key', description: '', header: 'X-Key' },
      { kind: 'bearer', scheme: 'token', description: '' },
    ],
  } as const;
  expect(() => checkAgentHeaders({ authorization: 'a', 'x-key': 'b' }, card)).not.toThrow();
  expect(() => checkAgentHeaders({ 'x-other': 'secret' }, card)).toThrow(
    'Cannot pass on credentials because their headers must be authorization or x-key, which https://agents.example asks for: current name is "x-other"',
  );
  expect(needsCheck({ authorization: 'a' })).toBe(false);
  expect(needsCheck({ 'x-key': 'a' })).toBe(true);
});
