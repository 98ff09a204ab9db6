import type { QuestionView } from '@formwork/people/client';
import { expect, test } from 'vitest';
import { listQuestions } from './listed-questions.ts';
import { readQuestions } from './read-questions.ts';

function ask(taskId: string, askedAt: string, dueAt?: string): QuestionView {
  return {
    taskId,
    question: 0,
    prompt: 'Approve?',
    isFormRefused: false,
    isOwn: false,
    to: [],
    escalatedTo: [],
    isOverdue: false,
    askedAt: `2026-01-0${askedAt}T00:00:00Z`,
    ...(dueAt !== undefined && { dueAt: `2026-02-0${dueAt}T00:00:00Z` }),
  };
}

test('what is due comes before what is never due, old questions before new ones, then the lower id', () => {
  const inboxes = [
    { questions: [ask('old', '1'), ask('late', '2', '9'), ask('new', '5'), ask('b', '4')] },
    { questions: [ask('middle', '3'), ask('soon', '4', '2'), ask('a', '4'), ask('e', '2', '9')] },
  ];
  const ids = listQuestions(inboxes).map(({ question }) => question.taskId);
  expect(ids).toEqual(['soon', 'e', 'late', 'old', 'middle', 'a', 'b', 'new']);
});

test('what is due first stands first, also if it was asked last, unless there are very many', async () => {
  const ordinary = Array.from({ length: 120 }, (_one, n) => ask(`${1000 + n}`, '3'));
  const all = [...ordinary, ask('urgent', '4', '1')];
  const people = {
    listInbox({ pageToken = '0' }: { readonly pageToken?: string } = {}) {
      const end = Number(pageToken) + 50;
      const nextPage = end < all.length ? { nextPageToken: String(end) } : {};
      const questions = all.slice(Number(pageToken), end);
      return Promise.resolve({ questions, hasMore: end < all.length, ...nextPage });
    },
  };
  const read = async (pages: number) =>
    readQuestions(people, { pages, signal: new AbortController().signal });
  const whole = await read(10);
  expect(whole).toMatchObject({ hasMore: false });
  expect(listQuestions([whole])[0]?.question.taskId).toBe('urgent');
  expect(await read(2)).toEqual({ questions: ordinary.slice(0, 100), hasMore: true });
});
