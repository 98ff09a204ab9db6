import type { AgentDescription } from '@formwork/client';
import type { TaskDetail } from '@formwork/people/client';
import { expect, test } from 'vitest';
import { readRun } from '../history/read-run.ts';
import { fromTask, toTaskTitle } from './from-task.ts';
import {
  isCut,
  listIgnored,
  NO_FILTER,
  readHistoryFilter,
  toTaskFilter,
  writeHistoryFilter,
} from './history-filter.ts';
import { listTasks } from './list-tasks.ts';

test('filters stand in the address beside the route, and wrong ones are told', () => {
  const filter = { ...NO_FILTER, text: 'Zoë & co', state: 'failed', from: '2026-02-01' } as const;
  const hash = writeHistoryFilter('#agent=x&run=7&find=old&to=2026-03-01', filter);
  expect(readHistoryFilter(hash)).toEqual(filter);
  expect(new URLSearchParams(hash.slice(1)).get('run')).toBe('7');
  expect(writeHistoryFilter(hash, NO_FILTER)).toBe('#agent=x&run=7');
  const wrong = '#state=done&from=yesterday&to=2026-01-01&run=7';
  expect(readHistoryFilter(wrong)).toEqual({ ...NO_FILTER, to: '2026-01-01' });
  expect(listIgnored(wrong)).toBe('state=done, from=yesterday');
  expect(listIgnored('#view=history&shared=secret&skill=fail&zzz=1')).toBe('skill=fail, zzz=1');
  expect(listIgnored(hash)).toBe('');
  expect(readHistoryFilter(`#find=${'x'.repeat(5000)}`).text).toHaveLength(1000);
});

test('days become times where the person is, and the last day counts whole', () => {
  const {
    from = '',
    to = '',
    ...textFilter
  } = toTaskFilter({
    ...NO_FILTER,
    text: ' a  b c d e f g h i ',
    from: '2026-02-28',
    to: '2026-02-28',
  });
  expect(textFilter).toEqual({ text: 'a b c d e f g h' });
  expect(toTaskFilter({ ...NO_FILTER, text: 'x'.repeat(201) }).text).toHaveLength(200);
  expect([' a  b ', 'a b c d e f g h i', 'x'.repeat(201)].map(isCut)).toEqual([false, true, true]);
  expect(new Date(from)).toEqual(new Date(2026, 1, 28));
  expect(new Date(to)).toEqual(new Date(2026, 2, 1));
  expect(toTaskFilter(NO_FILTER)).toEqual({});
});

const DESCRIPTION = {
  name: 'Agent',
  skills: [
    {
      id: 'pay',
      name: 'Pay',
      inputs: [{ kind: 'usable', name: 'payment', schema: {}, fingerprint: 'sha256:1' }],
    },
  ],
} as unknown as AgentDescription;

const TASK: TaskDetail = {
  id: 't1',
  skill: 'pay',
  state: 'input-required',
  createdAt: '2026-11-21T09:30:00.000Z',
  changedAt: '2026-11-21T09:31:00.000Z',
  summary: 'É · 5',
  input: { kind: 'data', schema: 'payment', data: { to: 'É' } },
  result: [],
  context: 'c1',
};

test('a task of another device becomes a run that the agent is asked for', () => {
  const run = fromTask(TASK, DESCRIPTION);
  expect(run).toEqual({
    id: 't1',
    skillId: 'pay',
    skillName: 'Pay',
    input: { kind: 'input', schema: 'payment', fingerprint: 'sha256:1', data: { to: 'É' } },
    taskId: 't1',
    contextId: 'c1',
    startedAt: Date.parse(TASK.createdAt),
    state: 'asking',
    turns: [],
  });
  expect(readRun(JSON.parse(JSON.stringify(run)))).toEqual(run);
  expect(fromTask({ ...TASK, isForOthers: true }, DESCRIPTION).state).toBe('others');
  const done = fromTask({ ...TASK, state: 'completed' }, DESCRIPTION);
  expect(done).toMatchObject({ state: 'done', endedAt: Date.parse(TASK.changedAt) });
  const old = fromTask(
    { ...TASK, skill: 'gone', input: { kind: 'text', text: 'Hi' } },
    DESCRIPTION,
  );
  expect(old).toMatchObject({ skillId: 'gone', skillName: 'Agent', input: { text: 'Hi' } });
  expect(toTaskTitle(TASK, DESCRIPTION)).toBe('É · 5');
  expect(toTaskTitle({ ...TASK, summary: ' ' }, DESCRIPTION)).toBe('Pay');
});

test('a list grows by its pages, each task once, and is read as far again when it changes', async () => {
  const tasks = Array.from({ length: 250 }, (_, n) => ({ ...TASK, id: `t${n}` }));
  const pages: unknown[] = [];
  const people = {
    async listTasks(query: { readonly pageSize?: number; readonly pageToken?: string } = {}) {
      const { pageSize = 50, pageToken = '0' } = query;
      pages.push([pageSize, pageToken]);
      const end = Number(pageToken) + pageSize;
      const next = end < tasks.length ? { nextPageToken: `${end}` } : {};
      // A task has moved down between two pages.
      const moved = pageToken === '0' ? [] : tasks.slice(0, 1);
      return { tasks: [...moved, ...tasks.slice(Number(pageToken), end)], total: 250, ...next };
    },
  };
  const { signal } = new AbortController();
  const list = (count: number) => listTasks(people, { filter: {}, count, signal });
  const read = async (count: number) => {
    const { tasks: entries, ...page } = await list(count);
    return { ...page, ids: entries.map(({ id }) => id) };
  };
  const ids = tasks.map(({ id }) => id);
  expect(await read(40)).toEqual({ ids: ids.slice(0, 40), total: 250, hasMore: true });
  expect(await read(40)).toEqual({ ids: ids.slice(0, 40), total: 250, hasMore: true });
  expect(await read(240)).toEqual({ ids: ids.slice(0, 240), total: 250, hasMore: true });
  expect(await read(260)).toEqual({ ids, total: 250, hasMore: false });
  expect(pages.slice(0, 5)).toEqual([
    [40, '0'],
    [40, '0'],
    [100, '0'],
    [100, '100'],
    [40, '200'],
  ]);
});
