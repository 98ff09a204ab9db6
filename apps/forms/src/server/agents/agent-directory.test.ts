import { expect, onTestFinished, test, vi } from 'vitest';
import type { ListedAgent } from '../forms-options.ts';
import { createAgentDirectory, ListedElsewhere } from './agent-directory.ts';

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
    `Cannot call the agent because it must be one of the list: ${LISTED}`,
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
    'Cannot call the agent because only one is served here: it must be https://agents.example/a',
  );
});

type Log = (message: string, fields?: object) => void;

const logger = { info: vi.fn<Log>(), warn: vi.fn<Log>(), error: vi.fn<Log>() };

test('agents are known once they were asked for, each once, by addresses that are some', async () => {
  const list = vi.fn<() => Promise<readonly ListedAgent[]>>(async () => [
    { url: 'https://a.example/', name: 'A' },
    { url: 'https://a.example', name: 'Again' },
    { url: 'javascript:alert(1)' },
    ...Array.from({ length: 600 }, (_, index) => ({ url: `https://n${index}.example` })),
  ]);
  const { agents, refresh } = new ListedElsewhere({ list, logger });
  expect(agents()).toEqual([]);
  await Promise.all([refresh(), refresh()]);
  await refresh();
  expect(list).toHaveBeenCalledTimes(1);
  expect(agents()).toHaveLength(500);
  expect(agents()[0]).toEqual({ url: 'https://a.example', name: 'Again' });
});

test('who cannot be asked is told of, and holds nobody up', async () => {
  const failing = new ListedElsewhere({ list: () => Promise.reject(new Error('away')), logger });
  await failing.refresh();
  expect(failing.agents()).toEqual([]);
  expect(logger.warn).toHaveBeenCalledWith('Cannot list agents', { error: 'Error: away' });
  const broken = (): never => {
    throw new TypeError('broken');
  };
  let isSilent = true;
  const list = async (): Promise<readonly ListedAgent[]> =>
    isSilent ? new Promise(() => {}) : [{ url: 'https://a.example' }];
  const silent = new ListedElsewhere({ list, logger });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const refreshed = silent.refresh();
  await new ListedElsewhere({ list: broken, logger }).refresh();
  expect(logger.warn).toHaveBeenCalledWith('Cannot list agents', { error: 'TypeError: broken' });
  await vi.advanceTimersByTimeAsync(10_000);
  await refreshed;
  // What never comes does not keep out the next list.
  isSilent = false;
  await vi.advanceTimersByTimeAsync(30_000);
  await silent.refresh();
  expect(silent.agents()).toEqual([{ url: 'https://a.example' }]);
});

test('they may be called where nobody vouches for them, and are not trusted as those of the list', async () => {
  const listAgents = async () => [{ url: 'http://10.0.0.8' }, { url: 'https://ours.example' }];
  const agents = [{ url: 'https://ours.example', name: 'Ours' }];
  const directory = createAgentDirectory(
    { mode: 'many', allowAddresses: 'listed', agents, listAgents },
    logger,
  );
  await directory.refresh();
  await expect
    .poll(() => directory.config().agents)
    .toEqual([
      { url: 'https://ours.example', name: 'Ours' },
      { url: 'http://10.0.0.8', isSuggested: true },
    ]);
  expect(directory.find('http://10.0.0.8').reach).toEqual({
    kind: 'checked',
    trusted: undefined,
    level: 'public',
  });
  expect(() => directory.find('http://10.0.0.9')).toThrow('must be one of the list');
});
