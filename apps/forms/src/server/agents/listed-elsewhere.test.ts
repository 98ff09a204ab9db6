import { expect, test, vi } from 'vitest';
import type { ListedAgent } from '../forms-options.ts';
import { createAgentDirectory } from './agent-directory.ts';
import { createListedElsewhere } from './listed-elsewhere.ts';

type Log = (message: string, fields?: object) => void;

const logger = { info: vi.fn<Log>(), warn: vi.fn<Log>(), error: vi.fn<Log>() };

test('agents are known once they were asked for, each once, by addresses that are some', async () => {
  const list = vi.fn<() => Promise<readonly ListedAgent[]>>(async () => [
    { url: 'https://a.example/', name: 'A' },
    { url: 'https://a.example', name: 'Again' },
    { url: 'javascript:alert(1)' },
    ...Array.from({ length: 600 }, (_, index) => ({ url: `https://n${index}.example` })),
  ]);
  const { known, refresh } = createListedElsewhere({ list, logger });
  expect(known()).toEqual([]);
  await Promise.all([refresh(), refresh()]);
  await refresh();
  expect(list).toHaveBeenCalledTimes(1);
  expect(known()).toHaveLength(500);
  expect(known()[0]).toEqual({ url: 'https://a.example', name: 'Again' });
});

test('who cannot be asked is told of, and holds nobody up', async () => {
  const failing = createListedElsewhere({ list: () => Promise.reject(new Error('away')), logger });
  await failing.refresh();
  expect(failing.known()).toEqual([]);
  expect(logger.warn).toHaveBeenCalledWith('Cannot list agents', { error: 'Error: away' });
  const silent = createListedElsewhere({ list: () => new Promise(() => {}), logger });
  const start = performance.now();
  await silent.refresh();
  expect(performance.now() - start).toBeLessThan(10_000);
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
    .toEqual([{ url: 'https://ours.example', name: 'Ours' }, { url: 'http://10.0.0.8' }]);
  expect(directory.find('http://10.0.0.8').reach).toEqual({
    kind: 'checked',
    trusted: undefined,
    level: 'public',
  });
  expect(() => directory.find('http://10.0.0.9')).toThrow('must be one of the list');
});
