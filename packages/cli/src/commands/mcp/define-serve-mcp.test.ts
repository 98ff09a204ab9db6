import { expect, test } from 'vitest';
import { readMcpAgentOptions, readMcpSource } from './define-serve-mcp.ts';

test('is a program with its arguments and the variables that are named', () => {
  const flags = { env: ['TOKEN', 'MODE=a=b', 'EMPTY='], cwd: '/srv' };
  expect(readMcpSource(['npx', '-y', 'pkg'], { flags, env: { TOKEN: 't', OTHER: 'o' } })).toEqual({
    command: 'npx',
    args: ['-y', 'pkg'],
    env: { TOKEN: 't', MODE: 'a=b', EMPTY: '' },
    cwd: '/srv',
  });
});

test('is an address, with a token of the environment', () => {
  const url = 'https://tools.example.com/mcp';
  expect(readMcpSource([url], { flags: {}, env: {} })).toEqual({ url });
  expect(readMcpSource([url], { flags: {}, env: { FORMWORK_MCP_TOKEN: 't' } })).toEqual({
    url,
    headers: { authorization: 'Bearer t' },
  });
});

test.each([
  [['https://a.example', 'x'], {}, 'takes no arguments'],
  [['https://a.example'], { env: ['A=b'] }, 'takes no arguments, --env'],
  [['http://['], {}, 'takes no arguments'],
  [['npx'], { env: ['NO-NAME=x'] }, 'must be NAME or NAME=VALUE: current name is "NO-NAME"'],
  [['npx'], { env: ['MISSING'] }, '--env MISSING passes a variable on'],
])('refuses %j %j', (words, flags, message) => {
  expect(() => readMcpSource(words, { flags, env: {} })).toThrow(message);
});

test('reads how the agent is made', () => {
  expect(readMcpAgentOptions({})).toEqual({});
  expect(readMcpAgentOptions({ name: 'Files', allow: ['read_*'], callTimeout: '30s' })).toEqual({
    name: 'Files',
    allow: ['read_*'],
    callTimeoutMs: 30_000,
  });
  expect(() => readMcpAgentOptions({ callTimeout: 'soon' })).toThrow(
    '--call-timeout must be a time',
  );
});
