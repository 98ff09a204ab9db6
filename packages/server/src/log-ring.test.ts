import type { TaskLogger } from '@formwork/core';
import { expect, test, vi } from 'vitest';
import { LogRing } from './log-ring.ts';

test('the newest entries about tasks are remembered, and all are passed on', () => {
  const ring = new LogRing();
  const log = (): TaskLogger['info'] => vi.fn<TaskLogger['info']>();
  const logger = { info: log(), warn: log(), error: log() };
  const watched = ring.watch(logger);
  watched.info('Listening');
  watched.warn('Slow', { taskId: 'a', ms: 7 });
  const cycle: Record<string, unknown> = { taskId: 'a' };
  cycle['self'] = cycle;
  watched.error('Broken', cycle);
  expect(ring.list('a')).toMatchObject([
    { level: 'warn', message: 'Slow', fields: '{"ms":7}' },
    { level: 'error', message: 'Broken' },
  ]);
  for (let n = 0; n < 1_999; n += 1) watched.info(`${n} ${'x'.repeat(5_000)}`, { taskId: 'b' });
  expect(ring.list('a').map(({ message }) => message)).toEqual(['Broken']);
  const [first, ...rest] = ring.list('b');
  expect(first?.message).toHaveLength(2_000);
  expect(rest.at(-1)?.message).toMatch(/^1998 /u);
  expect(logger.info).toHaveBeenCalledTimes(2_000);
  expect(logger.warn).toHaveBeenCalledWith('Slow', { taskId: 'a', ms: 7 });
});
