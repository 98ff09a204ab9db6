import { expect, test } from 'vitest';
import { createAgentConsole, findConsoleFault } from './agent-pages.ts';

const PUBLIC = { publicUrl: 'https://agents.example', allowAnonymous: true };
const OPERATOR = { k: { id: 'olga', scopes: ['operate'] } };

test.each([
  [PUBLIC, 'current public URL is https://agents.example'],
  [{ ...PUBLIC, publicUrl: 'http://10.0.0.7:4100' }, 'Set FORMWORK_API_KEY'],
  [{ apiKeys: { k: 'ada' } }, '"scopes": ["operate"]'],
  [{ apiKeys: { k: { id: 'ada', scopes: ['other'] } } }, '"scopes": ["operate"]'],
])('a console that everybody or nobody could use is refused: %j', (settings, says) => {
  expect(() => createAgentConsole({ ...settings, console: true }, undefined)).toThrow(says);
  expect(createAgentConsole(settings, undefined)).toEqual([]);
});

test.each([
  {},
  { publicUrl: 'http://127.0.0.1:4100' },
  { ...PUBLIC, apiKeys: OPERATOR },
  { ...PUBLIC, issuer: 'https://sign-in.example', audience: 'agents', apiKeys: { k: 'ada' } },
])('a console for operators, or for this machine, is served: %j', (settings) => {
  expect(findConsoleFault(settings)).toBeUndefined();
  expect(createAgentConsole({ ...settings, console: true }, undefined)).toHaveLength(1);
});
