import { expect, test } from 'vitest';
import { createAgentDirectory } from './agent-directory.ts';

const LISTED = 'http://10.0.0.7:4100';

function find(allowAddresses: 'listed' | 'public' | 'local' | 'any', address: string): unknown {
  const agents = [{ url: `${LISTED}/`, name: 'Ours' }];
  return createAgentDirectory({ mode: 'many', agents, allowAddresses }).find(address).reach;
}

test('a list is told as it is', () => {
  const agents = [{ url: `${LISTED}/`, name: 'Ours' }, { url: 'https://b.example/a' }];
  expect(createAgentDirectory({ mode: 'many', agents }).config()).toEqual({
    mode: 'many',
    agents: [{ url: LISTED, name: 'Ours' }, { url: 'https://b.example/a' }],
  });
});

test('who is listed is trusted where it is, and nowhere else', () => {
  expect(find('listed', LISTED)).toEqual({ kind: 'checked', trusted: LISTED, level: 'public' });
  expect(() => find('listed', 'https://other.example')).toThrow(
    `Cannot call the agent as it must be one of the list: ${LISTED}`,
  );
});

test.each([
  ['public', 'http://127.0.0.1:9', 'public'],
  ['local', 'http://127.0.0.1:9', 'local'],
  ['local', 'http://localhost:9', 'local'],
  ['local', 'https://agents.example', 'public'],
  ['local', 'http://10.0.0.9', 'public'],
  ['any', 'http://10.0.0.9', 'any'],
] as const)('with %s addresses, an agent at %s may lead to %s ones', (allowed, address, level) => {
  expect(find(allowed, address)).toEqual({ kind: 'checked', trusted: undefined, level });
});

test('one agent is the only one, and is reached where it listens', () => {
  let url = '';
  const directory = createAgentDirectory({
    mode: 'one',
    agentUrl: 'https://agents.example/a/',
    localUrl: () => url,
    agentName: 'Ours',
  });
  url = 'http://127.0.0.1:4100';
  expect(directory.config()).toEqual({
    mode: 'one',
    agents: [{ url: 'https://agents.example/a', name: 'Ours' }],
  });
  expect(directory.find('https://agents.example/a')).toEqual({
    url: 'https://agents.example/a',
    reach: { kind: 'mapped', from: 'https://agents.example/a', to: url },
  });
  expect(() => directory.find('https://agents.example')).toThrow(
    'Cannot call the agent as only one is served here: it must be https://agents.example/a',
  );
});
